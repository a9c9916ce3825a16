/// What shows a view controller over others, from the moment of its presentation until its dismissal.
@PluginActor
public class PresentationController {
    /// Kept by what presents it, and not from here.
    private weak var presented: ViewController?
    /// Stands for the presented one when that is somebody else's.
    private let standIn: ViewController?
    /// Through whom the host is asked: the presented one itself, or one of this plugin's that is inside.
    weak var speaker: ViewController?

    init(_ presented: ViewController) {
        self.presented = presented
        standIn = nil
        speaker = presented
    }

    init(standingFor number: UInt64, seenFrom viewController: ViewController) {
        let standIn = ViewController(standingFor: number)
        presented = standIn
        self.standIn = standIn
        speaker = viewController
    }

    var isStandIn: Bool { standIn != nil }

    public var presentedViewController: ViewController { presented ?? ViewController() }

    /// Who presents it; nil before and after the presentation.
    public var presentingViewController: ViewControllerReference? { speaker?.presentingViewController }

    /// The style that was chosen, whatever it adapts to.
    public var presentationStyle: ViewController.ModalPresentationStyle {
        presentedViewController.modalPresentationStyle
    }

    /// What it is presented as instead in a window with little room; `none` when it isn't.
    public var adaptivePresentationStyle: ViewController.ModalPresentationStyle { .none }

    /// Where its view is in the window, with all that belongs to it; `zero` when it is not on the screen.
    public var frameOfPresentedViewInContainerView: Rect { .zero }
}

/// The sheet that a popover becomes in a window with little room, as far as that has a say (P75): front ends draw it.
@PluginActor
public final class SheetPresentationController: PresentationController {
    /// How high a sheet rests.
    public enum Detent: String, Sendable, CaseIterable { case medium, large }

    /// Where it rests; only `large` at first.
    public var detents: [Detent] = [.large] { didSet { popover?.sheetChanged() } }
    /// Where it rests now; nil leaves that to the front end.
    public var selectedDetentIdentifier: Detent? { didSet { popover?.sheetChanged() } }
    /// Whether it has a handle to drag it by; false at first.
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
