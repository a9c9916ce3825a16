/// What a user's attempts to dismiss a presentation ask and tell, and how it adapts to a window with little room.
///
/// A plain `func` fulfils an `async` requirement as well; an answer counts for half a second, then the default does. All
/// methods have one. The host calls the delegates of popovers (`PopoverPresentationControllerDelegate`).
@PluginActor
public protocol AdaptivePresentationControllerDelegate: AnyObject {
    /// What it is presented as in a window with these size classes: `none` leaves it as it is; `automatic`, the default,
    /// leaves it to the host (P62).
    func adaptivePresentationStyle(
        for controller: PresentationController, traitCollection: TraitCollection
    ) async -> ViewController.ModalPresentationStyle
    /// Asked of a delegate that does not have the method with the traits.
    func adaptivePresentationStyle(
        for controller: PresentationController
    ) async -> ViewController.ModalPresentationStyle
    /// What is presented instead in that style, often a `NavigationController` around the presented view controller, which
    /// may be made here; nil, the default, is the same (P63).
    func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) async -> ViewController?
    /// `none` when it is what it was again (P64).
    func presentationController(
        _ presentationController: PresentationController,
        willPresentWithAdaptiveStyle style: ViewController.ModalPresentationStyle)
    /// Whether the user may dismiss it; `dismiss(animated:)` asks nobody (P55, P56). true by default.
    func presentationControllerShouldDismiss(_ presentationController: PresentationController) async -> Bool
    func presentationControllerWillDismiss(_ presentationController: PresentationController)
    func presentationControllerDidDismiss(_ presentationController: PresentationController)
    /// The user tried to, and was refused: here, or as it `isModalInPresentation`.
    func presentationControllerDidAttemptToDismiss(_ presentationController: PresentationController)
}

extension AdaptivePresentationControllerDelegate {
    public func adaptivePresentationStyle(
        for controller: PresentationController, traitCollection: TraitCollection
    ) async -> ViewController.ModalPresentationStyle { await adaptivePresentationStyle(for: controller) }
    public func adaptivePresentationStyle(
        for controller: PresentationController
    ) async -> ViewController.ModalPresentationStyle { .automatic }
    public func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) async -> ViewController? { nil }
    public func presentationController(
        _ presentationController: PresentationController,
        willPresentWithAdaptiveStyle style: ViewController.ModalPresentationStyle
    ) {}
    public func presentationControllerShouldDismiss(
        _ presentationController: PresentationController
    ) async -> Bool { true }
    public func presentationControllerWillDismiss(_ presentationController: PresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: PresentationController) {}
    public func presentationControllerDidAttemptToDismiss(_ presentationController: PresentationController) {}
}

/// What may configure a popover at the last moment, moves it, and decides how it adapts and who dismisses it.
///
/// ```swift
/// final class Editor: ViewController, PopoverPresentationControllerDelegate {
///     private var isChanged = false
///
///     func edit(from item: BarButtonItem) {
///         let form = Form()
///         form.modalPresentationStyle = .popover
///         form.popoverPresentationController?.barButtonItem = item
///         form.popoverPresentationController?.delegate = self
///         present(form, animated: true)
///     }
///
///     func presentationControllerShouldDismiss(_ presentationController: PresentationController) -> Bool { !isChanged }
///
///     func presentationController(
///         _ controller: PresentationController,
///         viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
///     ) -> ViewController? {
///         NavigationController(rootViewController: controller.presentedViewController)
///     }
/// }
///
/// final class Form: ViewController {}
/// ```
@PluginActor
public protocol PopoverPresentationControllerDelegate: AdaptivePresentationControllerDelegate {
    /// About to be laid out first: the last chance to configure it. Not called when it adapts to another style (P60).
    func prepareForPopoverPresentation(
        _ popoverPresentationController: PopoverPresentationController
    ) async
    /// Its surroundings have changed: it is laid out again, and rect and view may be replaced. Not called for a popover at
    /// a bar button item (P61).
    func popoverPresentationController(
        _ popoverPresentationController: PopoverPresentationController, willRepositionPopoverTo rect: inout Rect,
        in view: inout View
    ) async
}

extension PopoverPresentationControllerDelegate {
    public func prepareForPopoverPresentation(
        _ popoverPresentationController: PopoverPresentationController
    ) async {}
    public func popoverPresentationController(
        _ popoverPresentationController: PopoverPresentationController, willRepositionPopoverTo rect: inout Rect,
        in view: inout View
    ) async {}
}
