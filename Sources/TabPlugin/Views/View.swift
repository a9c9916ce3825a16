internal import CTabPlugin
internal import ViewLayout

/// A rectangular area of the screen, which can contain other views. It is the base class of labels, buttons and tables.
///
/// Changes are collected and sent once, at the end of the callback or of the loop's turn.
///
/// ```swift
/// let box = View(frame: Rect(x: 20, y: 20, width: 200, height: 80))
/// box.backgroundColor = "systemBlue"
/// box.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
/// ```
@PluginActor
open class View {
    /// The position and size in points, in the superview's coordinates.
    ///
    /// A new size immediately resizes the subviews according to their masks. It also triggers a layout of the subviews
    /// in the next layout pass.
    public var frame: Rect {
        didSet {
            changed(from: oldValue, to: frame)
            guard oldValue.size != frame.size else { return }
            autoresizeSubviews(from: oldValue)
            setNeedsLayout()
        }
    }
    /// The lengths that adapt when the superview's size changes. By default none does: the frame stays as it is.
    public var autoresizingMask: AutoresizingMask = [] { didSet { changed(from: oldValue, to: autoresizingMask) } }
    /// Whether the view is hidden. A hidden view and its subviews are not drawn and do not receive actions.
    public var isHidden = false {
        didSet {
            changed(from: oldValue, to: isHidden)
            if oldValue != isHidden { superview?.subviewsChanged() }
        }
    }
    /// Whether the view receives actions. This does not affect its subviews.
    public var isEnabled = true { didSet { changed(from: oldValue, to: isEnabled) } }
    /// Whether the view can have the focus of a remote control.
    ///
    /// By default controls, tables and editable text views can. Hidden and disabled views never have the focus.
    public var isFocusable: Bool {
        get { ownFocusable ?? isFocusableByDefault }
        set {
            let old = isFocusable
            ownFocusable = newValue
            changed(from: old, to: newValue)
        }
    }
    /// The name of the view for scripts. It must be unique in the view controller.
    public var identifier = "" { didSet { changed(from: oldValue, to: identifier) } }
    /// The background colour: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour.
    public var backgroundColor = "" { didSet { changed(from: oldValue, to: backgroundColor) } }
    /// The tint colour, in the form of `backgroundColor`.
    public var tintColor = "" { didSet { changed(from: oldValue, to: tintColor) } }
    /// The text that a screen reader speaks. Front ends that can't show images show it instead.
    public var accessibilityLabel = "" { didSet { changed(from: oldValue, to: accessibilityLabel) } }
    /// What the view is for a screen reader. `.none` hides decoration.
    public var accessibilityRole = AccessibilityRole.automatic {
        didSet { changed(from: oldValue, to: accessibilityRole) }
    }
    /// The value that a screen reader speaks after the label; that of the control if it is empty.
    public var accessibilityValue = "" { didSet { changed(from: oldValue, to: accessibilityValue) } }
    /// What happens when the user acts on the view: "Deletes the note."
    public var accessibilityHint = "" { didSet { changed(from: oldValue, to: accessibilityHint) } }
    /// The states that the view's other properties do not say.
    public var accessibilityState: Set<AccessibilityState> = [] {
        didSet { changed(from: oldValue, to: accessibilityState) }
    }
    /// The menu that a secondary click or a long press on the view shows.
    public var menu: Menu? { didSet { changed() } }
    /// The text to show when the pointer rests on the view.
    public var tooltip = "" { didSet { changed(from: oldValue, to: tooltip) } }

    public private(set) weak var superview: View?
    /// The subviews from back to front.
    public private(set) var subviews: [View] = []

    /// The number of the view in its view controller; 1 for the root view, 0 while the view is in no tree.
    public private(set) var id: UInt32 = 0
    private(set) weak var tree: ViewTree?
    var needsUpdate = false
    var needsLayout = true
    private var ownFocusable: Bool?
    var arrangement = ViewArrangement() {
        didSet {
            changed(from: oldValue, to: arrangement)
            if oldValue != arrangement { superview?.subviewsChanged() }
        }
    }
    /// The measured sizes of the content by width.
    var fits: [Double: FittingSize] = [:]

    public init(frame: Rect = .zero) { self.frame = frame }

    /// The view's rectangle in its own coordinates. Setting the size keeps the centre where it is.
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

    /// The centre of the frame, in the superview's coordinates. Setting it moves the view.
    public var center: Point {
        get { Point(x: frame.midX, y: frame.midY) }
        set {
            frame = Rect(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2, width: frame.width,
                height: frame.height)
        }
    }

    /// Adds a view in front of the other subviews. The view leaves its previous superview.
    public func addSubview(_ view: View) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        if let tree { view.enter(tree) }
        subviewsChanged()
    }

    /// Removes the view and its subviews from the tree. When the view is added again, it gets a new `id`.
    public func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        superview.subviewsChanged()
        self.superview = nil
        guard let tree else { return }
        tree.remove(self)
        leave()
    }

    /// Whether the layout pass sets the frame of a subview, regardless of its autoresizing mask.
    func arranges(_ subview: View) -> Bool {
        subview.arrangement.guide != .none && !subview.isHidden && tree?.root === self
    }

    /// Whether the frames of arranged subviews depend on their content.
    var dependsOnContent: Bool { false }

    /// Places the subviews. Override it to compute their frames. The layout pass calls it for parents before children.
    open func layoutSubviews() {}

    /// Sets the frames of the subviews of the root that have a guide.
    func followGuides() {
        guard let tree, tree.root === self, !(self is StackView), subviews.contains(where: arranges) else { return }
        applyingHostFrames {
            for view in subviews where arranges(view) {
                view.frame = Rect(
                    view.guide.frame(
                        in: FittingSize(frame.size), safeArea: LayoutInsets(tree.safeAreaInsets)))
            }
        }
    }

    /// Requests that the next layout pass calls `layoutSubviews()`.
    public func setNeedsLayout() {
        needsLayout = true
        tree?.setNeedsUpdate()
    }

    /// Performs a layout pass for this view and its subviews immediately.
    public func layoutIfNeeded() { tree?.layOutIfNeeded(self) }

    /// The address of the view; nil as long as the host does not know the view.
    var address: ViewAddress? { tree?.address(of: self) }

    /// The value of `isFocusable` until it is set.
    var isFocusableByDefault: Bool { false }

    /// The name of the view's class on the bus.
    var className: String { "View" }

    /// Returns the size that the view needs for its content, as front ends draw it now, in whole points.
    ///
    /// The widths of texts are estimates, and rather too large. A view whose content is not its own, such as a chart or
    /// a view with subviews, returns its present size.
    ///
    /// - Parameter size: The room that there is. Labels with more than one line, text views and the rows of tables wrap
    ///   in its width.
    open func sizeThatFits(_ size: Size) -> Size { fittingSize(in: size) }

    /// The layout pass calls it before `layoutSubviews()`.
    func fitContent() {}

    /// Returns the size that the content needs in a width; nil if the host does not know the view.
    func measuredSize(inWidth width: Double) -> FittingSize? {
        guard className != "View" else { return .zero }
        return tree?.size(of: className, properties, in: Size(width: width, height: .infinity)).map {
            FittingSize($0)
        }
    }

    /// Front ends draw texts in another size. A layout pass follows.
    func textSizeChanged() {}

    /// Adds the properties of the class that differ from their defaults.
    func encode(into properties: inout Properties) {}

    /// Handles a user's action.
    ///
    /// - Throws: `notSupported` for an action that the class does not have.
    func handleAction(_ action: String, _ value: Value) throws(PluginError) { throw .notSupported }
}

extension View {
    func enter(_ tree: ViewTree) {
        self.tree = tree
        id = tree.nextId()
        needsUpdate = true
        fits = [:]
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

    // MARK: Change tracking

    func changed<Content: Equatable>(from old: Content, to new: Content) {
        if old != new { changed() }
    }

    /// Marks the view as changed, so that the next update sends it.
    func changed() {
        guard let tree, !tree.isApplyingHostFrames else { return }
        contentChanged()
        needsUpdate = true
        tree.setNeedsUpdate()
    }

    /// Sets frames that the host also computes. These changes are not sent.
    func applyingHostFrames(_ body: () -> Void) {
        guard let tree else { return body() }
        tree.applyHostFrames(body)
    }

    /// The properties that differ from their defaults.
    var properties: Properties {
        var properties = Properties()
        properties.add("Hidden", isHidden, default: false)
        properties.add("Identifier", identifier)
        // A subclass of Control that the bus does not know is a View there, which is not focusable by default.
        properties.add("Focusable", isFocusable, default: isFocusableByDefault && className != "View")
        properties.add("Enabled", isEnabled, default: true)
        properties.add("BackgroundColor", backgroundColor)
        properties.add("TintColor", tintColor)
        properties.add("AccessibilityLabel", accessibilityLabel)
        properties.add("AccessibilityRole", accessibilityRole.rawValue, default: AccessibilityRole.automatic.rawValue)
        properties.add("AccessibilityValue", accessibilityValue)
        properties.add("AccessibilityHint", accessibilityHint)
        let states = accessibilityState.map(\.rawValue).sorted()
        properties.add("AccessibilityState", states.value, unless: states.isEmpty)
        if let menu { properties.add("Menu", menu.value, unless: menu.children.isEmpty) }
        properties.add("Tooltip", tooltip)
        encodeArrangement(into: &properties)
        encode(into: &properties)
        return properties
    }

    func entry(in arena: Arena) -> tab_view {
        let list = properties.list(in: arena)
        return tab_view(
            id: id, parent: superview?.id ?? 0, class_name: arena.string(className),
            frame: tab_rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
            autoresizing: autoresizingMask.rawValue, properties: arena.list(list), property_count: list.count)
    }
}

/// The properties of a view that differ from their defaults.
struct Properties {
    private(set) var values: [(String, Value)] = []

    func contains(_ name: String) -> Bool { values.contains { $0.0 == name } }

    func list(in arena: Arena) -> [tab_property] {
        values.map { tab_property(name: arena.string($0), value: arena.value($1)) }
    }

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
