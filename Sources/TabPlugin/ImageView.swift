/// A picture: an icon, a file, or pixels.
///
/// ```swift
/// let flag = ImageView(frame: Rect(width: 64, height: 64))
/// flag.pixels = ImageView.Pixels(width: 1, height: 2, rgba: [255, 0, 0, 255, 255, 255, 255, 255])
/// ```
@PluginActor
open class ImageView: View {
    /// What becomes of a picture in a view of another shape.
    public enum ContentMode: String, Sendable { case scaleAspectFit, scaleToFill, center }

    /// Rows of pixels, each of four bytes: red, green, blue, alpha.
    public struct Pixels: Hashable, Sendable {
        public let width, height: UInt32
        public let rgba: [UInt8]

        /// nil when there are not four bytes for each pixel, or more than 1 MiB of them.
        public init?(width: UInt32, height: UInt32, rgba: [UInt8]) {
            guard rgba.count <= 1 << 20, UInt64(width) * UInt64(height) * 4 == UInt64(rgba.count) else { return nil }
            self.width = width
            self.height = height
            self.rgba = rgba
        }
    }

    /// An icon's name or an absolute `file:` URI.
    public var image = "" { didSet { changed(from: oldValue, to: image) } }
    /// Shown instead of `image`.
    public var pixels: Pixels? { didSet { changed(from: oldValue, to: pixels) } }
    public var contentMode = ContentMode.scaleAspectFit { didSet { changed(from: oldValue, to: contentMode) } }

    override var className: String { "ImageView" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Image", image)
        if let pixels {
            properties.add(
                "Pixels", .structure([.uint32(pixels.width), .uint32(pixels.height), .bytes(pixels.rgba)]),
                unless: false)
        }
        properties.add("ContentMode", contentMode.rawValue, default: "scaleAspectFit")
    }
}
