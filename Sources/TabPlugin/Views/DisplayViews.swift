/// A view that shows one or more lines of text.
///
/// ```swift
/// let title = Label(text: "Good morning")
/// title.style = .largeTitle
/// title.numberOfLines = 0
/// ```
@PluginActor
open class Label: View {
    /// The alignment of the text. `natural` follows the direction of the language.
    public enum Alignment: String, Sendable { case natural, left, center, right }
    /// The role of the text, from which the front end chooses a font. All digits of `monospacedDigit` have the same
    /// width.
    public enum Style: String, Sendable { case body, largeTitle, title, headline, caption, monospacedDigit }
    /// The weight of the text. `regular` is the weight of the style.
    public enum Weight: String, Sendable { case light, regular, medium, semibold, bold }

    /// The text. If it can have more than one line, a change also lays out the superview, because the label may need
    /// another height.
    public var text = "" {
        didSet {
            changed(from: oldValue, to: text)
            if text != oldValue, numberOfLines != 1 { superview?.setNeedsLayout() }
        }
    }
    /// The colour of the text: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour. If it is empty, the front end
    /// chooses.
    public var textColor = "" { didSet { changed(from: oldValue, to: textColor) } }
    public var alignment = Alignment.natural { didSet { changed(from: oldValue, to: alignment) } }
    public var style = Style.body { didSet { changed(from: oldValue, to: style) } }
    public var weight = Weight.regular { didSet { changed(from: oldValue, to: weight) } }
    /// The URI that a click on the text opens: `https:`, `http:` or `mailto:`, of at most 2,048 bytes; empty for none.
    public var link = "" { didSet { changed(from: oldValue, to: link) } }
    /// The attributes of parts of the text, at most 1,000. Of attributes that overlap, a later one wins over an earlier one
    /// of its kind. They stay when `text` changes.
    public var textAttributes: [TextAttribute] = [] { didSet { changed(from: oldValue, to: textAttributes) } }
    /// The maximum number of lines; 0 for no limit.
    public var numberOfLines: UInt32 = 1 { didSet { changed(from: oldValue, to: numberOfLines) } }

    public override init(frame: Rect = .zero) { super.init(frame: frame) }

    public convenience init(text: String) {
        self.init(frame: .zero)
        self.text = text
    }

    override var className: String { "Label" }

    override func encode(into properties: inout Properties) {
        properties.add("Text", text)
        properties.add("TextColor", textColor)
        properties.add("Alignment", alignment.rawValue, default: "natural")
        properties.add("Style", style.rawValue, default: "body")
        properties.add("Weight", weight.rawValue, default: "regular")
        properties.add("Link", link)
        if !textAttributes.isEmpty {
            let count = text.unicodeScalars.count
            let attributes = textAttributes.compactMap { $0.value(within: count) }
            properties.add("TextAttributes", .array(of: "(uusv)", attributes), unless: attributes.isEmpty)
        }
        properties.add("Lines", .uint32(numberOfLines), unless: numberOfLines == 1)
    }
}

/// A view that shows an image: an icon, a file, encoded data, or pixels.
///
/// ```swift
/// let flag = ImageView(frame: Rect(width: 64, height: 64))
/// flag.pixels = ImageView.Pixels(width: 1, height: 2, rgba: [255, 0, 0, 255, 255, 255, 255, 255])
/// ```
@PluginActor
open class ImageView: View {
    /// The placement of an image in a view with another aspect ratio.
    public enum ContentMode: String, Sendable { case scaleAspectFit, scaleToFill, center }

    /// An image as rows of pixels. Each pixel has four bytes: red, green, blue, alpha.
    public struct Pixels: Hashable, Sendable {
        public let width, height: UInt32
        public let rgba: [UInt8]

        /// Creates an image. Returns nil if `rgba` does not have four bytes for each pixel, or has more than 1 MiB.
        public init?(width: UInt32, height: UInt32, rgba: [UInt8]) {
            guard rgba.count <= 1 << 20, UInt64(width) * UInt64(height) * 4 == UInt64(rgba.count) else { return nil }
            self.width = width
            self.height = height
            self.rgba = rgba
        }
    }

    /// The name of an icon or of an ``Image``, or an absolute `file:` URI.
    public var image = "" { didSet { changed(from: oldValue, to: image) } }
    /// The pixels to show instead of `image`.
    public var pixels: Pixels? { didSet { changed(from: oldValue, to: pixels) } }
    public var contentMode = ContentMode.scaleAspectFit { didSet { changed(from: oldValue, to: contentMode) } }

    override var className: String { "ImageView" }

    override func encode(into properties: inout Properties) {
        properties.add("Image", image)
        if let pixels {
            properties.add(
                "Pixels", .structure([.uint32(pixels.width), .uint32(pixels.height), .bytes(pixels.rgba)]),
                unless: false)
        }
        properties.add("ContentMode", contentMode.rawValue, default: "scaleAspectFit")
    }
}

/// A view that shows the progress of a task.
///
/// ```swift
/// let download = ProgressView(frame: Rect(width: 200, height: 8))
/// download.progress = nil
/// ```
@PluginActor
open class ProgressView: View {
    /// The progress, clamped to 0 to 1; nil while it is unknown.
    public var progress: Double? = 0 {
        didSet {
            if let progress { self.progress = min(max(progress, 0), 1) }
            changed(from: oldValue, to: progress)
        }
    }

    override var className: String { "ProgressView" }

    override func encode(into properties: inout Properties) {
        properties.add("Progress", .double(progress ?? -1), unless: progress == 0)
    }
}

/// A view that draws numbers as a line or as bars.
///
/// ```swift
/// let load = Chart(frame: Rect(width: 300, height: 80))
/// load.maximum = 100
/// load.values = [12, 40, 38.5]
/// load.unit = "%"
/// load.axisLabels = ["10:00", "10:05", "10:10"]
/// ```
@PluginActor
open class Chart: View {
    public enum Style: String, Sendable { case line, bar }

    /// Values with a name in the legend, which front ends show for two and more series.
    public struct Series: Hashable, Sendable {
        public var name: String
        /// The numbers, as in ``Chart/values``.
        public var values: [Double]
        /// The colour: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour. If it is empty, the front end chooses.
        public var color: String

        public init(_ name: String = "", values: [Double], color: String = "") {
            self.name = name
            self.values = values
            self.color = color
        }

        var value: Value {
            .structure([.string(name), .array(of: "d", values.map(Value.double)), .string(color)])
        }
    }

    /// The numbers, the oldest first. All must be finite.
    public var values: [Double] = [] { didSet { changed(from: oldValue, to: values) } }
    /// At most 16 series of numbers. If there are any, `values` is not shown.
    public var series: [Series] = [] { didSet { changed(from: oldValue, to: series) } }
    /// The unit of the numbers. If it is not empty, the front end shows the ends of the scale.
    public var unit = "" { didSet { changed(from: oldValue, to: unit) } }
    /// At most 64 labels below the chart, spread evenly from its left to its right edge.
    public var axisLabels: [String] = [] { didSet { changed(from: oldValue, to: axisLabels) } }
    /// The lower end of the scale. If both ends are 0, the scale spans the values.
    public var minimum = 0.0 { didSet { changed(from: oldValue, to: minimum) } }
    /// The upper end of the scale.
    public var maximum = 0.0 { didSet { changed(from: oldValue, to: maximum) } }
    public var style = Style.line { didSet { changed(from: oldValue, to: style) } }

    override var className: String { "Chart" }

    override func encode(into properties: inout Properties) {
        properties.add("Values", .array(of: "d", values.map(Value.double)), unless: values.isEmpty)
        properties.add("Series", .array(of: "(sads)", series.map(\.value)), unless: series.isEmpty)
        properties.add("Unit", unit)
        properties.add("AxisLabels", axisLabels.value, unless: axisLabels.isEmpty)
        properties.add("Minimum", .double(minimum), unless: minimum == 0)
        properties.add("Maximum", .double(maximum), unless: maximum == 0)
        properties.add("Style", style.rawValue, default: "line")
    }
}
