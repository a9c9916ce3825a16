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
