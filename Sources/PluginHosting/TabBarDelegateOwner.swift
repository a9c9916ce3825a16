package import DBusConnection
package import DBusInterface

/// A view controller's owner that can be the delegate of a tab bar controller.
@EventLoop
package protocol TabBarDelegateOwner: ContentOwner {
    /// Asks something; the completion gets the answer, nil when the owner fails.
    ///
    /// - Returns: the question's token; nil when the owner doesn't decide that, and then the completion is not called.
    func ask(
        _ question: DelegateQuestion, in tabBarController: UInt64,
        completion: @escaping @EventLoop (Variant?) -> Void
    ) -> UInt64?
    /// The answer is not waited for any more.
    func withdraw(_ question: UInt64)
    func didSelect(_ viewController: UInt64, in tabBarController: UInt64)
    func willBeginCustomizing(_ viewControllers: [UInt64], in tabBarController: UInt64)
    func willEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64)
    func didEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64)
    func delegateReleased(by tabBarController: UInt64)
}
