import DBusInterface
import TabInterface

/// The revisions of texts that front ends send.
extension ViewTree {
    /// Notes that a text of a client is sent to the owner.
    mutating func deliverEdit(_ revision: UInt64, of client: String, to view: UInt32) {
        textEdits[view, default: TextEdits()].deliver(revision, of: client)
    }

    /// Notes that the owner has handled a text of a client.
    ///
    /// - Returns: Whether the view changed: its text is known to include the edit.
    mutating func didHandleEdit(_ revision: UInt64, of client: String, in view: UInt32) -> Bool {
        guard let entry = entries[view], textEdits[view] != nil else { return false }
        textEdits[view]?.didHandle(revision, of: client)
        let changed = stamped(entry)
        guard changed != entry else { return false }
        entries.put(changed)
        dirty.insert(view)
        return true
    }

    /// Notes that the owner writes a view, and returns the entry with the revisions that its text includes.
    mutating func written(_ entry: ViewEntry) -> ViewEntry {
        textEdits[entry.id]?.didWrite()
        return stamped(entry)
    }

    /// Returns an entry with the revisions and the inset of the daemon in place of what an owner may have sent back.
    private func stamped(_ entry: ViewEntry) -> ViewEntry {
        var entry = entry
        entry[ViewKeys.textRevisions] = textEdits[entry.id]?.revisions ?? [:]
        if scrolling.contains(entry.id) {
            entry[ViewKeys.adjustedContentInset] = entries[entry.id]?.adjustedContentInset ?? .zero
        }
        if fittedScrollViews.contains(entry.id), entry[ViewKeys.fitsContent] {
            entry[ViewKeys.contentSize] = entries[entry.id]?[ViewKeys.contentSize] ?? .zero
        }
        return entry
    }
}
