import TestSupport

/// An owner that edits its views as fast as it can, and front ends that come, go and resize. The signals are compared
/// with the read views and with the expected ones.
@EventLoop final class ViewReplayRound {
    private let bus: PrivateBus
    let daemon: DaemonProcess
    private let tabs: ObjectPath
    private let controller: ObjectPath
    /// A client that reads the views and changes the window.
    private let observer: BusClient
    private var owner: BusClient
    private var fronts: [ViewReplayFront] = []
    private var edits: RandomViewEdits
    private var oracle: ViewOracle
    private var writtenSize = DBusSize(width: 320, height: 480)
    private var isShown = true
    /// The bounds in the owner's last layout, and those at the end of the turn whose replies arrive.
    private var bounds: DBusRect?
    private var turnBounds: DBusRect?
    private var failures: [String] = []
    private(set) var accepted = 0
    private(set) var refused = 0
    private(set) var comparisons = 0

    var covered: Set<String> { edits.covered }

    private static let identifier = "views"

    /// - Parameter views: The approximate number of views.
    init(_ numbers: Numbers, views: Int) async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start()
        observer = try BusClient()
        tabs = try await observer.manager.createTabBarController(["Size": writtenSize.variant])
        owner = try BusClient()
        try await owner.manager.subscribe()
        controller = try await owner.register("/views", ["RestorationIdentifier": .string(Self.identifier)])
        let root = ViewEntry.view(1, in: 0, at: DBusRect(0, 0, 320, 480))
        edits = RandomViewEdits(numbers, count: views, root: root)
        oracle = ViewOracle(root: root)
        try await observer.setTabs([controller], of: tabs)
        // Only the front ends read signals.
        let departures = observer.connection.onSignal
        observer.connection.onSignal = { signal, reader in
            if signal.sender == "org.freedesktop.DBus" { departures?(signal, reader) }
        }
        listen()
        try await observer.window(tabs).set(\.alwaysVisible, to: true)
        for index in 0..<3 { try join(listens: index == 0) }
        try await owner.barrier()
        endBatch()
    }

    // MARK: The owner

    /// Observes the turns of the daemon by the order of messages to the owner: a layout and a ViewChanged, then the
    /// replies.
    private func listen() {
        owner.connection.onSignal = { [weak self] signal, _ in
            guard let self, signal.member == "ViewChanged", signal.path == controller.text else { return }
            endTurn()
        }
        owner.handlers["/views"] = { [weak self] call, arguments, reply in
            reply.fail(.unknownMethod("\(call.member) is not there"))
            switch call.member {
            case "ViewWillLayout": self?.bounds = arguments.first?.get()
            case "ViewDidDisappear": self?.bounds = nil
            default: break
            }
        }
    }

    private func endTurn() {
        oracle.endTurn(in: turnBounds)
        turnBounds = bounds
    }

    /// Ends a batch. The last turn had the bounds that the owner knows.
    private func endBatch() {
        endTurn()
        endTurn()
    }

    private func send(_ update: ViewUpdate) {
        if update.expected == "none" { accepted += update.edits } else { refused += 1 }
        owner.beginUpdateView(of: controller, update.changed, removing: update.removed) { [weak self] result in
            self?.answered(update, result)
        }
    }

    private func answered(_ update: ViewUpdate, _ result: Result<Void, DBusError>) {
        let found = if case .failure(let error) = result { error.shortName } else { "none" }
        guard found == update.expected else {
            return record("\(update.defect) gave \(result), expected \(update.expected): \(update)")
        }
        if found == "none" { oracle.apply(update) }
    }

    private func record(_ text: String) { failures.append(String(text.prefix(2000))) }

    // MARK: A batch

    /// Sends up to a number of updates without waiting, with random changes of the window meanwhile, and compares.
    /// Returns the differences.
    func batch(updates: Int) async throws -> [String] {
        try await beginBatch()
        // A small batch fits in one turn, so single turns are compared too, not only the sum of many.
        for _ in 0...edits.values.number(below: edits.values.chance(1, in: 2) ? 5 : updates) {
            send(edits.next())
            if edits.values.chance(1, in: 12) { try await disturb() }
        }
        try await owner.barrier()
        try await observer.barrier()
        for front in fronts { try await front.waitUntilIdle() }
        try await compare()
        return failures + fronts.flatMap(\.failures)
    }

    /// Makes the changes that need an idle daemon: of the owner, and of whether the views are in a window.
    private func beginBatch() async throws {
        if edits.values.chance(1, in: 10) { try await replaceOwner() }
        guard edits.values.chance(1, in: 6) else { return }
        isShown.toggle()
        if !isShown {
            for front in fronts where front.isAttached { front.detach() }
            for front in fronts { try await front.waitUntilIdle() }
        }
        try await observer.window(tabs).set(\.alwaysVisible, to: isShown)
        try await owner.barrier()
        endBatch()
    }

    /// Ends the owner. Another client with the same identifier takes over.
    private func replaceOwner() async throws {
        let name = owner.connection.uniqueName
        endTurn()
        owner.connection.close()
        try await observer.left(name)
        owner = try BusClient()
        try await owner.manager.subscribe()
        bounds = nil
        listen()
        let path = try await owner.register("/views", ["RestorationIdentifier": .string(Self.identifier)])
        if path != controller { record("the owner came back to \(path)") }
        turnBounds = bounds
        edits.beginNewOwner()
        oracle.beginNewOwner()
    }

    // MARK: The window

    private func join(listens: Bool) throws {
        let front = try ViewReplayFront(tabs: tabs, controller: controller, listens: listens)
        fronts.append(front)
        front.attach(size: size(), isVisible: edits.values.chance(1, in: 2))
    }

    private func size() -> DBusSize {
        DBusSize(width: edits.values.length() + 50, height: edits.values.length() + 50)
    }

    /// Makes a change as another client, without waiting.
    private func disturb() async throws {
        let front = edits.values.pick(fronts)
        switch edits.values.number(below: 10) {
        case 0..<4 where isShown:
            front.attach(size: edits.values.chance(1, in: 5) ? nil : size(), isVisible: edits.values.chance(1, in: 2))
        case 4 where isShown && front.isAttached: front.detach()
        case 5 where isShown:
            front.leave()
            try await observer.left(front.name)
            fronts.removeAll { $0 === front }
            failures += front.failures
            try join(listens: front.listens)
        case 6: front.trespass()
        default:
            writtenSize = size()
            observer.beginSetSize(writtenSize, of: tabs) { [weak self] result in
                if case .failure(let error) = result { self?.record("Window.Size gave \(error)") }
            }
        }
    }

    private var windowSize: DBusSize {
        let sizes = fronts.compactMap(\.size)
        guard let width = sizes.map(\.width).min(), let height = sizes.map(\.height).min() else { return writtenSize }
        return DBusSize(width: width, height: height)
    }

    // MARK: Comparing

    private func compare() async throws {
        let read = try await observer.getView(of: controller)
        try await owner.barrier()
        // The turn of the last replies.
        endTurn()
        comparisons += 1
        for difference in oracle.differences(from: read.views).prefix(5) { record("GetView: \(difference)") }
        for mirror in fronts.compactMap(\.mirror) where mirror.snapshot != read {
            let known = mirror.snapshot
            record("a front end knows revision \(known.revision) with \(known.views.map(\.id))")
            record("read was revision \(read.revision) with \(read.views.map(\.id))")
            for entry in known.views where !read.views.contains(entry) { record("known, but not read: \(entry)") }
        }
        let size = try await observer.window(tabs).size
        if size != windowSize { record("the window's size is \(size), expected \(windowSize)") }
        if isShown, let root = read.views.first?.frame, root != DBusRect(0, 0, size.width, size.height) {
            record("the root is at \(root) in a window of \(size)")
        }
    }
}

extension BusClient {
    /// Writes a window's size without waiting.
    fileprivate func beginSetSize(
        _ size: DBusSize, of tabs: ObjectPath, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        connection.call(
            PropertiesInterface.set, at: tabs, on: TabNames.busName,
            WindowInterface.name, WindowInterface.size.name, size.variant, timeout: TestTimeout.call,
            completion: completion)
    }
}
