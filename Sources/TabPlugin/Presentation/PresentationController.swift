/// The presentation of a view controller, from the call to `present(_:animated:)` until the dismissal.
@PluginActor
public class PresentationController {
    /// The presented view controller, which the host retains.
    private weak var presented: ViewController?
    /// The proxy of a presented view controller that belongs to another owner.
    private let proxy: ViewController?
    /// The view controller of this plugin that is named in calls of the host: the presented one or one inside it.
    weak var relay: ViewController?

    /// - Parameter relay: The view controller of this plugin inside a presented proxy; nil if the presented view
    ///   controller belongs to this plugin.
    init(_ presented: ViewController, seenFrom relay: ViewController? = nil) {
        self.presented = presented
        proxy = relay == nil ? nil : presented
        self.relay = relay ?? presented
    }

    var isProxy: Bool { proxy != nil }

    public var presentedViewController: ViewController { presented ?? ViewController() }

    /// The view controller that presents; nil before and after the presentation.
    public var presentingViewController: ViewControllerReference? { relay?.presentingViewController }

    /// The chosen style, regardless of adaptations.
    public var presentationStyle: ViewController.ModalPresentationStyle {
        presentedViewController.modalPresentationStyle
    }

    /// The style to which the presentation is adapted in a compact window; `none` if it is not adapted.
    public var adaptivePresentationStyle: ViewController.ModalPresentationStyle { .none }

    /// The frame of the presented view and its decorations in the window; `zero` if it is not on screen.
    public var frameOfPresentedViewInContainerView: Rect { .zero }
}

/// The settings of the sheet that a popover becomes in a compact window. Front ends draw the sheet and decide how far
/// to follow them.
@PluginActor
public final class SheetPresentationController: PresentationController {
    /// A height at which a sheet rests.
    public enum Detent: String, Sendable, CaseIterable { case medium, large }

    /// The heights at which the sheet can rest. The default is only `large`.
    public var detents: [Detent] = [.large] { didSet { popover?.sheetChanged() } }
    /// The current height; with nil the front end chooses.
    public var selectedDetentIdentifier: Detent? { didSet { popover?.sheetChanged() } }
    /// Whether the sheet shows a handle for dragging. The default is false.
    public var prefersGrabberVisible = false { didSet { popover?.sheetChanged() } }

    private weak var popover: PopoverPresentationController?

    init(of popover: PopoverPresentationController) {
        self.popover = popover
        super.init(popover.presentedViewController)
    }

    var value: Value {
        .options([
            "Detents": .strings(detents.map(\.rawValue)),
            "SelectedDetent": .string(selectedDetentIdentifier?.rawValue ?? ""),
            "PrefersGrabberVisible": .bool(prefersGrabberVisible),
        ])
    }
}
