internal import CDBus
internal import EventLoop
internal import Glibc

/// The headers of signals that were sent before and will be sent again.
///
/// libdbus takes 8,200 instructions to make such a header, and 1,200 to copy one.
@EventLoop
final class RecentSignals {
    private struct Entry {
        let path: String
        let interface: String
        let member: String
        let message: OpaquePointer
    }

    private static let places = 16
    private nonisolated(unsafe) var entries: [Entry] = []
    private var next = 0

    deinit {
        for entry in entries { dbus_message_unref(entry.message) }
    }

    /// A signal without a body, to be released by the caller; nil when there is no memory for it.
    func message(_ member: String, of interface: String, from path: String) -> OpaquePointer? {
        for entry in entries where entry.path == path && entry.member == member && entry.interface == interface {
            return dbus_message_copy(entry.message)
        }
        guard let message = dbus_message_new_signal(path, interface, member) else { return nil }
        let entry = Entry(path: path, interface: interface, member: member, message: message)
        if entries.count < Self.places {
            entries.append(entry)
        } else {
            dbus_message_unref(entries[next].message)
            entries[next] = entry
            next = (next + 1) % Self.places
        }
        return dbus_message_copy(message)
    }
}

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
