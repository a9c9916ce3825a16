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
