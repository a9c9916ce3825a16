internal import CTabPlugin

/// Presentation, layout and restoration.
extension ViewController {
    public enum ModalPresentationStyle: String, Sendable {
        case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext
        case popover
    }

    /// The style of the next presentation. The default is `automatic`. With `popover`, configure the presentation with
    /// `popoverPresentationController`.
    public var modalPresentationStyle: ModalPresentationStyle {
        get { property("ModalPresentationStyle").flatMap(ModalPresentationStyle.init) ?? .automatic }
        set {
            setProperty("ModalPresentationStyle", .string(newValue.rawValue))
            if newValue != .popover { discardUnusedPopover() }
        }
    }

    /// Whether the user is prevented from dismissing the view controller. The default is false.
    public var isModalInPresentation: Bool {
        get { property("ModalInPresentation") ?? false }
        set { setProperty("ModalInPresentation", .bool(newValue)) }
    }

    /// The preferred size in a popover, in points; 0 for no preference.
    public var preferredContentSize: Size {
        get { properties["PreferredContentSize"]?.size ?? .zero }
        set { setProperty("PreferredContentSize", .size(newValue)) }
    }

    /// Whether the tab bar and the toolbar are hidden while the view controller is on a stack. A change takes effect
    /// with the next change of the stack.
    public var hidesBottomBarWhenPushed: Bool {
        get { property("HidesBottomBarWhenPushed") ?? false }
        set { setProperty("HidesBottomBarWhenPushed", .bool(newValue)) }
    }

    /// Whether the view controller is hidden as a tab, like `UITab.isHidden`. A hidden tab stays in the list of its tab
    /// bar controller, but is neither on the bar nor in More.
    ///
    /// The user can change it if `allowsHiding` is true. Use `isTabHiddenByDefault` for the state before that.
    public var isTabHidden: Bool {
        get {
            let current = number == 0 ? nil : try? Host.propertyValue("TabHidden", of: number).bool
            return current ?? property("TabHidden") ?? false
        }
        set {
            properties["TabHidden"] = .bool(newValue)
            if number != 0 { sendProperty("TabHidden", .bool(newValue)) }
        }
    }

    /// Whether the tab is hidden as long as neither the user nor `isTabHidden` says otherwise. The default is false.
    /// Another value also sets `isTabHidden`.
    public var isTabHiddenByDefault: Bool {
        get { property("TabHiddenByDefault") ?? false }
        set {
            if number == 0, newValue != isTabHiddenByDefault { properties["TabHidden"] = .bool(newValue) }
            setProperty("TabHiddenByDefault", .bool(newValue))
        }
    }

    /// Whether the user may hide the tab and show it again. The default is false.
    public var allowsHiding: Bool {
        get { property("AllowsHiding") ?? false }
        set { setProperty("AllowsHiding", .bool(newValue)) }
    }

    /// The edges at which the view extends under bars. The default is all edges.
    public var edgesForExtendedLayout: RectEdge {
        get { RectEdge(rawValue: UInt32(property("EdgesForExtendedLayout") ?? 15)) }
        set { setProperty("EdgesForExtendedLayout", .uint32(newValue.rawValue)) }
    }

    /// Whether the view also extends under opaque bars. The default is false.
    public var extendedLayoutIncludesOpaqueBars: Bool {
        get { property("ExtendedLayoutIncludesOpaqueBars") ?? false }
        set { setProperty("ExtendedLayoutIncludesOpaqueBars", .bool(newValue)) }
    }

    /// The identifier for state restoration, which must be unique in the daemon. A view controller without one is not
    /// restored, or only as its default configuration says.
    ///
    /// Set it before you push or present a view controller that your code creates. If a view controller of the same
    /// class and identifier was restored, the new instance takes its place and its state.
    public var restorationIdentifier: String? {
        get {
            let known: String? =
                number == 0
                ? nil
                : try? Host.text { table, host, context in
                    table.restoration_identifier?(host, number, receiveText, context)
                }
            let identifier = known ?? property("RestorationIdentifier") ?? ""
            return identifier.isEmpty ? nil : identifier
        }
        set { setProperty("RestorationIdentifier", .string(newValue ?? "")) }
    }

    private func property<Content: ValueConvertible>(_ name: String) -> Content? {
        properties[name].flatMap { Content(value: $0) }
    }

    private func setProperty(_ name: String, _ value: Value) {
        guard properties[name] != value else { return }
        properties[name] = value
        if number != 0 { sendProperty(name, value) }
    }

    /// Sends the properties that were set before the host knew the view controller.
    func sendProperties() {
        // TabHiddenByDefault also sets TabHidden, so it comes first.
        for (name, value) in properties.sorted(by: { $0.key > $1.key }) { sendProperty(name, value) }
    }
}
