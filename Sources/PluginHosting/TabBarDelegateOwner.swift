package import DBusConnection

/// A view controller's owner that can be the delegate of a tab bar controller.
@EventLoop
package protocol TabBarDelegateOwner: DelegateOwner {
    func didSelect(_ viewController: UInt64, in tabBarController: UInt64)
    func willBeginCustomizing(_ viewControllers: [UInt64], in tabBarController: UInt64)
    func willEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64)
    func didEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64)
    func delegateReleased(by tabBarController: UInt64)
}
