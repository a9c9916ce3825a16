/// One or more lines of text that can't be edited.
///
/// ```swift
/// let title = Label(text: "Good morning")
/// title.style = .largeTitle
/// title.numberOfLines = 0
/// ```
@PluginActor
open class Label: View {
    /// `natural` is that of the language.
    public enum Alignment: String, Sendable { case natural, left, center, right }
    /// What the text is for; the front end chooses the font. The digits of `monospacedDigit` don't jump.
    public enum Style: String, Sendable { case body, largeTitle, title, headline, caption, monospacedDigit }

    public var text = "" { didSet { changed(from: oldValue, to: text) } }
    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; empty leaves it to the front end.
    public var textColor = "" { didSet { changed(from: oldValue, to: textColor) } }
    public var alignment = Alignment.natural { didSet { changed(from: oldValue, to: alignment) } }
    public var style = Style.body { didSet { changed(from: oldValue, to: style) } }
    /// 0 = as many as it takes.
    public var numberOfLines: UInt32 = 1 { didSet { changed(from: oldValue, to: numberOfLines) } }

    public override init(frame: Rect = .zero) { super.init(frame: frame) }

    public convenience init(text: String) {
        self.init(frame: .zero)
        self.text = text
    }

    override var className: String { "Label" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Text", text)
        properties.add("TextColor", textColor)
        properties.add("Alignment", alignment.rawValue, default: "natural")
        properties.add("Style", style.rawValue, default: "body")
        properties.add("Lines", .uint32(numberOfLines), unless: numberOfLines == 1)
    }
}

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

/// How far something is.
///
/// ```swift
/// let download = ProgressView(frame: Rect(width: 200, height: 8))
/// download.progress = nil
/// ```
@PluginActor
open class ProgressView: View {
    /// 0 to 1, cut to that; nil while nobody knows.
    public var progress: Double? = 0 {
        didSet {
            if let progress { self.progress = min(max(progress, 0), 1) }
            changed(from: oldValue, to: progress)
        }
    }

    override var className: String { "ProgressView" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Progress", .double(progress ?? -1), unless: progress == 0)
    }
}

/// Numbers drawn as a line or as bars.
///
/// ```swift
/// let load = Chart(frame: Rect(width: 300, height: 80))
/// load.maximum = 100
/// load.values = [12, 40, 38.5]
/// ```
@PluginActor
open class Chart: View {
    public enum Style: String, Sendable { case line, bar }

    /// Finite numbers, the oldest first.
    public var values: [Double] = [] { didSet { changed(from: oldValue, to: values) } }
    /// The ends of the scale; when both are 0 the front end takes those of the values.
    public var minimum = 0.0 { didSet { changed(from: oldValue, to: minimum) } }
    public var maximum = 0.0 { didSet { changed(from: oldValue, to: maximum) } }
    public var style = Style.line { didSet { changed(from: oldValue, to: style) } }

    override var className: String { "Chart" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Values", .array(of: "d", values.map(Value.double)), unless: values.isEmpty)
        properties.add("Minimum", .double(minimum), unless: minimum == 0)
        properties.add("Maximum", .double(maximum), unless: maximum == 0)
        properties.add("Style", style.rawValue, default: "line")
    }
}
