/// What can be read of restoration.
enum RestorationLook: Sendable {
    case identifier(String)
    /// What the owner of a controller has of the text that it was given.
    case state(String)
    /// Whether a controller is still there.
    case exists(String)
}
