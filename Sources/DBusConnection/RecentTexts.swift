internal import Glibc

/// The texts that messages had lately. Paths, interfaces and members are the same few again and again: one that is known
/// takes no memory and no look at its characters, and is found equal to itself at once.
final class RecentTexts {
    private static let places = 64
    /// Shorter ones are part of the string itself; longer ones are nothing that is said again and again.
    private static let lengths = 16...255
    private var texts = [String](repeating: "", count: places)

    /// A text of a message, which may be gone afterwards.
    func text(_ pointer: UnsafePointer<CChar>) -> String {
        let length = strlen(pointer)
        guard Self.lengths.contains(length) else { return String(cString: pointer) }
        let place = Self.place(of: pointer, length)
        let isKnown = texts[place].utf8.withContiguousStorageIfAvailable { known in
            guard let start = known.baseAddress, known.count == length else { return false }
            return memcmp(start, pointer, length) == 0
        }
        if isKnown != true { texts[place] = String(cString: pointer) }
        return texts[place]
    }

    /// By the last 16 bytes, where paths and names differ.
    private static func place(of pointer: UnsafePointer<CChar>, _ length: Int) -> Int {
        let end = UnsafeRawPointer(pointer) + length
        let last = (end - 16).loadUnaligned(as: UInt64.self) ^ (end - 8).loadUnaligned(as: UInt64.self) &* 31
        return Int(((last ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
}
