internal import DBusInterface

/// The view classes of the contract.
package enum ViewKind: String, CaseIterable, Sendable {
    case view = "View"
    case label = "Label"
    case button = "Button"
    case imageView = "ImageView"
    case textField = "TextField"
    case textView = "TextView"
    case switchControl = "Switch"
    case slider = "Slider"
    case segmentedControl = "SegmentedControl"
    case progressView = "ProgressView"
    case tableView = "TableView"
    case tabBar = "TabBar"
    case stackView = "StackView"
    case scrollView = "ScrollView"
    case chart = "Chart"
}

// MARK: Values of keys

package enum TextAlignment: String, ViewChoice { case natural, left, center, right }

/// The styles of labels. Other texts have the style `body`.
package enum TextStyle: String, ViewChoice {
    case body, largeTitle, title, headline, caption, monospacedDigit
}

/// The weight of a label. `regular` is the weight of its style.
package enum FontWeight: String, ViewChoice { case regular, light, medium, semibold, bold }

package enum ButtonStyle: String, ViewChoice { case plain, filled, destructive }

package enum ImageContentMode: String, ViewChoice { case scaleAspectFit, scaleToFill, center }

package enum TextContentType: String, ViewChoice {
    case any = ""
    case username, password, newPassword, oneTimeCode, name, number, decimal, telephone, email
    case url = "URL"
    case search
}

package enum ReturnKey: String, ViewChoice {
    case standard = "default"
    case `continue`, done, go, join, next, search, send
}

package enum InsetAdjustment: String, ViewChoice { case automatic, scrollableAxes, never, always }

package enum StackAxis: String, ViewChoice { case vertical, horizontal }

package enum StackDistribution: String, ViewChoice {
    case fillEqually, fill, fillProportionally, equalSpacing, equalCentering
}

package enum StackAlignment: String, ViewChoice { case fill, leading, center, trailing, firstBaseline }

package enum LayoutGuide: String, ViewChoice { case none, view, safeArea, readableContent }

/// `inset` groups the rows in a box with rounded corners.
package enum TableStyle: String, ViewChoice { case plain, inset }

package enum ChartStyle: String, ViewChoice { case line, bar }
