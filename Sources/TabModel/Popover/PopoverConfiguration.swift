/// The configuration of a popover: its anchor and its look.
package struct PopoverConfiguration: Hashable, Sendable {
    /// The view with the anchor; nil for none (`P11`).
    package var sourceView: ViewAddress?
    /// In the source view's coordinates. nil is the null rect: the whole view, which is followed (`P12`).
    package var sourceRect: Rect?
    /// Takes precedence over the source view (`P13`).
    package var barButtonItem: BarButtonItemAddress?
    package var permittedArrowDirections = PopoverArrowDirection.any
    /// The distance from the edges, as the user sees them (`P24`, `P26`).
    package var layoutMargins = PopoverSurroundings.defaultMargins
    /// Empty for the standard colour (`P44`).
    package var backgroundColor = ""
    package var passthroughViews: [ViewAddress] = []
    /// nil for the standard look (`P45`).
    package var background: PopoverBackground?
    package var canOverlapSourceViewRect = false
    /// Whether the content's view includes the arrow's strip, as an inset of its safe area (`P50`).
    package var contentExtendsUnderArrow = false
    package var adaptiveSheet = SheetConfiguration()

    package init() {}

    /// The measures of the background in use (`P46`).
    package var metrics: PopoverMetrics { background?.metrics ?? .standard }

    /// Whether an anchor is set.
    package var hasAnchor: Bool { barButtonItem != nil || sourceView != nil }

    /// Whether the popover follows its anchor: a bar button item, or a whole view (`P12`, `P77`).
    var followsItsAnchor: Bool { barButtonItem != nil || sourceRect == nil }

    /// The error of an invalid number; nil for valid ones (`P22`).
    package var validationError: ModelError? {
        if permittedArrowDirections == .unknown {
            return .invalidArgument(
                "permitted arrow directions \(UInt64.max) (unknown) are not allowed; expected a sum of 1, 2, 4 and "
                    + "8, or 0 for no arrow")
        }
        let margins = [layoutMargins.top, layoutMargins.left, layoutMargins.bottom, layoutMargins.right]
        for margin in margins where !margin.isFinite {
            return .invalidArgument("layout margin \(margin) is not allowed; expected a finite number")
        }
        guard let rect = sourceRect else { return nil }
        for number in [rect.x, rect.y, rect.width, rect.height] where !number.isFinite {
            return .invalidArgument(
                "source rect with \(number) is not allowed; expected finite numbers, or the null rect (inf, inf, 0, 0)")
        }
        return nil
    }

    /// Whether it refers to a controller.
    func refers(to ids: Set<ViewControllerID>) -> Bool {
        sourceView.map { ids.contains($0.viewController) } ?? false
            || barButtonItem.map { ids.contains($0.viewController) } ?? false
            || passthroughViews.contains { ids.contains($0.viewController) }
    }

    /// Removes the references to controllers.
    mutating func removeReferences(to ids: Set<ViewControllerID>) {
        if let view = sourceView, ids.contains(view.viewController) { sourceView = nil }
        if let item = barButtonItem, ids.contains(item.viewController) { barButtonItem = nil }
        passthroughViews.removeAll { ids.contains($0.viewController) }
    }
}

/// The class of a popover's background, with the measures that are read once per presentation (`P45`, `P46`).
package struct PopoverBackground: Hashable, Sendable {
    package let name: String
    package let metrics: PopoverMetrics
    /// Whether front ends draw an inner inset and a shadow (`P49`).
    package let wantsDefaultContentAppearance: Bool
    /// The colours of its surface and its edge; empty for the standard ones.
    package let fillColor: String
    package let borderColor: String

    package init(
        name: String, metrics: PopoverMetrics, wantsDefaultContentAppearance: Bool, fillColor: String = "",
        borderColor: String = ""
    ) {
        self.name = name
        self.metrics = metrics
        self.wantsDefaultContentAppearance = wantsDefaultContentAppearance
        self.fillColor = fillColor
        self.borderColor = borderColor
    }
}
