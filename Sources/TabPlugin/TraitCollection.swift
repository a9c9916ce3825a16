/// What the window offers: how much room, and which colours the user prefers.
public struct TraitCollection: Hashable, Sendable {
    /// Whether there is little room in a direction or enough.
    public enum SizeClass: Sendable { case unspecified, compact, regular }
    /// Which colours the user prefers.
    public enum InterfaceStyle: Sendable { case unspecified, light, dark }

    public internal(set) var horizontalSizeClass = SizeClass.unspecified
    public internal(set) var verticalSizeClass = SizeClass.unspecified
    public internal(set) var userInterfaceStyle = InterfaceStyle.unspecified
}
