import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// The front ends that are attached to a window, and the window properties that clients have set.
struct Attachments {
    struct Client {
        var size: DBusSize?
        var isReadOnly = false
        var isVisible = true
        var colorScheme: InterfaceStyle?
        /// The order of attachment.
        var order = 0
    }

    /// By unique name.
    var clients: [String: Client] = [:]
    /// The size that was set, or the default of the profile. It applies while no attached client gives a size.
    var writtenSize: Size
    var isAlwaysVisible = false
    var writtenColorScheme = InterfaceStyle.noPreference

    /// The preference of the client that attached last and gave one, else the one that was set.
    var colorScheme: InterfaceStyle {
        clients.values.filter { $0.colorScheme != nil }.max { $0.order < $1.order }?.colorScheme
            ?? writtenColorScheme
    }

    var isVisible: Bool { isAlwaysVisible || clients.values.contains { $0.isVisible } }

    /// The smallest width and height of all attached clients, else the size that was set.
    var size: Size {
        let sizes = clients.values.compactMap(\.size)
        guard let width = sizes.map(\.width).min(), let height = sizes.map(\.height).min() else { return writtenSize }
        return Size(width: width, height: height)
    }
}

/// Attachments of front ends, and their effects on windows.
extension Daemon {
    /// Throws `HierarchyInconsistency` unless the view controller is a root. Only the window of a root can be changed
    /// or attached to.
    func requireRoot(_ id: ViewControllerID) throws(DBusError) {
        if let owner = hierarchy.nodes.owner(of: id) {
            throw .hierarchyInconsistency(
                "\(id.path) is inside \(owner.path); use the window of its root \(hierarchy.nodes.root(of: id).path)"
            )
        }
    }

    /// Changes the attachments, and updates the window's size and visibility accordingly.
    func updateAttachments(of id: ViewControllerID, _ change: (inout Attachments) -> Void) throws(DBusError) {
        guard let window = hierarchy.nodes.window(of: id) else {
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

    /// Ends a client's attachment. The view disappears first, while the client still receives signals.
    func detach(_ client: String, from id: ViewControllerID) {
        guard var remaining = attachments[id] else { return }
        remaining.clients[client] = nil
        // The client is still attached while the disappearance is signalled.
        try? updateWindow(of: id, for: remaining)
        attachments[id] = remaining
        tree.markChanged(id.path)
    }

    /// Ends all attachments of a former root that got a parent. The window properties that were set stay.
    func endAttachments(of id: ViewControllerID) {
        guard attachments[id] != nil else { return }
        attachments[id]?.clients = [:]
        tree.markChanged(id.path)
    }

    /// Applies the stored window properties to a view controller that is a root again.
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

    /// The view controllers of a subtree, parents first.
    func subtree(of id: ViewControllerID) -> [ViewControllerID] {
        [id] + hierarchy.nodes.branches(of: id).flatMap { subtree(of: $0) }
    }
}
