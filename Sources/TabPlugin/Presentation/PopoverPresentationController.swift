internal import CTabPlugin

/// The anchor, the arrow and the appearance of the popover that presents a view controller.
///
/// Set the `modalPresentationStyle` of the presented view controller to `popover`, then get this object from its
/// `popoverPresentationController`. Configure it before the call to `present(_:animated:)` or immediately after it: the
/// next update cycle lays out the popover. Always set an anchor, either `barButtonItem` or `sourceView`. After a
/// dismissal the view controller gets a new object with default values.
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
/// In a compact window the popover becomes a sheet, unless its delegate chooses another style. If the host refuses a
/// value, it logs an error.
@PluginActor
public final class PopoverPresentationController: PresentationController {
    /// The assigned values, by their names on the host.
    private var values: [String: Value] = [:]
    /// The values that were sent to the host.
    private var sent: [String: Value] = [:]
    private var isDelegateSent = false
    private var settings = Settings()
    /// The view controller that the delegate chose to present instead while the popover is adapted.
    var replacement: ViewController? {
        didSet {
            // The host only retains the replacement, so retain the original view controller here.
            keptPresented = replacement == nil ? nil : presentedViewController
            oldValue?.popovers.replaced = nil
            oldValue?.updateRetentionLater()
            replacement?.popovers.replaced = self
        }
    }

    private var keptPresented: ViewController?

    private struct Settings {
        /// The source view. The outer optional is nil if it was never set.
        var sourceView: View??
        var barButtonItem: BarButtonItem??
        var passthroughViews: [View]?
    }

    override init(_ presented: ViewController, seenFrom relay: ViewController? = nil) {
        super.init(presented, seenFrom: relay)
        UpdateCycle.add(self)
    }

    /// The object that decides about the presentation and is notified of it. The popover does not retain it.
    public weak var delegate: (any PopoverPresentationControllerDelegate)? { didSet { setNeedsUpdate() } }

    // MARK: Anchor

    /// The view that contains the anchor. It can be a tab bar (`TabBarController.tabBar`). It is not needed if
    /// `barButtonItem` is set.
    public var sourceView: View? {
        get { settings.sourceView ?? ViewAddress(value: read("SourceView"))?.foundView }
        set {
            settings.sourceView = .some(newValue)
            setNeedsUpdate()
        }
    }

    /// The anchor in the source view's coordinates. The default, `null`, is the whole view, also after it has moved.
    public var sourceRect: Rect {
        get { read("SourceRect")?.rect ?? .null }
        set { write("SourceRect", .rect(newValue)) }
    }

    /// The bar button item that is the anchor. It must be in a visible bar, and takes precedence over `sourceView`.
    public var barButtonItem: BarButtonItem? {
        get { settings.barButtonItem ?? ViewAddress(value: read("BarButtonItem"))?.foundBarButtonItem }
        set {
            settings.barButtonItem = .some(newValue)
            setNeedsUpdate()
        }
    }

    /// The directions that the arrow may have. The default is `any`.
    ///
    /// If the popover does not fit in a permitted direction, it uses another direction. With an empty set the popover
    /// has no arrow and lies over the anchor.
    public var permittedArrowDirections: PopoverArrowDirection {
        get { PopoverArrowDirection(rawValue: read("PermittedArrowDirections")?.uint64 ?? 15) }
        set { write("PermittedArrowDirections", .uint64(newValue.rawValue)) }
    }

    /// The direction of the arrow while the popover is on screen; otherwise, and while it is adapted, `unknown`.
    public var arrowDirection: PopoverArrowDirection {
        PopoverArrowDirection(rawValue: hostValue("ArrowDirection")?.uint64 ?? .max)
    }

    // MARK: Appearance

    /// The minimum distances from the edges of the window, as the user sees them. The default is 10 points on each
    /// side.
    public var popoverLayoutMargins: EdgeInsets {
        get { read("PopoverLayoutMargins")?.insets ?? EdgeInsets(top: 10, left: 10, bottom: 10, right: 10) }
        set { write("PopoverLayoutMargins", .insets(newValue)) }
    }

    /// Whether the popover may cover the anchor if there is too little space. The default is false.
    public var canOverlapSourceViewRect: Bool {
        get { read("CanOverlapSourceViewRect")?.bool ?? false }
        set { write("CanOverlapSourceViewRect", .bool(newValue)) }
    }

    /// The background colour: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour. If it is empty, the front end
    /// chooses.
    public var backgroundColor: String {
        get { read("BackgroundColor")?.string ?? "" }
        set { write("BackgroundColor", .string(newValue)) }
    }

    /// The name of a background that a manifest declares (`[[popover_background]]`); empty for the standard background.
    public var popoverBackgroundViewClass: String {
        get { read("PopoverBackgroundViewClass")?.string ?? "" }
        set { write("PopoverBackgroundViewClass", .string(newValue)) }
    }

    /// The distance from the base of the arrow to its tip in points; 13 for the standard background.
    ///
    /// The manifest declares this value, `arrowBase` and `contentViewInsets` for a background. After a change of
    /// `popoverBackgroundViewClass` they change in the next update cycle.
    public var arrowHeight: Double { hostValue("ArrowHeight")?.double ?? 13 }

    /// The width of the arrow's base in points; 26 for the standard background.
    public var arrowBase: Double { hostValue("ArrowBase")?.double ?? 26 }

    /// The distances from the edges of the background, without the arrow, to the content, in points.
    public var contentViewInsets: EdgeInsets { hostValue("ContentViewInsets")?.insets ?? .zero }

    /// The views outside the popover that still receive taps while the popover is on screen. Taps on other views
    /// outside do not reach them.
    public var passthroughViews: [View] {
        get { settings.passthroughViews ?? read("PassthroughViews")?.addresses.compactMap(\.foundView) ?? [] }
        set {
            settings.passthroughViews = newValue
            setNeedsUpdate()
        }
    }

    /// Whether the content extends under the arrow, whose area then is part of the safe area's insets. The default is
    /// false.
    public var contentExtendsUnderArrow: Bool {
        get { read("ContentExtendsUnderArrow")?.bool ?? false }
        set { write("ContentExtendsUnderArrow", .bool(newValue)) }
    }

    /// The settings of the sheet that the popover becomes in a compact window.
    public private(set) lazy var adaptiveSheetPresentationController = SheetPresentationController(of: self)

    public override var presentationStyle: ViewController.ModalPresentationStyle { .popover }

    public override var adaptivePresentationStyle: ViewController.ModalPresentationStyle {
        hostValue("AdaptivePresentationStyle")?.string.flatMap(ViewController.ModalPresentationStyle.init) ?? .none
    }

    public override var frameOfPresentedViewInContainerView: Rect { hostValue("Frame")?.rect ?? .zero }

    // MARK: Synchronization with the host

    func setNeedsUpdate() { UpdateCycle.setNeedsUpdate() }

    func sheetChanged() { write("AdaptiveSheetPresentationController", adaptiveSheetPresentationController.value) }

    private func write(_ name: String, _ value: Value) {
        values[name] = value
        setNeedsUpdate()
    }

    private func read(_ name: String) -> Value? { values[name] ?? hostValue(name) }

    /// Returns the host's value of a property; nil while the host does not know the view controller.
    private func hostValue(_ name: String) -> Value? {
        guard let relay, relay.number != 0 else { return nil }
        return try? Host.popoverValue(name, of: relay.number)
    }

    /// Stores the rectangle of the delegate's reply. The host takes it from the reply, so that it is not sent again.
    func keepReply(_ rect: Rect) {
        values["SourceRect"] = .rect(rect)
        sent["SourceRect"] = .rect(rect)
    }

    /// Stores the view of the delegate's reply. The host takes it from the reply, so that it is not sent again.
    func keepReply(_ view: View, at address: ViewAddress) {
        settings.sourceView = .some(view)
        sent["SourceView"] = address.value
    }

    /// Disconnects this object from the view controller, whose next presentation has an object of its own.
    func end() {
        replacement = nil
        relay = nil
    }

    /// Prepares for a new host side: all values will be sent again.
    func reset() {
        replacement = nil
        sent = [:]
        isDelegateSent = false
    }

    func delegateReleased() {
        isDelegateSent = false
        delegate = nil
    }

    /// Sends the values that have changed. Anchors that the host does not know yet are sent later.
    func flush() {
        guard let relay, relay.number != 0 else { return }
        for (name, value) in assignedValues.sorted(by: { $0.key < $1.key }) where sent[name] != value {
            relay.attempt("set \(name) of its popover") { () throws(PluginError) in
                try Host.call { table, host, arena in
                    table.set_popover_value?(host, relay.number, arena.string(name), arena.pointer(to: value))
                }
                sent[name] = value
            }
        }
        if (delegate != nil) != isDelegateSent {
            isDelegateSent = delegate != nil
            relay.request("set the delegate of its popover") { table, host, _ in
                table.set_popover_delegate?(host, relay.number, isDelegateSent ? relay.number : 0)
            }
        }
        // The popover of another owner may be replaced at any time, so keep no values of it.
        guard isProxy else { return }
        (values, sent) = ([:], [:])
        settings = Settings()
    }

    /// The assigned values in the form that the host expects.
    var assignedValues: [String: Value] {
        var assignedValues = values
        if let view = settings.sourceView {
            assignedValues["SourceView"] = view.map { $0.address?.value } ?? ViewAddress.none.value
        }
        if let item = settings.barButtonItem {
            assignedValues["BarButtonItem"] = item.map { $0.address?.value } ?? ViewAddress.none.value
        }
        if let views = settings.passthroughViews {
            assignedValues["PassthroughViews"] = .array(of: "(tu)", views.compactMap { $0.address?.value })
        }
        return assignedValues
    }
}

extension Value {
    /// The references of an `a(tu)`.
    fileprivate var addresses: [ViewAddress] {
        guard case .array(of: "(tu)", let values) = self else { return [] }
        return values.compactMap { ViewAddress(value: $0) }
    }
}

/// The popovers that a view controller is related to.
struct Popovers {
    /// The popover in which the view controller is or will be presented.
    var own: PopoverPresentationController?
    /// The popover of the last presentation. Its delegate is notified of the dismissal afterwards.
    var ended: PopoverPresentationController?
    /// The popover of an enclosing container that belongs to another owner.
    var outer: PopoverPresentationController?
    /// The popover whose view controller this one replaces while it is adapted.
    weak var replaced: PopoverPresentationController?
}

/// A set of directions of a popover's arrow. With `up` the arrow is on the top edge and the popover is below its
/// anchor.
public struct PopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let up = PopoverArrowDirection(rawValue: 1)
    public static let down = PopoverArrowDirection(rawValue: 2)
    public static let left = PopoverArrowDirection(rawValue: 4)
    public static let right = PopoverArrowDirection(rawValue: 8)
    public static let any: PopoverArrowDirection = [.up, .down, .left, .right]
    /// The direction while the popover is not on screen. It can't be permitted.
    public static let unknown = PopoverArrowDirection(rawValue: .max)
}
