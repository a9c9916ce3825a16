/// Methods that control the dismissal of a presentation and its adaptation to a compact window.
///
/// All methods have default implementations. You can implement an `async` requirement with a synchronous method. If a
/// reply takes more than half a second, the host uses the default instead. The host only calls the delegates of
/// popovers (`PopoverPresentationControllerDelegate`).
@PluginActor
public protocol AdaptivePresentationControllerDelegate: AnyObject {
    /// Returns the presentation style for a window with the given size classes.
    ///
    /// `none` keeps the popover. With `automatic`, the default, the host chooses.
    func adaptivePresentationStyle(
        for controller: PresentationController, traitCollection: TraitCollection
    ) async -> ViewController.ModalPresentationStyle
    /// Returns the presentation style. Called if the delegate does not implement the method with the traits.
    func adaptivePresentationStyle(
        for controller: PresentationController
    ) async -> ViewController.ModalPresentationStyle
    /// Returns the view controller to present in the adapted style, or nil to present the same one.
    ///
    /// Often this is a new `NavigationController` whose root is the presented view controller.
    func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) async -> ViewController?
    /// The presentation is about to adapt to a style; `none` means that it becomes a popover again.
    func presentationController(
        _ presentationController: PresentationController,
        willPresentWithAdaptiveStyle style: ViewController.ModalPresentationStyle)
    /// Returns whether the user may dismiss the presentation. The default is true. `dismiss(animated:)` does not call
    /// it.
    func presentationControllerShouldDismiss(_ presentationController: PresentationController) async -> Bool
    /// The user is about to dismiss the presentation.
    func presentationControllerWillDismiss(_ presentationController: PresentationController)
    /// The user has dismissed the presentation.
    func presentationControllerDidDismiss(_ presentationController: PresentationController)
    /// The user tried to dismiss the presentation, but the delegate or `isModalInPresentation` prevented it.
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

/// Methods that configure a popover before it appears, reposition it, and control its adaptation and dismissal.
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
    /// Configures the popover before its first layout. Not called if the popover adapts to another style.
    func prepareForPopoverPresentation(
        _ popoverPresentationController: PopoverPresentationController
    ) async
    /// Replaces the anchor before a new layout, because the window or the source view has changed. Not called if the
    /// anchor is a bar button item.
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
