internal import DBusConnection
internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

/// Readable values of views and objects, on one line and of limited length.
enum PropertyText {
    private static let maximumLength = 100
    private static let maximumElements = 12

    /// Returns a property as `Title="Start"`, or as `Hidden` if its value is true.
    static func assignment(_ key: String, _ value: Variant, in className: String) -> String {
        value == .bool(true) ? key : "\(key)=\(text(value, of: key, in: className))"
    }

    /// The keys whose value is the index of a row, segment or item, where -1 means none.
    private static let indexKeys: Set = [
        ViewKeys.selectedRow.name, ViewKeys.selectedSegment.name, ViewKeys.selectedItem.name,
    ]

    /// Returns the value of a view's property. Constants of the contract have no quotes, other texts do, and an index
    /// becomes a position that counts from 1.
    static func text(_ value: Variant, of key: String, in className: String) -> String {
        if case .int32(let index) = value, indexKeys.contains(key) { return Position.text(of: index) }
        if let pixels = Pixels(variant: value) { return "\(pixels.width)x\(pixels.height) pixels" }
        if case .string(let text) = value, !text.isEmpty {
            switch ViewClasses.viewClass(className)?.keys[key]?.rule {
            case .choice, .colour: return CharacterWidth.printable(text)
            case .image: return CharacterWidth.printable(ImageName.short(text))
            default: break
            }
        }
        return text(value)
    }

    static func text(_ value: Variant) -> String {
        switch value {
        case .string(let text): JSON.string(CharacterWidth.truncate(ImageName.short(text), to: maximumLength)).text
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

    /// Returns a view controller's number instead of its path; `none` for `/`.
    static func object(_ path: ObjectPath) -> String {
        path.isNone ? "none" : TabNames.viewController(of: path)?.description ?? path.text
    }

    /// Returns a frame as `0,20 375x60`.
    static func frame(_ frame: DBusRect) -> String {
        "\(number(frame.x)),\(number(frame.y)) \(size(DBusSize(width: frame.width, height: frame.height)))"
    }

    static func size(_ size: DBusSize) -> String { "\(number(size.width))x\(number(size.height))" }

    /// Returns a number with at most two decimals; infinity and NaN are words.
    static func number(_ number: Double) -> String {
        short(abs(number) < 1e12 ? (number * 100).rounded() / 100 : number)
    }

    /// Returns a number without `.0` at the end.
    static func short(_ number: Double) -> String {
        let text = String(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the flexible lengths of an autoresizing mask: `width+height`.
    static func autoresizing(_ mask: UInt32) -> String {
        let names = ["left", "width", "right", "top", "height", "bottom"]
        return names.enumerated().filter { mask & 1 << $0.offset != 0 }.map(\.element).joined(separator: "+")
    }
}

/// A signal as one line of text or JSON.
extension SignalContent {
    /// The signal as `PATH INTERFACE.MEMBER ARGUMENT ...`, without the prefix of tabd's own interfaces.
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
