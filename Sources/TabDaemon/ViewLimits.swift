/// What the views of one controller may be; the configuration's `[limits]` can say otherwise.
struct ViewLimits: Hashable, Sendable {
    /// How many.
    var views = 2000
    /// How deep inside each other, the root counted.
    var depth = 32
    /// The longest string, in bytes.
    var text = 64 << 10
    /// The most pixels of one view, in bytes.
    var pixels = 1 << 20
    /// What all views hold together, in bytes.
    var content = 16 << 20
}
