internal import CTabPlugin

/// A rectangle on the screen, possibly with others inside; the base of labels, buttons and tables.
///
/// What changes is sent once, at the end of the callback (or of the turn) in which it changed.
///
/// ```swift
/// let box = View(frame: Rect(x: 20, y: 20, width: 200, height: 80))
/// box.backgroundColor = "systemBlue"
/// box.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
/// ```
@PluginActor
open class View {
    /// In the superview's coordinates, points. A new size resizes the subviews at once as their masks say (V6), and lays
    /// them out in the next layout pass.
    public var frame: Rect {
        didSet {
            changed(from: oldValue, to: frame)
            guard oldValue.size != frame.size else { return }
            autoresizeSubviews(from: oldValue)
            setNeedsLayout()
        }
    }
    /// What gives way when the superview's size changes; nothing does by default, and the view stays (V4).
    public var autoresizingMask: AutoresizingMask = [] { didSet { changed(from: oldValue, to: autoresizingMask) } }
    /// A hidden view is not drawn and takes no action, nor does what is inside.
    public var isHidden = false {
        didSet {
            changed(from: oldValue, to: isHidden)
            if oldValue != isHidden { superview?.setNeedsLayout() }
        }
    }
    /// A disabled view takes no action; what is inside does.
    public var isEnabled = true { didSet { changed(from: oldValue, to: isEnabled) } }
    /// Whether a remote control's focus can go there. By default it can go to controls and tables, and to a text view that
    /// is editable. Hidden and disabled views never have the focus.
    public var isFocusable: Bool {
        get { ownFocusable ?? isFocusableByDefault }
        set {
            let old = isFocusable
            ownFocusable = newValue
            changed(from: old, to: newValue)
        }
    }
    /// A name for scripts, unique in the view controller.
    public var identifier = "" { didSet { changed(from: oldValue, to: identifier) } }
    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; so is `tintColor`.
    public var backgroundColor = "" { didSet { changed(from: oldValue, to: backgroundColor) } }
    public var tintColor = "" { didSet { changed(from: oldValue, to: tintColor) } }
    /// What a screen reader says; front ends without pictures show it.
    public var accessibilityLabel = "" { didSet { changed(from: oldValue, to: accessibilityLabel) } }
    /// Shown when the pointer rests on the view.
    public var tooltip = "" { didSet { changed(from: oldValue, to: tooltip) } }

    public private(set) weak var superview: View?
    /// Back to front.
    public private(set) var subviews: [View] = []

    /// The number in the controller's tree; 0 while the view is in none. The root's is 1.
    public private(set) var id: UInt32 = 0
    private(set) weak var tree: ViewTree?
    var needsUpdate = false
    var needsLayout = true
    private var ownFocusable: Bool?

    public init(frame: Rect = .zero) { self.frame = frame }

    /// The view's own rectangle. A new size keeps the centre: the frame grows both ways (V1).
    public var bounds: Rect {
        get { Rect(width: frame.width, height: frame.height) }
        set {
            guard newValue.size != frame.size else { return }
            let center = center
            frame = Rect(
                x: center.x - newValue.width / 2, y: center.y - newValue.height / 2, width: newValue.width,
                height: newValue.height)
        }
    }

    /// In the superview's coordinates; setting it moves the view (V1).
    public var center: Point {
        get { Point(x: frame.midX, y: frame.midY) }
        set {
            frame = Rect(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2, width: frame.width,
                height: frame.height)
        }
    }

    /// Puts a view in front of the others, taking it out of where it was.
    public func addSubview(_ view: View) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        if let tree { view.enter(tree) }
        setNeedsLayout()
    }

    /// Takes the view, with all inside, out of the tree. Back in one it has another `id`.
    public func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsLayout()
        self.superview = nil
        guard let tree else { return }
        tree.remove(self)
        leave()
    }

    /// Whether the layout pass gives a subview its frame, whatever its mask says.
    func arranges(_ subview: View) -> Bool { false }

    /// Override to place the subviews; comes in the layout pass, parents first (V14).
    open func layoutSubviews() {}

    /// Has the next layout pass call `layoutSubviews()`.
    public func setNeedsLayout() {
        needsLayout = true
        tree?.setNeedsUpdate()
    }

    /// Does the layout pass for this view and those inside at once.
    public func layoutIfNeeded() { tree?.layOutIfNeeded(self) }

    /// nil as long as the host doesn't know the view.
    var address: ViewAddress? { tree?.address(of: self) }

    /// `isFocusable` until it is set.
    var isFocusableByDefault: Bool { false }

    /// The name of the view's class on the bus.
    var className: String { "View" }

    /// Adds the class's properties to those of every view.
    func encode(into properties: inout Properties) {
        properties.add("Hidden", isHidden, default: false)
        properties.add("Identifier", identifier)
        // A control without a class of its own is a View on the bus, which is not focusable by default.
        properties.add("Focusable", isFocusable, default: isFocusableByDefault && className != "View")
        properties.add("Enabled", isEnabled, default: true)
        properties.add("BackgroundColor", backgroundColor)
        properties.add("TintColor", tintColor)
        properties.add("AccessibilityLabel", accessibilityLabel)
        properties.add("Tooltip", tooltip)
    }

    /// Handles what the user did; throws `notSupported` for an action that the class doesn't have.
    func perform(_ action: String, _ value: Value) throws(PluginError) { throw .notSupported }
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
}

/// How a view's changes reach the host.
extension View {
    func changed<Content: Equatable>(from old: Content, to new: Content) {
        if old != new { changed() }
    }

    /// Has the view sent with the next update.
    func changed() {
        guard let tree, !tree.isFollowingHost else { return }
        needsUpdate = true
        tree.setNeedsUpdate()
    }

    /// Sets frames that the host has set as well: there is nothing to send.
    func followingHost(_ body: () -> Void) {
        guard let tree else { return body() }
        tree.followHost(body)
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

/// Collects the properties of a view that differ from their defaults.
struct Properties {
    private(set) var values: [(String, Value)] = []

    mutating func add(_ name: String, _ text: String, default standard: String = "") {
        if text != standard { values.append((name, .string(text))) }
    }

    mutating func add(_ name: String, _ flag: Bool, default standard: Bool) {
        if flag != standard { values.append((name, .bool(flag))) }
    }

    mutating func add(_ name: String, _ value: Value, unless isDefault: Bool) {
        if !isDefault { values.append((name, value)) }
    }
}
