import TestSupport

/// The calls of layouts, which are done in the background.
@EventLoop @Suite struct LayoutCallTests {
    /// A layout that takes long to read, of 500 KiB.
    private static let long: String = {
        var text = ""
        var number = 0
        while text.utf8.count < 500 << 10 {
            text += "unknown\(number) = \(number)\n"
            number += 1
        }
        return text
    }()

    private static let desk = "[[controller]]\nidentifier = \"desk\"\n"

    private func check(
        _ text: String, by client: BusClient,
        completion: @escaping @EventLoop (Result<[LayoutFinding], DBusError>) -> Void
    ) {
        _ = client.connection.call(
            ManagerInterface.checkLayout, at: TabNames.root, on: client.destination, text, [:],
            timeout: TestTimeout.call, completion: completion)
    }

    /// Checks so many layouts that they take longer than anything else that the daemon may have to do.
    private func keepBusy(
        by client: BusClient, completion: @escaping @EventLoop (Result<[LayoutFinding], DBusError>) -> Void = { _ in }
    ) {
        for _ in 1..<20 { check(Self.long, by: client) { _ in } }
        check(Self.long, by: client, completion: completion)
    }

    private func apply(
        _ text: String, by client: BusClient, completion: @escaping @EventLoop (Result<[String], DBusError>) -> Void
    ) {
        _ = client.connection.call(
            ManagerInterface.applyLayout, at: TabNames.root, on: client.destination, text, [:],
            timeout: TestTimeout.call, completion: completion)
    }

    @Test(.bus) func `another client is answered while many layouts of one are checked`() async throws {
        try await DaemonProcess.start()
        let (client, other) = (try BusClient(), try BusClient())
        // All calls of the first client have more than the 16 MiB that may wait.
        let order: [String] = try await EventLoop.waiting(for: "the replies to the other client, and a refusal") {
            give in
            var order: [String] = []
            @EventLoop func note(_ event: String) {
                order.append(event)
                if Set(order).isSuperset(of: ["version", "check", "LimitsExceeded"]) { give(order) }
            }
            for _ in 0..<60 {
                check(Self.long, by: client) { result in
                    switch result {
                    case .success(let findings): note(findings.first?.code ?? "")
                    case .failure(let error): note(error.shortName)
                    }
                }
            }
            _ = other.connection.call(
                PropertiesInterface.get, at: TabNames.root, on: other.destination, ManagerInterface.name, "Version",
                timeout: TestTimeout.call
            ) { _ in note("version") }
            check(Self.desk, by: other) { _ in note("check") }
        }
        #expect(order.prefix { $0 != "version" }.count { $0 == "unknown-key" } < 2)
        #expect(order.prefix { $0 != "check" }.count { $0 == "unknown-key" } < 3)
        client.connection.close()
        try await other.barrier()
    }

    @Test(.localDaemon) func `layout calls of a client are done in their order`() async throws {
        let client = try BusClient()
        var order: [String] = []
        keepBusy(by: client) { _ in order.append("check") }
        apply(Self.desk, by: client) { order.append((try? $0.get())?.first ?? "failure") }
        // A call of another kind does not wait.
        #expect(try await !client.manager.version.isEmpty)
        #expect(order.isEmpty)
        #expect(try await client.manager.getLayout().contains("\"desk\""))
        #expect(order == ["check", "creates 'desk' (tab bar controller)"])
    }

    @Test(.localDaemon) func `a ping is answered after the earlier layout calls of its client`() async throws {
        let (client, other) = (try BusClient(), try BusClient())
        var isApplied = false
        keepBusy(by: client)
        apply(Self.desk, by: client) { _ in isApplied = true }
        try await other.barrier()
        #expect(!isApplied)
        try await client.barrier()
        #expect(isApplied)
        #expect(try await other.manager.tabBarControllers.count == 1)
    }

    @Test(.localDaemon) func `a client that leaves withdraws its layout calls`() async throws {
        let (client, other) = (try BusClient(), try BusClient())
        keepBusy(by: client)
        apply(Self.desk, by: client) { _ in }
        // The daemon has both calls.
        #expect(try await !client.manager.version.isEmpty)
        client.connection.close()
        // Its calls would be next.
        _ = try await other.manager.checkLayout("")
        _ = try await other.manager.checkLayout("")
        #expect(try await !other.manager.getLayout().contains("desk"))
    }

    @Test(.localDaemon) func `a layout is applied to the view controllers of the moment`() async throws {
        let (client, other) = (try BusClient(), try BusClient())
        let text = (1...300).map { "[[controller]]\nidentifier = \"c\($0)\"\ntitle = \"new\"\n" }.joined()
        _ = try await client.manager.applyLayout(text)
        let changed = text.replacing("new", with: "newer")
        for round in 0..<5 {
            var result: Result<[String], DBusError>?
            apply(round % 2 == 0 ? changed : text, by: client) { result = $0 }
            // Something changes in each step of the call.
            while result == nil {
                try await other.manager.destroy(try await other.manager.getViewController("c7"))
                _ = try await other.manager.createTabBarController(["RestorationIdentifier": .string("c7")])
            }
            _ = try #require(result).get()
            let layout = try await other.manager.getLayout()
            #expect(layout.split(separator: "\n").count { $0.hasPrefix("identifier = \"c") } == 300)
        }
    }
}
