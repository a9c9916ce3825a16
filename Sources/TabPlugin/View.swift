internal import CTabPlugin

/// A rectangle on the screen, possibly with others inside; the base of labels, buttons and tables.
///
/// What changes is sent once, at the end of the callback (or of the turn) in which it changed.
@PluginActor
open class View {
    /// In the superview's coordinates, points. A new size resizes the subviews as their masks say.
    public var frame: Rect {
        didSet {
            changed(from: oldValue, to: frame)
            autoresizeSubviews(from: oldValue)
        }
    }
    public var autoresizingMask: AutoresizingMask = [] { didSet { changed(from: oldValue, to: autoresizingMask) } }
    public var isHidden = false { didSet { changed(from: oldValue, to: isHidden) } }
    public var isEnabled = true { didSet { changed(from: oldValue, to: isEnabled) } }
    public var isFocusable = false { didSet { changed(from: oldValue, to: isFocusable) } }
    /// A name for scripts, unique in the view controller.
    public var identifier = "" { didSet { changed(from: oldValue, to: identifier) } }
    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; so is `tintColor`.
    public var backgroundColor = "" { didSet { changed(from: oldValue, to: backgroundColor) } }
    public var tintColor = "" { didSet { changed(from: oldValue, to: tintColor) } }
    public var accessibilityLabel = "" { didSet { changed(from: oldValue, to: accessibilityLabel) } }
    public var tooltip = "" { didSet { changed(from: oldValue, to: tooltip) } }

    public private(set) weak var superview: View?
    /// Back to front.
    public private(set) var subviews: [View] = []

    /// The number in the controller's tree; 0 while the view is in none. The root's is 1.
    public private(set) var id: UInt32 = 0
    private weak var tree: ViewTree?
    var needsUpdate = false

    public init(frame: Rect = .zero) { self.frame = frame }

    /// Puts a view in front of the others, taking it out of where it was.
    public func addSubview(_ view: View) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        if let tree { view.enter(tree) }
    }

    public func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let tree else { return }
        tree.remove(self)
        leave()
    }

    /// The name of the view's class on the bus.
    var className: String { "View" }

    /// Adds the class's properties to those of every view.
    func encode(into properties: inout Properties) {
        properties.add("Hidden", isHidden, default: false)
        properties.add("Identifier", identifier)
        properties.add("Focusable", isFocusable, default: false)
        properties.add("Enabled", isEnabled, default: true)
        properties.add("BackgroundColor", backgroundColor)
        properties.add("TintColor", tintColor)
        properties.add("AccessibilityLabel", accessibilityLabel)
        properties.add("Tooltip", tooltip)
    }

    /// Handles what the user did; throws `notSupported` for an action that the class doesn't have.
    func perform(_ action: String, _ value: Value) throws(PluginError) { throw .notSupported }

    func changed<Content: Equatable>(from old: Content, to new: Content) {
        guard old != new, let tree, !tree.isLaidOutByHost else { return }
        needsUpdate = true
        tree.setNeedsUpdate()
    }
}

extension View {
    func enter(_ tree: ViewTree) {
        self.tree = tree
        id = tree.nextId()
        needsUpdate = true
        tree.setNeedsUpdate()
        for subview in subviews { subview.enter(tree) }
    }

    func leave() {
        tree = nil
        id = 0
        for subview in subviews { subview.leave() }
    }

    func find(_ id: UInt32) -> View? {
        if self.id == id { return self }
        for subview in subviews {
            if let view = subview.find(id) { return view }
        }
        return nil
    }

    func entry(in arena: Arena) -> tab_view {
        var properties = Properties()
        encode(into: &properties)
        let list = properties.values.map { tab_property(name: arena.string($0), value: arena.value($1)) }
        return tab_view(
            id: id, parent: superview?.id ?? 0, class_name: arena.string(className),
            frame: tab_rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
            autoresizing: autoresizingMask.rawValue, properties: arena.list(list), property_count: list.count)
    }
}
