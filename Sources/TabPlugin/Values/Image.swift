internal import CTabPlugin

/// An image for views, bars and menus, like UIKit's `UIImage`. Their properties `image` take its name.
///
/// ```swift
/// let map = ImageView(frame: Rect(width: 64, height: 64))
/// map.image = Image(named: "pictures/map.svg").name
/// ```
public struct Image: Hashable, Sendable {
    /// The value for the properties `image`.
    public let name: String

    /// An icon of the user's icon theme, such as `edit-copy-symbolic`.
    public init(systemName: String) { name = systemName }

    /// A PNG, JPEG or SVG file in the plugin's folder.
    ///
    /// - Parameter path: The path in that folder, such as `icons/clock.svg`. The host refuses `..` and symbolic links.
    public init(named path: String) { name = path.hasPrefix("./") ? path : "./" + path }

    /// An image of encoded data: PNG, JPEG or SVG, of at most 4 MiB by default. Data that is equal is stored once.
    ///
    /// The host keeps the image while a view, an item or a menu names it. If a plugin adds too many images, the host
    /// drops those that nothing names, oldest first.
    ///
    /// - Throws: `PluginError.invalidArgument` for other data, `PluginError.limitsExceeded` for too much of it.
    @PluginActor
    public init(data: [UInt8]) throws(PluginError) {
        name = try data.withUnsafeBufferPointer { bytes throws(PluginError) in
            try Host.text { table, host, context in
                table.add_image?(host, tab_bytes(bytes: bytes.baseAddress, count: bytes.count), receiveText, context)
            }
        }
    }
}
