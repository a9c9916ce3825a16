/// The bytes of a bracketed paste.
struct PastedText: Sendable {
    /// In bytes; what is more is dropped.
    static let limit = 65_536
    /// What follows a paste.
    static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var isCut = false

    mutating func append(_ more: ArraySlice<UInt8>) {
        let room = Self.limit - bytes.count
        bytes += more.prefix(room)
        if more.count > room { isCut = true }
    }

    /// Without controls but line breaks, which are all newlines, and tabs.
    var text: String {
        var bytes = bytes[...]
        // A last character that may be cut off itself.
        while isCut, let last = bytes.last, last >= 0x80 {
            bytes.removeLast()
            if last >= 0xC0 { break }
        }
        var text = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n": if !isAfterReturn { text.append("\n") }
            case "\t": text.append("\t")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
            isAfterReturn = scalar == "\r"
        }
        return String(text)
    }
}
