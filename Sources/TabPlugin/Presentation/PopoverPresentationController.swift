/// The popover in which a view controller is presented: where it points, and what it is like.
///
/// `popoverPresentationController` of the presented view controller gives it as soon as the style is `popover`, before or
/// right after the call to present: what is set until the next update cycle counts. Always give it an anchor, a bar button
/// item or a source view. A dismissed view controller has another one, with defaults.
///
/// ```swift
/// final class Menu: ViewController {
///     private let button = Button(title: "Colour")
///
///     func chooseColour() {
///         let colours = Colours()
///         colours.modalPresentationStyle = .popover
///         colours.preferredContentSize = Size(width: 320, height: 200)
///         present(colours, animated: true)
///         let popover = colours.popoverPresentationController
///         popover?.permittedArrowDirections = [.left, .right]
///         popover?.sourceView = button
///         popover?.sourceRect = button.bounds
///     }
/// }
///
/// final class Colours: ViewController {}
/// ```
///
/// In a window with little room it is a sheet, unless its delegate says otherwise. What the host refuses is logged.
@PluginActor
public final class PopoverPresentationController: PresentationController {
    /// What was set, by the names of the host.
    private var values: [String: Value] = [:]
    /// What the host has of it.
    private var sent: [String: Value] = [:]
    private var isDelegateSent = false
    private var settings = Settings()
    /// What is presented in its place while it is adapted; the host has it from the delegate's answer on.
    var replacement: ViewController? {
        didSet {
            // The host keeps the one in the container that it presents, and nothing keeps what is in none.
            keptPresented = replacement == nil ? nil : presentedViewController
            oldValue?.popovers.replaced = nil
            oldValue?.settleLifetimeSoon()
            replacement?.popovers.replaced = self
        }
    }

    private var keptPresented: ViewController?

    private struct Settings {
        /// nil in the outer optional: nothing was set.
        var sourceView: View??
        var barButtonItem: BarButtonItem??
        var passthroughViews: [View]?
    }

    override init(_ presented: ViewController) {
        super.init(presented)
        UpdateCycle.add(self)
    }

    override init(standingFor number: UInt64, seenFrom viewController: ViewController) {
        super.init(standingFor: number, seenFrom: viewController)
        UpdateCycle.add(self)
    }

    /// Asked about what happens to the popover, and told. Not retained.
    public weak var delegate: (any PopoverPresentationControllerDelegate)? { didSet { setNeedsUpdate() } }

    // MARK: Where it points

    /// What has the anchor; it is not needed with a `barButtonItem`. A tab bar (`TabBarController.tabBar`) is one, too.
    public var sourceView: View? {
        get { settings.sourceView ?? ViewAddress(value: read("SourceView"))?.foundView }
        set {
            settings.sourceView = .some(newValue)
            setNeedsUpdate()
        }
    }

    /// The anchor in the source view's coordinates; `null`, as at first, is the whole view, wherever it goes (P12).
    public var sourceRect: Rect {
        get { read("SourceRect")?.rect ?? .null }
        set { write("SourceRect", .rect(newValue)) }
    }

    /// A button in a bar that is shown; it wins over `sourceView` (P13).
    public var barButtonItem: BarButtonItem? {
        get { settings.barButtonItem ?? ViewAddress(value: read("BarButtonItem"))?.foundBarButtonItem }
        set {
            settings.barButtonItem = .some(newValue)
            setNeedsUpdate()
        }
    }

    /// `any` at first; another one is taken when there is no room otherwise. Empty: no arrow, over the anchor.
    public var permittedArrowDirections: PopoverArrowDirection {
        get { PopoverArrowDirection(rawValue: read("PermittedArrowDirections")?.uint64 ?? 15) }
        set { write("PermittedArrowDirections", .uint64(newValue.rawValue)) }
    }

    /// Where the arrow points while the popover is on the screen; `unknown` before, after and while it is adapted.
    public var arrowDirection: PopoverArrowDirection {
        PopoverArrowDirection(rawValue: hostValue("ArrowDirection")?.uint64 ?? .max)
    }

    // MARK: What it is like

    /// How far it stays away from the edges of the screen, as the user sees them; 10 each at first.
    public var popoverLayoutMargins: EdgeInsets {
        get { read("PopoverLayoutMargins")?.insets ?? EdgeInsets(top: 10, left: 10, bottom: 10, right: 10) }
        set { write("PopoverLayoutMargins", .insets(newValue)) }
    }

    /// Whether it may cover the source rect when there is little room; false at first.
    public var canOverlapSourceViewRect: Bool {
        get { read("CanOverlapSourceViewRect")?.bool ?? false }
        set { write("CanOverlapSourceViewRect", .bool(newValue)) }
    }

    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; empty leaves it to the front end.
    public var backgroundColor: String {
        get { read("BackgroundColor")?.string ?? "" }
        set { write("BackgroundColor", .string(newValue)) }
    }

    /// The name of a background that a manifest offers (`[[popover_background]]`); empty for the standard look.
    public var popoverBackgroundViewClass: String {
        get { read("PopoverBackgroundViewClass")?.string ?? "" }
        set { write("PopoverBackgroundViewClass", .string(newValue)) }
    }

    /// From the base of the arrow to its tip in points, 13 in the standard look. This and the next two are what the
    /// manifest says of the background (P46); another class counts from the next update cycle on.
    public var arrowHeight: Double { hostValue("ArrowHeight")?.double ?? 13 }

    /// The width of the arrow's base in points, 26 in the standard look.
    public var arrowBase: Double { hostValue("ArrowBase")?.double ?? 26 }

    /// From the edges of the background, without its arrow, to the content in points (P47).
    public var contentViewInsets: EdgeInsets { hostValue("ContentViewInsets")?.insets ?? .zero }

    /// What takes touches while the popover is up, which otherwise end at it.
    public var passthroughViews: [View] {
        get { settings.passthroughViews ?? read("PassthroughViews")?.addresses.compactMap(\.foundView) ?? [] }
        set {
            settings.passthroughViews = newValue
            setNeedsUpdate()
        }
    }

    /// Whether the content's view also has the strip of the arrow, as an inset of its safe area (P50); false at first.
    public var contentExtendsUnderArrow: Bool {
        get { read("ContentExtendsUnderArrow")?.bool ?? false }
        set { write("ContentExtendsUnderArrow", .bool(newValue)) }
    }

    /// What it wishes of the sheet that it becomes in a window with little room.
    public private(set) lazy var adaptiveSheetPresentationController = SheetPresentationController(of: self)

    public override var presentationStyle: ViewController.ModalPresentationStyle { .popover }

    public override var adaptivePresentationStyle: ViewController.ModalPresentationStyle {
        hostValue("AdaptivePresentationStyle")?.string.flatMap(ViewController.ModalPresentationStyle.init) ?? .none
    }

    public override var frameOfPresentedViewInContainerView: Rect { hostValue("Frame")?.rect ?? .zero }

    // MARK: What the host has

    func setNeedsUpdate() { UpdateCycle.setNeedsUpdate() }

    func sheetChanged() { write("AdaptiveSheetPresentationController", adaptiveSheetPresentationController.value) }

    private func write(_ name: String, _ value: Value) {
        values[name] = value
        setNeedsUpdate()
    }

    private func read(_ name: String) -> Value? { values[name] ?? hostValue(name) }

    /// nil while the host doesn't know of it.
    private func hostValue(_ name: String) -> Value? {
        guard let speaker, speaker.number != 0 else { return nil }
        return try? Host.popoverValue(name, of: speaker.number)
    }

    /// Keeps the rectangle that the delegate has answered, which the host takes from the answer (P61).
    func follow(_ rect: Rect) {
        values["SourceRect"] = .rect(rect)
        sent["SourceRect"] = .rect(rect)
    }

    /// Keeps the view that the delegate has answered, which the host takes from the answer (P61).
    func follow(_ view: View, at address: ViewAddress) {
        settings.sourceView = .some(view)
        sent["SourceView"] = address.value
    }

    /// It is not this one that is configured from here on (P8).
    func end() {
        replacement = nil
        speaker = nil
    }

    /// The host has forgotten all about it.
    func beginAnew() {
        replacement = nil
        sent = [:]
        isDelegateSent = false
    }

    func delegateReleased() {
        isDelegateSent = false
        delegate = nil
    }

    /// Sends what has changed. What has no place on the host yet is sent when it has.
    func flush() {
        guard let speaker, speaker.number != 0 else { return }
        for (name, value) in wanted.sorted(by: { $0.key < $1.key }) where sent[name] != value {
            speaker.using("set \(name) of its popover") { () throws(PluginError) in
                try Host.setPopoverValue(name, value, of: speaker.number)
                sent[name] = value
            }
        }
        if (delegate != nil) != isDelegateSent {
            isDelegateSent = delegate != nil
            speaker.using("have a delegate of its popover") { () throws(PluginError) in
                try Host.setPopoverDelegate(isDelegateSent ? speaker.number : 0, of: speaker.number)
            }
        }
        // Somebody else's may be another one next time: nothing is remembered of it.
        guard isStandIn else { return }
        (values, sent) = ([:], [:])
        settings = Settings()
    }

    /// Everything that was set.
    var wanted: [String: Value] {
        var wanted = values
        if let view = settings.sourceView {
            wanted["SourceView"] = view.map { $0.address?.value } ?? ViewAddress.none.value
        }
        if let item = settings.barButtonItem {
            wanted["BarButtonItem"] = item.map { $0.address?.value } ?? ViewAddress.none.value
        }
        if let views = settings.passthroughViews {
            wanted["PassthroughViews"] = .array(of: "(tu)", views.compactMap { $0.address?.value })
        }
        return wanted
    }
}

extension Value {
    /// The references of an `a(tu)`.
    fileprivate var addresses: [ViewAddress] {
        guard case .array(of: "(tu)", let values) = self else { return [] }
        return values.compactMap { ViewAddress(value: $0) }
    }
}

/// The popovers that a view controller has to do with.
struct Popovers {
    /// In which it is presented, or is going to be.
    var own: PopoverPresentationController?
    /// In which it was presented last: its delegate hears of the end afterwards.
    var ended: PopoverPresentationController?
    /// In which somebody else's container is presented that it is in.
    var outer: PopoverPresentationController?
    /// In whose place it is presented.
    weak var replaced: PopoverPresentationController?
}

/// Where the arrow of a popover points; or-ed together. `up` is an arrow on the top edge: the popover is below (P19).
public struct PopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let up = PopoverArrowDirection(rawValue: 1)
    public static let down = PopoverArrowDirection(rawValue: 2)
    public static let left = PopoverArrowDirection(rawValue: 4)
    public static let right = PopoverArrowDirection(rawValue: 8)
    public static let any: PopoverArrowDirection = [.up, .down, .left, .right]
    /// That of a popover that is not on the screen (P21); it can't be permitted.
    public static let unknown = PopoverArrowDirection(rawValue: .max)
}
