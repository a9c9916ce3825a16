import TabInterface
import TabModel

/// What is kept of a window beside the model: who looks at it.
struct Attachments {
    struct Client {
        var size: DBusSize?
        var isReadOnly = false
        var isVisible = true
        var colorScheme: InterfaceStyle?
        /// Grows with each attaching.
        var order = 0
    }

    /// By unique name.
    var clients: [String: Client] = [:]
    /// What was written, or the profile's; counts while no client gave a size.
    var writtenSize: Size
    var isAlwaysVisible = false
    var writtenColorScheme = InterfaceStyle.noPreference

    /// What the client that attached last prefers, of those that said it, else what was written.
    var colorScheme: InterfaceStyle {
        clients.values.filter { $0.colorScheme != nil }.max { $0.order < $1.order }?.colorScheme
            ?? writtenColorScheme
    }

    var isVisible: Bool { isAlwaysVisible || clients.values.contains { $0.isVisible } }

    /// The smallest width and height that clients gave, else what was written.
    var size: Size {
        let sizes = clients.values.compactMap(\.size)
        guard let width = sizes.map(\.width).min(), let height = sizes.map(\.height).min() else { return writtenSize }
        return Size(width: width, height: height)
    }
}
