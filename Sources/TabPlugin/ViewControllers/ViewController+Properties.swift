/// How a view controller wants to be presented and placed.
extension ViewController {
    public enum ModalPresentationStyle: String, Sendable {
        case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext
        case popover
    }

    /// Counts when it is presented; `automatic` at first. With `popover` there is a `popoverPresentationController`.
    public var modalPresentationStyle: ModalPresentationStyle {
        get { property("ModalPresentationStyle").flatMap(ModalPresentationStyle.init) ?? .automatic }
        set {
            setProperty("ModalPresentationStyle", .string(newValue.rawValue))
            if newValue != .popover { quitUnusedPopover() }
        }
    }

    /// Whether a user can't dismiss it (P57); false at first.
    public var isModalInPresentation: Bool {
        get { property("ModalInPresentation") ?? false }
        set { setProperty("ModalInPresentation", .bool(newValue)) }
    }

    /// The size that it would like to have in a popover, points; 0 = no wish (P31).
    public var preferredContentSize: Size {
        get {
            guard case .structure(let parts)? = properties["PreferredContentSize"], parts.count == 2,
                let width = parts[0].double, let height = parts[1].double
            else { return .zero }
            return Size(width: width, height: height)
        }
        set { setProperty("PreferredContentSize", .structure([.double(newValue.width), .double(newValue.height)])) }
    }

    /// Whether the tab bar and the toolbar go while the controller is on a stack; counts from the next change of that stack (N19).
    public var hidesBottomBarWhenPushed: Bool {
        get { property("HidesBottomBarWhenPushed") ?? false }
        set { setProperty("HidesBottomBarWhenPushed", .bool(newValue)) }
    }

    /// Which edges of the view go under bars; all at first (N20).
    public var edgesForExtendedLayout: RectEdge {
        get { RectEdge(rawValue: UInt32(property("EdgesForExtendedLayout") ?? 15)) }
        set { setProperty("EdgesForExtendedLayout", .uint32(newValue.rawValue)) }
    }

    /// Whether the view goes under opaque bars as well; false at first (N20).
    public var extendedLayoutIncludesOpaqueBars: Bool {
        get { property("ExtendedLayoutIncludesOpaqueBars") ?? false }
        set { setProperty("ExtendedLayoutIncludesOpaqueBars", .bool(newValue)) }
    }

    /// The name by which it comes back when the daemon starts again; nil for one that doesn't, or in its default
    /// configuration. No two controllers of the daemon have the same. One that your code makes and that has a name when
    /// the host learns of it becomes the restored one of that name and class, with its state.
    public var restorationIdentifier: String? {
        get {
            let known: String? = number == 0 ? nil : try? Host.restorationIdentifier(of: number)
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

    func sendProperty(_ name: String, _ value: Value) {
        using("set \(name)") { () throws(PluginError) in try Host.setProperty(name, value, of: number) }
    }

    /// Tells a host that has just learnt of the controller what was set before.
    func sendProperties() {
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) { sendProperty(name, value) }
    }
}
