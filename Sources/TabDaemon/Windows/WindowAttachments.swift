import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The front ends that are attached to windows, and their effects on the windows.
@EventLoop
final class WindowAttachments: DaemonPart {
    let core: Core
    private let translations: Translations

    private(set) var all: [ViewControllerID: Attachments] = [:]
    /// The windows that each client is attached to.
    private var attached = HolderIndex<String, ViewControllerID>()
    /// The number of attachments of all clients.
    private(set) var count = 0
    /// The desktop's preferences, for windows without their own.
    private(set) var desktop = DesktopPreferences()

    init(core: Core, translations: Translations) {
        self.core = core
        self.translations = translations
    }

    /// Throws `HierarchyInconsistency` unless the view controller is a root. Only the window of a root can be changed
    /// or attached to.
    func requireRoot(_ id: ViewControllerID) throws(DBusError) {
        if let owner = delivery.hierarchy.nodes.owner(of: id) {
            throw .hierarchyInconsistency(
                "\(id.path) is inside \(owner.path); use the window of its root \(delivery.hierarchy.nodes.root(of: id).path)"
            )
        }
    }

    /// Changes the attachments, and updates the window's size and visibility accordingly.
    func update(of id: ViewControllerID, _ change: (inout Attachments) -> Void) throws(DBusError) {
        guard let window = delivery.hierarchy.nodes.window(of: id) else {
            throw .unknownObject("\(id.path) has no window")
        }
        var updated = all[id] ?? Attachments(to: window)
        change(&updated)
        let previous = all[id]
        set(updated, of: id)
        do throws(DBusError) {
            try updateWindow(of: id, for: updated)
        } catch {
            set(previous, of: id)
            throw error
        }
        bus.tree.markChanged(id.path)
    }

    /// Ends a client's attachment. The view disappears first, while the client still receives signals.
    func detach(_ client: String, from id: ViewControllerID) {
        guard var remaining = all[id] else { return }
        remaining.clients[client] = nil
        // The client is still attached while the disappearance is signalled.
        try? updateWindow(of: id, for: remaining)
        set(remaining, of: id)
        bus.tree.markChanged(id.path)
    }

    /// Ends all attachments of a former root that got a parent. The window properties that were set stay.
    func endAttachments(of id: ViewControllerID) {
        guard var attachments = all[id] else { return }
        attachments.clients = [:]
        set(attachments, of: id)
        bus.tree.markChanged(id.path)
    }

    /// Applies the stored window properties to a view controller that is a root again.
    func resumeWindow(of id: ViewControllerID) {
        if let attachments = all[id] { try? updateWindow(of: id, for: attachments) }
    }

    private func updateWindow(of id: ViewControllerID, for attachments: Attachments) throws(DBusError) {
        let (locale, isRightToLeft) = attachments.locale
        let metrics = attachments.metrics
        let language = translations.language(locale, isRightToLeft: isRightToLeft)
        try delivery.perform { model in
            try model.updateWindow(of: id) {
                $0.language = language
                $0.text = metrics.text
                $0.metricsDigest = metrics.digest
                $0.size = attachments.size
                $0.colorScheme = attachments.colorScheme
                $0.contrast = attachments.contrast
                $0.statusBarHeight = attachments.statusBarHeight
                $0.bar = attachments.bar
                $0.isVisible = attachments.isVisible
            }
        }
    }

    /// Applies new preferences of the desktop to all windows.
    func setDesktop(_ preferences: DesktopPreferences) {
        desktop = preferences
        let nodes = delivery.hierarchy.nodes
        for id in nodes.allIDs where nodes.window(of: id) != nil { bus.tree.markChanged(id.path) }
    }

    /// The preferences in a window: those of its front ends or those that were set, else those of the desktop
    /// (`S-206`).
    func preferences(in window: Window) -> DesktopPreferences {
        DesktopPreferences(
            colorScheme: window.colorScheme == .noPreference ? desktop.colorScheme : window.colorScheme,
            contrast: window.contrast == .unspecified ? desktop.contrast : window.contrast)
    }

    /// Throws `AccessDenied` for a client that is attached read-only to the tree of the view controller.
    func requireWriter(_ caller: String, of id: ViewControllerID, member: String) throws(DBusError) {
        let root = delivery.hierarchy.nodes.root(of: id)
        guard all[root]?.clients[caller]?.isReadOnly == true else { return }
        throw .accessDenied(
            "\(member): this client is attached to \(root.path) with ReadOnly; attach without it to make changes")
    }

    /// The clients that get the life cycle signals and ViewChanged of a view controller: the subscribed ones, and those
    /// that are attached to its tree, or to the one that it is about to leave.
    func observers(of id: ViewControllerID) -> Set<String> {
        var clients = quotas.subscribers
        guard !all.isEmpty else { return clients }
        let (root, former) = (delivery.hierarchy.nodes.root(of: id), delivery.formerRoot(of: id))
        for window in root == former ? [root] : [root, former] {
            if let attached = all[window]?.clients { clients.formUnion(attached.keys) }
        }
        return clients
    }

    /// The observers that get RowsChanged instead of ViewChanged.
    func rowObservers(of id: ViewControllerID) -> Set<String> {
        guard !all.isEmpty else { return [] }
        let (root, former) = (delivery.hierarchy.nodes.root(of: id), delivery.formerRoot(of: id))
        return [root, former].reduce(into: []) { clients, window in
            clients.formUnion((all[window]?.clients ?? [:]).filter(\.value.getsRowChanges).keys)
        }
    }

    /// Throws `LimitsExceeded` if the client can't have another attachment.
    func requireAttachment(of client: String) throws(DBusError) {
        try quotas.require(
            quotas.limits.attachments, "attachment", "attachments", for: 1, own: attached.count(of: client),
            used: count)
    }

    /// The windows that a client is attached to, in the order of their creation.
    func windows(of client: String) -> [ViewControllerID] { attached.things(of: client) }

    /// The attached clients.
    var clients: some Collection<String> { attached.holders }

    /// Removes a destroyed window.
    func remove(_ id: ViewControllerID) { set(nil, of: id) }

    private func set(_ attachments: Attachments?, of id: ViewControllerID) {
        let (former, current) = (all[id]?.clients ?? [:], attachments?.clients ?? [:])
        for client in former.keys where current[client] == nil { attached.remove(id, of: client) }
        for client in current.keys where former[client] == nil { attached.insert(id, of: client) }
        count += current.count - former.count
        all[id] = attachments
    }

    subscript(id: ViewControllerID) -> Attachments? { all[id] }

    /// Restores the properties of a window, including AlwaysVisible and SizePolicy.
    func restoreWindow(of id: ViewControllerID, _ kept: RestorableController) {
        guard let window = kept.archive.window,
            kept.isAlwaysVisible || kept.sizePolicy != .smallest || window != Window(profile: window.profile)
        else { return }
        var attachments = Attachments(to: window)
        attachments.isAlwaysVisible = kept.isAlwaysVisible
        attachments.sizePolicy = kept.sizePolicy
        set(attachments, of: id)
        if delivery.hierarchy.nodes.owner(of: id) == nil { resumeWindow(of: id) }
    }
}
