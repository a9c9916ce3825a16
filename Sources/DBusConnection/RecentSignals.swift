internal import CDBus

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
