package import DBusConnection

/// A view controller's owner that can be the delegate of a tab bar controller.
@EventLoop
package protocol TabBarDelegateOwner: ContentOwner {
    /// Asks whether a tap may select a controller.
    ///
    /// - Returns: the question's token; nil when the owner doesn't decide that, and then the completion is not called.
    func shouldSelect(
        _ viewController: UInt64, in tabBarController: UInt64, completion: @escaping @EventLoop (Bool?) -> Void
    ) -> UInt64?
    /// The answer is not waited for any more.
    func withdraw(_ question: UInt64)
    func didSelect(_ viewController: UInt64, in tabBarController: UInt64)
    func delegateReleased(by tabBarController: UInt64)
}
