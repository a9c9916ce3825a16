import TestSupport

/// The store of a real daemon: tab bar controllers with tabs of a client, and states of the tabs.
struct DaemonSample {
    /// The expected content of a row.
    struct Controller {
        let title: String
        let identifier: String
    }

    let controllers: [UInt64: Controller]
    let rows: [StoredController]
    let states: [UInt64: StoredState]
    /// The files of a stopped daemon.
    let closed: StoreImage
    /// The files of a killed daemon: half of the rows are in the log, in separate turns.
    let killed: StoreImage

    @EventLoop init() async throws {
        let directory = try StateDirectory()
        controllers = try await Self.fill(directory)
        states = controllers.filter { $0.value.title.hasPrefix("tab") }.reduce(into: [:]) { states, controller in
            let content = [UInt8](repeating: UInt8(truncatingIfNeeded: controller.key), count: 600)
            states[controller.key] = StoredState(type: "remote", content: content)
        }
        let first = Store(directory: directory.path)
        first.commit(StoreChanges(states: states.mapValues { $0 }))
        rows = first.load().controllers
        first.close(within: Int(TestTimeout.milliseconds))
        closed = try directory.image
        let second = Store(directory: directory.path, durability: .power)
        defer { second.close() }
        second.waitForCheckpoint()
        for row in rows.suffix(rows.count / 2) {
            let state = states[row.number].map { [row.number: Optional($0)] } ?? [:]
            second.commit(StoreChanges(controllers: [row], states: state))
        }
        killed = try directory.image
    }

    /// Creates controllers with a daemon, and stops it.
    @EventLoop
    private static func fill(_ directory: StateDirectory) async throws -> [UInt64: Controller] {
        let daemon = try await DaemonProcess.start(environment: ["XDG_STATE_HOME": directory.parent])
        let client = try BusClient()
        var controllers: [UInt64: Controller] = [:]
        func options(_ title: String) -> Options {
            ["Title": .string(title), "RestorationIdentifier": .string("\(title) ☕")]
        }
        func note(_ path: ObjectPath, _ title: String) {
            guard let number = TabNames.number(of: path) else { return }
            controllers[number] = Controller(title: title, identifier: "\(title) ☕")
        }
        for desk in 1...12 {
            var tabs: [ObjectPath] = []
            for tab in 1...5 {
                tabs.append(try await client.register(options("tab \(desk).\(tab)")))
                note(tabs[tab - 1], "tab \(desk).\(tab)")
            }
            let path = try await client.manager.createTabBarController(options("desk \(desk)"))
            note(path, "desk \(desk)")
            try await client.setTabs(tabs, of: path)
        }
        guard await daemon.stop() == 0 else { throw TestTimeoutError(description: "tabd did not stop in order") }
        return controllers
    }
}
