internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// Values of views and objects as people read them; all on one line, and not longer than a line should be.
enum PropertyText {
    private static let maximumLength = 100
    private static let maximumElements = 12

    /// `Title="Start"`, and just `Hidden` for what is true.
    static func assignment(_ key: String, _ value: Variant, in className: String) -> String {
        value == .bool(true) ? key : "\(key)=\(text(value, of: key, in: className))"
    }

    /// The keys of views that hold the index of a row, segment or item, with -1 for none.
    private static let indexKeys: Set = ["SelectedRow", "SelectedSegment", "SelectedItem"]

    /// A view's value. Words that the contract defines stand as they are, texts of authors in quotes, and an index is a
    /// position, which counts from 1.
    static func text(_ value: Variant, of key: String, in className: String) -> String {
        if case .int32(let index) = value, indexKeys.contains(key) { return Position.text(of: index) }
        if let pixels = Pixels(variant: value) { return "\(pixels.width)x\(pixels.height) pixels" }
        if case .string(let text) = value, !text.isEmpty {
            switch ViewClasses.viewClass(className)?.keys[key]?.rule {
            case .choice, .colour, .image: return CharacterWidth.printable(text)
            default: break
            }
        }
        return text(value)
    }

    static func text(_ value: Variant) -> String {
        switch value {
        case .string(let text): JSON.string(CharacterWidth.truncate(text, to: maximumLength)).text
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .array(_, let values):
            "[" + values.prefix(maximumElements).map(text).joined(separator: ", ")
                + (values.count > maximumElements ? ", … \(values.count) in all]" : "]")
        case .structure(let values): "(" + values.map(text).joined(separator: ", ") + ")"
        case .double(let number): self.number(number)
        case .objectPath(let path): object(ObjectPath(path))
        default: CharacterWidth.printable(JSON(value).text)
        }
    }

    /// A view controller's number in place of its path; `none` for `/`.
    static func object(_ path: ObjectPath) -> String {
        path.isNone ? "none" : TabNames.number(of: path).map(String.init) ?? path.text
    }

    /// `0,20 375x60`
    static func frame(_ frame: DBusRect) -> String {
        "\(number(frame.x)),\(number(frame.y)) \(size(DBusSize(width: frame.width, height: frame.height)))"
    }

    static func size(_ size: DBusSize) -> String { "\(number(size.width))x\(number(size.height))" }

    /// At most two decimals; infinity and NaN as words.
    static func number(_ number: Double) -> String {
        short(abs(number) < 1e12 ? (number * 100).rounded() / 100 : number)
    }

    /// Without `.0` at the end of a whole number.
    static func short(_ number: Double) -> String {
        let text = String(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// `width+height`: which lengths give way when the superview's size changes.
    static func autoresizing(_ mask: UInt32) -> String {
        let names = ["left", "width", "right", "top", "height", "bottom"]
        return names.enumerated().filter { mask & 1 << $0.offset != 0 }.map(\.element).joined(separator: "+")
    }
}

/// One signal as a line.
struct SignalText: Hashable, Sendable {
    var path: String
    var interface: String
    var member: String
    var arguments: [Variant]

    /// `PATH INTERFACE.MEMBER ARGUMENT ...`; the prefix of our own interfaces is left out.
    var text: String {
        let prefix = TabNames.interfacePrefix
        let interface = interface.hasPrefix(prefix) ? String(interface.dropFirst(prefix.count)) : interface
        let line = ["\(path) \(interface).\(member)"] + arguments.map { JSON($0).text }
        return CharacterWidth.printable(line.joined(separator: " "))
    }

    var json: JSON {
        [
            "path": .string(path),
            "interface": .string(interface),
            "member": .string(member),
            "arguments": .array(arguments.map { JSON($0) }),
        ]
    }
}

extension SignalText {
    init(_ signal: IncomingSignal, _ reader: some DBusReader) {
        var arguments: [Variant] = []
        while !reader.isAtEnd, let value = try? Variant.content(from: reader) { arguments.append(value) }
        self.init(path: signal.path, interface: signal.interface, member: signal.member, arguments: arguments)
    }
}
