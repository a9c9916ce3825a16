import DBusConnection
import DBusInterface
import Foundation
import TabInterface
import TestSupport
import Testing

/// Very many calls of all kinds: what the daemon uses at the end is what it used at the beginning.
@Suite(.serialized) struct SoakStressTests {
    private static let clients = 16
    private static let calls = Stress.isLong ? 1_000_000 : 4000

    @Test func `mixed calls of many clients leave nothing behind`() async throws {
        try await Self.soak(try PrivateBus())
    }

    @EventLoop private static func soak(_ bus: PrivateBus) async throws {
        try bus.configure("[isolation]\nnotes = \"in-process\"\n")
        let daemon = try await DaemonProcess.start(on: bus)
        // What a process has once is there when it is measured first.
        try await round(bus, calls / 10)
        let before = try usage(of: daemon)
        try await round(bus, calls)
        let after = try usage(of: daemon)
        #expect(after.descriptors <= before.descriptors)
        #expect(after.memory - before.memory < 4 << 10, "\(before.memory) KiB, and \(after.memory) KiB at the end")
        let user = try BusClient(on: bus)
        let usage = try await user.get(ManagerInterface.usage, of: ManagerInterface.name, at: TabNames.root)
        for (what, usage) in usage { #expect(usage.used == 0, "\(what)") }
        #expect(await daemon.stop() == 0)
        if Stress.isLong {
            print(
                "stress: soak, seed \(Stress.firstSeed), \(calls) calls, \(before.memory) KiB, then \(after.memory) KiB"
            )
        }
    }

    private static func usage(of daemon: DaemonProcess) throws -> (memory: Int, descriptors: Int) {
        let process = "/proc/\(daemon.processID)"
        let status = try String(contentsOfFile: process + "/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (
            try #require(Int(line.filter(\.isNumber))),
            try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count
        )
    }

    /// So many calls, by clients that come for it and leave.
    @EventLoop private static func round(_ bus: PrivateBus, _ calls: Int) async throws {
        let workers = (0..<clients).map { number in
            Task { @EventLoop in
                var numbers = Numbers(state: Stress.firstSeed &+ UInt64(number))
                let client = try BusClient(on: bus, hears: number % 4 == 0)
                try await work(client, calls / Self.clients, &numbers)
                client.connection.close()
                return client.connection.uniqueName
            }
        }
        for worker in workers { _ = try await worker.value }
        try await BusClient(on: bus).barrier()
    }

    /// A client with a tab bar controller of its own, which it destroys now and then, and at the end.
    @EventLoop private static func work(_ client: BusClient, _ calls: Int, _ numbers: inout Numbers) async throws {
        var done = 0
        while done < calls {
            let tabs = try await client.createTabBarController()
            let page = try await client.register(["Title": .string("page")])
            let note = try await client.call(
                ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root, "notes.Notes", [:])
            try await client.setTabs([page, note], of: tabs)
            try await client.loadView(of: page)
            let end = min(calls, done + 500)
            while done < end {
                try await call(client, tabs, page, UInt32(done + 2), &numbers)
                client.forgetSignals()
                done += 1
            }
            for path in [tabs, page, note] { try await client.destroy(path) }
        }
    }

    @EventLoop private static func call(
        _ client: BusClient, _ tabs: ObjectPath, _ page: ObjectPath, _ id: UInt32, _ numbers: inout Numbers
    ) async throws {
        let value = Int.random(in: 0..<1000, using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: _ = try await client.tap(UInt32(value % 2), in: tabs)
        case 1: try await client.select(Int64(value % 2), in: tabs)
        case 2:
            try await client.set(
                ViewControllerInterface.title, of: ViewControllerInterface.name, at: page, to: "page \(value)")
        case 3: _ = try await client.getView(of: page)
        case 4:
            // An id is not used again.
            try await client.updateView(of: page, [.view(id, "Label", with: ["Text": .string("text \(value)")])])
            try await client.updateView(of: page, [], removing: [id])
        case 5: try await client.attach(to: tabs, ["Visible": .bool(value % 2 == 0)])
        case 6: _ = await failure { try await client.detach(from: tabs) }
        case 7: try await client.setDelegate(client.newObject(), of: tabs)
        case 8: try await client.subscribe()
        case 9:
            _ = try await client.call(
                PropertiesInterface.getAll, of: PropertiesInterface.name, at: tabs, WindowInterface.name)
        case 10: _ = await failure { _ = try await client.selectedIndex(of: ObjectPath("/org/tabd/nowhere")) }
        default: try await client.barrier()
        }
    }
}
