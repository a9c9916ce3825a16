/// What a delegate of a tab bar controller is asked.
package enum DelegateQuestion: Hashable, Sendable {
    /// Whether a tap may select this controller (`b`).
    case shouldSelect(UInt64)
    /// How the change from one controller to another is drawn (`a{sv}`).
    case animation(from: UInt64, to: UInt64)
    /// A UIInterfaceOrientationMask (`u`).
    case supportedOrientations
    /// The name of an orientation (`s`).
    case preferredOrientation
}
