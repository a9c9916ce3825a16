import Foundation
import TestSupport

/// `tabctl attach` on a private connection, and on the bus where the daemon offers none.
@EventLoop @Suite(.bus) struct PrivateAttachTests {
    /// A daemon, a tab bar controller with two tabs, and the client that created them.
    @EventLoop private final class Stage {
        let bus: PrivateBus
        let daemon: DaemonProcess
        let client: BusClient
        let tabs: ObjectPath
        let pages: [ObjectPath]

        init(settings: String = "") async throws {
            bus = try PrivateBus.current
            try bus.configure(settings)
            daemon = try await DaemonProcess.start(log: bus.directory + "/log")
            client = try BusClient()
            tabs = try await client.manager.createTabBarController(["Title": .string("Tabs")])
            pages = [try await client.register(), try await client.register()]
            try await client.setTabs(pages, of: tabs)
        }

        func attach() async throws -> TabctlProcess {
            let follower = try TabctlProcess(["attach", "--plain", tabs.text])
            try await follower.note("attached to ")
            return follower
        }

        func used(_ quota: String) async throws(DBusError) -> UInt64? { try await client.manager.usage[quota]?.used }

        /// Taps, and waits until the follower prints it once.
        func tap(_ position: UInt32, shownBy follower: TabctlProcess) async throws {
            follower.clearLines()
            #expect(try await client.tap(position, in: tabs))
            try await follower.line("of the tap") { $0.hasPrefix("selected: ") }
            try await client.viewController(tabs).set(\.title, to: "After \(position)")
            try await follower.line("of the title") { $0.contains("After \(position)") }
            #expect(follower.lines.count { $0.hasPrefix("selected: ") } == 1)
        }

        /// Ends the follower, and expects that nothing of it is left in the daemon.
        func end(_ follower: TabctlProcess) async throws {
            follower.send(SIGINT)
            #expect(try await follower.exitStatus() == 0)
            try await EventLoop.until("the end of the connection") { try await used("Connections") == 0 }
            #expect(try await used("Attachments") == 0)
            #expect(try await client.window(tabs).attachedClients.isEmpty)
        }
    }

    @Test func `attach uses a private connection, as a client of the bus`() async throws {
        let stage = try await Stage()
        let follower = try await stage.attach()
        #expect(try await stage.used("Connections") == 1)
        let name = try #require(try await stage.client.window(stage.tabs).attachedClients.first)
        let process = try await stage.client.connection.credentials(of: name).processID
        #expect(process == UInt32(follower.processID))
        try await stage.tap(1, shownBy: follower)
        try await stage.end(follower)
        #expect(follower.notes.count == 1)
    }

    @Test func `nothing of a killed attach is left`() async throws {
        let stage = try await Stage()
        let follower = try await stage.attach()
        follower.send(SIGKILL)
        try await EventLoop.until("the end of the connection") { try await stage.used("Connections") == 0 }
        #expect(try await stage.client.window(stage.tabs).attachedClients.isEmpty)
    }

    @Test(arguments: ["refused", "no directory", "no socket"])
    func `attach uses the bus when there is no private connection`(reason: String) async throws {
        let stage = try await Stage(settings: reason == "refused" ? "[limits]\nconnections = 0\n" : "")
        let directory = stage.bus.directory + "/tabd"
        switch reason {
        case "no directory": try Data().write(to: URL(fileURLWithPath: directory))
        case "no socket":
            _ = try await stage.client.manager.openConnection()
            try FileManager.default.removeItem(atPath: directory)
        default: break
        }
        let follower = try await stage.attach()
        let name = try #require(try await stage.client.window(stage.tabs).attachedClients.first)
        let process = try await stage.client.connection.credentials(of: name).processID
        #expect(process == UInt32(follower.processID))
        try await stage.tap(1, shownBy: follower)
        #expect(follower.notes.count == 1)
        follower.send(SIGINT)
        #expect(try await follower.exitStatus() == 0)
    }

    @Test func `attach goes from the bus to a private connection with the next daemon`() async throws {
        let stage = try await Stage(settings: "[limits]\nconnections = 0\n")
        try await stage.client.viewController(stage.tabs).set(\.restorationIdentifier, to: "desk")
        let follower = try await stage.attach()
        try stage.bus.configure("")
        try await stage.client.manager.restart()
        try await follower.note("is running again")
        #expect(try await stage.used("Connections") == 1)
        try await stage.client.setTabs([stage.client.register(), stage.client.register()], of: stage.tabs)
        try await follower.line("of the first tab") { $0.hasPrefix("selected: ") }
        try await stage.tap(1, shownBy: follower)
        try await stage.end(follower)
    }

    @Test func `attach uses another private connection after the end of the first`() async throws {
        let stage = try await Stage()
        let follower = try await stage.attach()
        let owner = try RemoteOwner()
        let page = try await owner.register([:])
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.setTabs(stage.pages + [page], of: stage.tabs)
        follower.send(SIGSTOP)
        for number in 0..<200 where try await stage.used("Connections") == 1 {
            try await owner.client.updateView(of: page, [.largeImage(number)])
        }
        #expect(try await stage.used("Connections") == 0)
        // The bus itself sees no change of the client.
        #expect(try await stage.client.window(stage.tabs).attachedClients.count == 1)
        #expect(try await stage.client.tap(1, in: stage.tabs))
        follower.send(SIGCONT)
        try await EventLoop.until("the next connection") { try await stage.used("Connections") == 1 }
        try await EventLoop.until("the second tree") { follower.notes.count { $0.contains("attached to ") } == 2 }
        try await stage.tap(0, shownBy: follower)
        #expect(follower.notes.count == 2)
        try await stage.end(follower)
    }
}
