/// The texts that front ends have sent to one view, by the revision that each of them gave its text.
///
/// The text of the view includes an edit once the owner has handled it, and has written the view since the edit was
/// delivered (`S-192`). An owner that ignores an edit does not write the view, so the front end keeps what the user typed.
struct TextEdits: Hashable, Sendable {
    /// The number of clients whose revisions are announced. The one that typed least recently is dropped.
    static let maximumClients = 16
    /// The number of edits that wait to be handled or written; the oldest is dropped.
    static let maximumEdits = 128

    private struct Edit: Hashable, Sendable {
        let client: String
        let revision: UInt64
        var isHandled = false
        var isWritten = false
    }

    /// A client with the newest revision that the text includes.
    private struct Included: Hashable, Sendable {
        let client: String
        let revision: UInt64
    }

    private var edits: [Edit] = []
    /// The client that typed least recently is first.
    private var included: [Included] = []

    /// The newest revision of each client that the text includes.
    var revisions: [String: UInt64] {
        Dictionary(included.map { ($0.client, $0.revision) }, uniquingKeysWith: max)
    }

    /// Notes that an edit is sent to the owner.
    mutating func deliver(_ revision: UInt64, of client: String) {
        edits.append(Edit(client: client, revision: revision))
        if edits.count > Self.maximumEdits { edits.removeFirst() }
    }

    /// Notes that the owner has handled an edit, or has failed to.
    mutating func didHandle(_ revision: UInt64, of client: String) {
        for index in edits.indices where edits[index].client == client && edits[index].revision == revision {
            edits[index].isHandled = true
        }
        include()
        // Only the newest of the edits that the owner ignored matters.
        edits.removeAll { $0.client == client && $0.isHandled && $0.revision < revision }
    }

    /// Notes that the owner ended: its successor shows what it knows.
    mutating func didHandleAll() {
        for index in edits.indices { edits[index].isHandled = true }
    }

    /// Notes that the owner has written the view.
    mutating func didWrite() {
        for index in edits.indices { edits[index].isWritten = true }
        include()
    }

    /// Moves the edits that the text includes to `included`.
    private mutating func include() {
        for edit in edits where edit.isHandled && edit.isWritten {
            let known = included.first { $0.client == edit.client }?.revision ?? 0
            included.removeAll { $0.client == edit.client }
            included.append(Included(client: edit.client, revision: max(known, edit.revision)))
            if included.count > Self.maximumClients { included.removeFirst() }
        }
        edits.removeAll { $0.isHandled && $0.isWritten }
    }
}
