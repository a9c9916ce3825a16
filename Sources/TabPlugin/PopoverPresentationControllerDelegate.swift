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
