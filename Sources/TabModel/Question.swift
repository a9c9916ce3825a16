/// A tap that waits for the delegate's `shouldSelect`; nothing has changed yet (`C-5`).
package struct Question: Hashable, Sendable {
    package let token: UInt64
    package let tabBarController: ViewControllerID
    /// The tapped tab's controller, or More.
    package let viewController: ViewControllerID
}
