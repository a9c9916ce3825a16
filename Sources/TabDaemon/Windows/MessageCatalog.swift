/// The translations in a `.mo` file, which `msgfmt` makes.
///
/// The daemon reads these files itself: `gettext()` has one locale per process, and needs that locale to be installed.
/// Only the singular of a text with plural forms is used.
package struct MessageCatalog: Sendable {
    /// The maximum size of a file in bytes.
    package static let maximumSize = 1 << 20

    /// The reason why bytes are not a catalog.
    package struct Damage: Error, CustomStringConvertible {
        package let description: String
    }

    private let translations: [String: String]

    /// Reads a catalog of either byte order.
    ///
    /// - Parameter bytes: The contents of the file.
    package init(_ bytes: [UInt8]) throws(Damage) {
        guard bytes.count <= Self.maximumSize else {
            throw Damage(description: "\(bytes.count) bytes; at most \(Self.maximumSize) are allowed")
        }
        let file = try File(bytes)
        var found: [String: String] = [:]
        // Texts do not overlap in files of msgfmt. Overlapping ones could take far more memory than the file.
        var rest = bytes.count
        for index in 0..<file.count {
            let original = try file.text(at: file.originals + 8 * index, within: &rest)
            let translation = try file.text(at: file.translations + 8 * index, within: &rest)
            if original.isEmpty {
                try Self.checkCharset(translation)
            } else if !translation.isEmpty, found[original] == nil {
                found[original] = translation
            }
        }
        translations = found
    }

    /// The translation of a text; nil when it has none or an empty one.
    package subscript(_ text: String) -> String? { translations[text] }

    /// Checks the header, which is the translation of the empty text.
    private static func checkCharset(_ header: String) throws(Damage) {
        let marker = "charset="
        for line in header.lowercased().split(separator: "\n") where line.hasPrefix("content-type:") {
            for word in line.split(whereSeparator: { $0 == " " || $0 == ";" }) where word.hasPrefix(marker) {
                guard word != "\(marker)utf-8" else { continue }
                throw Damage(description: "charset '\(word.dropFirst(marker.count))' is not allowed; expected UTF-8")
            }
        }
    }

    /// The bytes with the numbers of their head.
    private struct File {
        private static let magic: UInt32 = 0x9504_12DE

        private let bytes: [UInt8]
        private let isBigEndian: Bool
        let count: Int
        /// The offsets of the two tables, which have a length and an offset for each text.
        private(set) var originals = 0
        private(set) var translations = 0

        init(_ bytes: [UInt8]) throws(Damage) {
            self.bytes = bytes
            let magic = try Self.word(at: 0, of: bytes, isBigEndian: false)
            guard magic == Self.magic || magic.byteSwapped == Self.magic else {
                throw Damage(description: "not a file of msgfmt: it begins with 0x\(String(magic, radix: 16))")
            }
            isBigEndian = magic != Self.magic
            let revision = try Self.word(at: 4, of: bytes, isBigEndian: isBigEndian)
            guard revision >> 16 <= 1 else {
                throw Damage(description: "revision \(revision >> 16) is not known; expected 0 or 1")
            }
            count = Int(try Self.word(at: 8, of: bytes, isBigEndian: isBigEndian))
            originals = try number(at: 12)
            translations = try number(at: 16)
        }

        private static func word(at offset: Int, of bytes: [UInt8], isBigEndian: Bool) throws(Damage) -> UInt32 {
            guard offset <= bytes.count - 4 else {
                throw Damage(description: "a number at byte \(offset) is outside the \(bytes.count) bytes of the file")
            }
            let word = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
            return isBigEndian ? word : word.byteSwapped
        }

        private func number(at offset: Int) throws(Damage) -> Int {
            Int(try Self.word(at: offset, of: bytes, isBigEndian: isBigEndian))
        }

        /// Returns the text of a row of a table, up to the first NUL, which ends the singular.
        ///
        /// - Parameter rest: The bytes that further texts may have. This text is subtracted.
        func text(at row: Int, within rest: inout Int) throws(Damage) -> String {
            let (length, start) = (try number(at: row), try number(at: row + 4))
            guard start + length < bytes.count, length <= rest, bytes[start + length] == 0 else {
                throw Damage(description: "the text at byte \(start) with \(length) bytes does not end in the file")
            }
            rest -= length
            guard let text = String(validating: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self) else {
                throw Damage(description: "the text at byte \(start) is not valid UTF-8")
            }
            return text
        }
    }
}
