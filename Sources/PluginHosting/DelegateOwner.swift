package import DBusConnection
package import DBusInterface

/// A view controller's owner that can be a delegate.
@EventLoop
package protocol DelegateOwner: ContentOwner {
    /// Asks something about a tab bar controller, or about a controller that is presented in a popover; the completion
    /// gets the answer, nil when the owner fails.
    ///
    /// - Returns: the question's token; nil when the owner doesn't decide that, and then the completion is not called.
    func ask(
        _ question: DelegateQuestion, in controller: UInt64,
        completion: @escaping @EventLoop (Variant?) -> Void
    ) -> UInt64?
    /// The answer is not waited for any more.
    func withdraw(_ question: UInt64)
}
