/// Which restoration identifier a new tab bar controller gets.
enum TabIdentity: Hashable, Sendable {
    /// The one that is asked for.
    case given(String)
    /// The first free one of its title.
    case titled(String)
    /// None: it ends with the daemon.
    case none
}
