import TestSupport

/// A client that attaches to the window, and its knowledge of the controller's view since then.
@EventLoop final class ViewReplayFront {
    let client: BusClient
    private let tabs: ObjectPath
    private let controller: ObjectPath
    private(set) var mirror: ViewMirror?
    /// Signals that a daemon must not send.
    private(set) var failures: [String] = []
    /// The size that it gave to the window, or nil while it is not attached or gave none.
    private(set) var size: DBusSize?
    private(set) var isAttached = false
    let listens: Bool
    let name: String
    private var attachments = 0
    private var hasLeft = false
    private var open: [Task<Void, Never>] = []
    /// The ViewChanged signals that arrived before the reply to Attach.
    private var early: [(UInt64, [ViewEntry], [UInt32])] = []

    /// - Parameter listens: Whether it reads signals. Otherwise only its size matters.
    init(tabs: ObjectPath, controller: ObjectPath, listens: Bool) throws {
        self.listens = listens
        self.tabs = tabs
        self.controller = controller
        client = try BusClient()
        name = client.connection.uniqueName
        let everything = client.connection.onSignal
        client.connection.onSignal = { [weak self] signal, reader in
            // A million edits are many values, so only the needed ones are decoded and none is kept.
            guard signal.sender != "org.freedesktop.DBus" else { return everything?(signal, reader) ?? () }
            guard listens, signal.member == "ViewChanged", signal.path == controller.text, let self else { return }
            receive(reader)
        }
    }

    private func receive(_ reader: MessageReader) {
        do throws(DBusError) {
            let revision = try UInt64.read(from: reader)
            let (changed, removed) = (try [ViewEntry].read(from: reader), try [UInt32].read(from: reader))
            guard mirror != nil else { return early.append((revision, changed, removed)) }
            apply(revision, changed, removed)
        } catch {
            failures.append("ViewChanged can't be read: \(error)")
        }
    }

    private func apply(_ revision: UInt64, _ changed: [ViewEntry], _ removed: [UInt32]) {
        guard let known = mirror?.revision, revision == known + 1 else {
            return failures.append("revision \(revision) came after \(mirror?.revision ?? 0)")
        }
        mirror?.apply(revision, changed, removed)
    }

    // MARK: Actions

    /// Starts a call without waiting. A client that has left needs no reply.
    private func perform(_ label: String, _ body: @escaping @EventLoop () async throws -> Void) {
        open.append(
            Task.immediate { @EventLoop in
                do {
                    try await body()
                } catch {
                    if !self.hasLeft { self.failures.append("\(label) of \(self.name) gave \(error)") }
                }
            })
    }

    /// Waits for all replies, and for earlier signals.
    func waitUntilIdle() async throws {
        for task in open { await task.value }
        open = []
        try await client.barrier()
    }

    /// Attaches or changes the options. The first reply is the start of its knowledge.
    func attach(size: DBusSize?, isVisible: Bool) {
        self.size = size
        isAttached = true
        attachments += 1
        let number = attachments
        let visible = Variant.bool(isVisible)
        let options: Options = size.map { ["Size": $0.variant, "Visible": visible] } ?? ["Visible": visible]
        perform("Attach") {
            let views = try await self.client.attach(to: self.tabs, options).views
            guard self.listens, self.mirror == nil, number == self.attachments else { return }
            self.begin(views[self.controller])
        }
    }

    private func begin(_ snapshot: ViewSnapshot?) {
        guard let snapshot else { return failures.append("Attach returned no view of \(controller)") }
        mirror = ViewMirror(snapshot)
        for (revision, changed, removed) in early where revision > snapshot.revision {
            apply(revision, changed, removed)
        }
        early = []
    }

    /// Detaches. Its knowledge ends with the changes that it receives.
    func detach() {
        size = nil
        isAttached = false
        attachments += 1
        (mirror, early) = (nil, [])
        perform("Detach") { try await self.client.window(self.tabs).detach() }
    }

    /// Leaves the bus without detaching.
    func leave() {
        hasLeft = true
        client.connection.close()
    }

    /// Tries to update the views, which only their owner may do.
    func trespass() {
        perform("UpdateView") {
            let found = await failure { try await self.client.updateView(of: self.controller, [.view(7)]) }
            guard found != "AccessDenied", !self.hasLeft else { return }
            self.failures.append("an update by another client gave \(found)")
        }
    }
}
