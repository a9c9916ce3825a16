import TabModel

/// What a user does with the remote control of profile tv.
enum RemoteAction: Sendable {
    case press(RemoteButton)
    case swipe(RemoteButton)
    /// The user waits until the focused item is selected.
    case delay
}
