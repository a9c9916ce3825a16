package import DBusConnection

/// A view controller's owner that can be a delegate.
@EventLoop
package protocol DelegateOwner: ContentOwner {
    /// Asks something about a tab bar controller, or about a controller that is presented in a popover.
    ///
    /// - Parameter completion: Called at most once, perhaps before this returns.
    /// - Returns: The question's token.
    func ask(
        _ question: DelegateQuestion, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64
    /// The answer is not waited for any more; the completion may not be called.
    func withdraw(_ question: UInt64)
    /// - Parameter subject: The tab bar controller, or the view controller that is presented in the popover.
    func tell(_ notice: DelegateNotice, about subject: UInt64)
}
