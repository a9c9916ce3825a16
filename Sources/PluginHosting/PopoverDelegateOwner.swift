package import DBusConnection

/// A view controller's owner that can be the delegate of a popover, named by the controller that is presented in it.
@EventLoop
package protocol PopoverDelegateOwner: DelegateOwner {
    func willPresent(withAdaptiveStyle style: String, of presented: UInt64)
    func willDismiss(_ presented: UInt64)
    func didDismiss(_ presented: UInt64)
    func didAttemptToDismiss(_ presented: UInt64)
    func popoverDelegateReleased(by presented: UInt64)
}
