import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// What is kept of a window beside the model: who looks at it.
struct Attachments {
    struct Client {
        var size: DBusSize?
        var isReadOnly = false
        var isVisible = true
        var colorScheme: InterfaceStyle?
        /// Grows with each attaching.
        var order = 0
    }

    /// By unique name.
    var clients: [String: Client] = [:]
    /// What was written, or the profile's; counts while no client gave a size.
    var writtenSize: Size
    var isAlwaysVisible = false
    var writtenColorScheme = InterfaceStyle.noPreference

    /// What the client that attached last prefers, of those that said it, else what was written.
    var colorScheme: InterfaceStyle {
        clients.values.filter { $0.colorScheme != nil }.max { $0.order < $1.order }?.colorScheme
            ?? writtenColorScheme
    }

    var isVisible: Bool { isAlwaysVisible || clients.values.contains { $0.isVisible } }

    /// The smallest width and height that clients gave, else what was written.
    var size: Size {
        let sizes = clients.values.compactMap(\.size)
        guard let width = sizes.map(\.width).min(), let height = sizes.map(\.height).min() else { return writtenSize }
        return Size(width: width, height: height)
    }
}

/// Who looks at which tree, and what its window is like because of that.
extension Daemon {
    /// Only a root has a window that can be written or attached to.
    func requireRoot(_ id: ViewControllerID) throws(DBusError) {
        if let owner = hierarchy.owner(of: id) {
            throw .hierarchyInconsistency(
                "\(id.path) is in \(owner.path); attach to and change the window of its root \(hierarchy.root(of: id).path)"
            )
        }
    }

    /// Changes who looks, and brings the window's size and visibility into line with it.
    func updateAttachments(of id: ViewControllerID, _ change: (inout Attachments) -> Void) throws(DBusError) {
        guard let window = hierarchy.window(of: id) else {
            throw .unknownObject("\(id.path) has no window")
        }
        var updated = attachments[id] ?? Attachments(writtenSize: window.size)
        change(&updated)
        let previous = attachments[id]
        attachments[id] = updated
        do throws(DBusError) {
            try updateWindow(of: id, for: updated)
        } catch {
            attachments[id] = previous
            throw error
        }
        tree.markChanged(id.path)
    }

    /// Ends a client's attachment. The view disappears first while the client can still be told.
    func detach(_ client: String, from id: ViewControllerID) {
        guard var remaining = attachments[id] else { return }
        remaining.clients[client] = nil
        // The client is still attached while the disappearance is told.
        try? updateWindow(of: id, for: remaining)
        attachments[id] = remaining
        tree.markChanged(id.path)
    }

    /// A root got a parent: its front ends look at nothing any more. What was written of its window stays.
    func endAttachments(of id: ViewControllerID) {
        guard attachments[id] != nil else { return }
        attachments[id]?.clients = [:]
        tree.markChanged(id.path)
    }

    /// A controller without parent is a root again: its window is as it was written.
    func resumeWindow(of id: ViewControllerID) {
        if let attachments = attachments[id] { try? updateWindow(of: id, for: attachments) }
    }

    private func updateWindow(of id: ViewControllerID, for attachments: Attachments) throws(DBusError) {
        try perform { model in
            try model.updateWindow(of: id) {
                $0.size = attachments.size
                $0.colorScheme = attachments.colorScheme
                $0.isVisible = attachments.isVisible
            }
        }
    }

    /// A tree's controllers from the root down, parents first.
    func subtree(of id: ViewControllerID) -> [ViewControllerID] {
        [id] + hierarchy.branches(of: id).flatMap { subtree(of: $0) }
    }
}
