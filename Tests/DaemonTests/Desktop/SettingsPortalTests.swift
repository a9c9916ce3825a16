import Foundation
import TestSupport

/// The colour scheme and the contrast of the desktop's settings portal.
@EventLoop @Suite(.bus) struct SettingsPortalTests {
    private static let appearance = "org.freedesktop.appearance"

    /// A daemon with a window, and an owner that is notified of its traits.
    @EventLoop private final class PortalStage {
        let daemon: DaemonProcess
        let client: BusClient
        let owner: RemoteOwner
        private(set) var tabs = ObjectPath.none

        init() async throws {
            daemon = try await DaemonProcess.start()
            client = try BusClient()
            owner = try RemoteOwner()
            owner.methods["TraitsChanged"] = { $0.succeed() }
            tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
            let page = try await owner.client.register(owner.object, ["Methods": ["TraitsChanged"].variant])
            try await client.setTabs([page], of: tabs)
            try await client.window(tabs).set(\.alwaysVisible, to: true)
        }

        /// Waits until the window has a colour scheme and a contrast, and its owner has them too.
        func expect(_ scheme: String, _ contrast: String, _ event: String) async throws {
            let expected: [String: Variant] = ["ColorScheme": .string(scheme), "Contrast": .string(contrast)]
            func shown() async throws -> Bool {
                let window = client.window(tabs)
                return try await window.colorScheme == scheme && window.contrast == contrast
            }
            while true {
                // A change during the read counts.
                let seen = client.signals.count
                if try await shown() { break }
                try await client.waitForSignal(event) { [client, tabs] _ in
                    client.signals.dropFirst(seen).contains { signal in
                        signal.path == tabs && signal.changes.contains { expected[$0.key] == $0.value }
                    }
                }
            }
            try await owner.client.barrier()
            let last = owner.details.last { $0.hasPrefix("TraitsChanged") } ?? ""
            #expect(last.hasPrefix("TraitsChanged(ColorScheme=\(scheme) Contrast=\(contrast) "), "\(event): \(last)")
        }

        /// Waits until the portal's last message has been handled, whether it had an effect or not. The daemon's own bus
        /// connection keeps the order of the portal's messages.
        func barrier(after portal: FakePortal) async throws {
            try await portal.client.barrier()
            try await client.barrier()
        }
    }

    @Test(.rules("S-206 S-207")) func `the portal decides from its appearance on, and is never started`() async throws {
        let bus = try PrivateBus.current
        let mark = bus.directory + "/started"
        try await bus.offerService("/usr/bin/touch \(mark)", name: FakePortal.name)
        let stage = try await PortalStage()
        try await stage.expect("noPreference", "unspecified", "no portal")
        let portal = try FakePortal(FakePortal.appearance(scheme: 1, contrast: 0))
        try await portal.start()
        try await stage.expect("dark", "normal", "the portal")
        try portal.set(Self.appearance, "color-scheme", to: .uint32(2))
        try await stage.expect("light", "normal", "another scheme")
        try portal.set(Self.appearance, "contrast", to: .uint32(1))
        try await stage.expect("light", "high", "another contrast")
        try portal.set(Self.appearance, "color-scheme", to: .uint32(77))
        try await stage.expect("noPreference", "high", "an unknown scheme")
        #expect(portal.calls == ["ReadAll"])
        #expect(!FileManager.default.fileExists(atPath: mark))
        // A daemon that starts later asks as well.
        #expect(await stage.daemon.stop() == 0)
        try await DaemonProcess.start()
        let next = try BusClient()
        try await EventLoop.until("the contrast") { try await next.window(stage.tabs).contrast == "high" }
        #expect(portal.calls == ["ReadAll", "ReadAll"])
    }

    @Test(.rules("S-206")) func `a front end and a written value come before the portal`() async throws {
        let stage = try await PortalStage()
        let portal = try FakePortal(FakePortal.appearance(scheme: 1, contrast: 1))
        try await portal.start()
        try await stage.expect("dark", "high", "the portal")
        let front = try BusClient()
        try await front.attach(to: stage.tabs, ["ColorScheme": .string("light"), "Contrast": .string("normal")])
        try await stage.expect("light", "normal", "a front end with both")
        try await front.attach(to: stage.tabs, ["Contrast": .string("normal"), "ColorScheme": .string("noPreference")])
        try await stage.expect("dark", "normal", "a front end with a contrast")
        try await front.window(stage.tabs).detach()
        try await stage.expect("dark", "high", "no front end")
        try await stage.client.window(stage.tabs).set(\.colorScheme, to: "light")
        try await stage.expect("light", "high", "a written scheme")
        // The portal's values are not those of the window: the next daemon has the written one only.
        try await portal.stop()
        #expect(await stage.daemon.stop() == 0)
        try await DaemonProcess.start()
        let next = try BusClient()
        #expect(try await next.window(stage.tabs).colorScheme == "light")
        #expect(try await next.window(stage.tabs).contrast == "unspecified")
    }

    @Test(.rules("S-205")) func `a written contrast survives the end of the daemon`() async throws {
        let stage = try await PortalStage()
        try await stage.client.window(stage.tabs).set(\.contrast, to: "high")
        await stage.daemon.kill()
        try await DaemonProcess.start()
        let next = try BusClient()
        #expect(try await next.window(stage.tabs).contrast == "high")
        try await next.manager.destroy(stage.tabs)
        #expect(try await next.window(try await next.manager.reopen()).contrast == "high")
    }

    @Test(.rules("S-206")) func `high-contrast of GNOME counts if the portal has no contrast`() async throws {
        let gnome = "org.gnome.desktop.a11y.interface"
        let stage = try await PortalStage()
        let portal = try FakePortal([
            gnome: ["high-contrast": .bool(true)], Self.appearance: ["color-scheme": .uint32(2)],
        ])
        try await portal.start()
        try await stage.expect("light", "high", "high-contrast")
        try portal.set(gnome, "high-contrast", to: .bool(false))
        try await stage.expect("light", "normal", "no high-contrast")
        try portal.set(gnome, "high-contrast", to: .bool(true))
        try portal.set(Self.appearance, "contrast", to: .uint32(0))
        try portal.set(Self.appearance, "color-scheme", to: .uint32(1))
        try await stage.expect("dark", "normal", "contrast beside high-contrast")
    }

    @Test(.rules("S-207")) func `a portal that leaves keeps its values until the next one replies`() async throws {
        let stage = try await PortalStage()
        let first = try FakePortal(FakePortal.appearance(scheme: 1, contrast: 1))
        try await first.start()
        try await stage.expect("dark", "high", "the portal")
        try await first.stop()
        // Its signals no longer count.
        try first.emit([.string(Self.appearance), .string("color-scheme"), .variant(.uint32(2))])
        try await stage.barrier(after: first)
        try await stage.expect("dark", "high", "no portal")
        let second = try FakePortal([Self.appearance: ["color-scheme": .uint32(2)]])
        try await second.start()
        try await stage.expect("light", "unspecified", "the next portal")
    }

    @Test(.rules("S-207")) func `invalid answers and signals have no effect`() async throws {
        let stage = try await PortalStage()
        let wrong: [String: Variant] = ["color-scheme": .string("dark"), "contrast": .array(of: "u", [.uint32(1)])]
        let portal = try FakePortal([
            Self.appearance: wrong, "org.gnome.desktop.a11y.interface": ["high-contrast": .uint32(1)],
        ])
        try await portal.start()
        try portal.set(Self.appearance, "color-scheme", to: .uint32(1))
        try await stage.expect("dark", "unspecified", "a scheme after values of wrong types")
        let name = stage.daemon.uniqueName
        let signals: [[Variant]] = [
            [.string(Self.appearance), .string("color-scheme"), .uint32(2)], [.string(Self.appearance)], [],
            [.string("org.freedesktop.other"), .string("color-scheme"), .variant(.uint32(2))],
            [.string(Self.appearance), .string("accent-color"), .variant(.uint32(2))],
            [.uint32(1), .uint32(2), .variant(.uint32(2))],
        ]
        for arguments in signals { try portal.emit(arguments, to: name) }
        // A client that is not the portal.
        let stranger = try FakePortal()
        try stranger.emit([.string(Self.appearance), .string("color-scheme"), .variant(.uint32(2))], to: name)
        try await stage.barrier(after: stranger)
        try await stage.barrier(after: portal)
        try await stage.expect("dark", "unspecified", "invalid signals")
        // Other portals give errors, other types, and nothing at all.
        var open: [PendingReply] = []
        let replies: [@EventLoop (PendingReply) -> Void] = [
            { $0.fail(.unknownMethod("no settings")) }, { $0.succeed(with: [.uint32(1)]) }, { $0.succeed() },
            { $0.succeed(with: [["org.freedesktop.appearance"].variant]) }, { open.append($0) },
        ]
        for reply in replies {
            try await portal.stop()
            portal.reply = reply
            let count = portal.calls.count
            try await portal.start()
            try await EventLoop.until("the question") { portal.calls.count > count }
            try await stage.barrier(after: portal)
            try await stage.expect("dark", "unspecified", "an invalid reply")
        }
        // The one that did not reply still sends signals.
        try portal.set(Self.appearance, "color-scheme", to: .uint32(2))
        try await stage.expect("light", "unspecified", "a signal after no reply")
        for reply in open { reply.fail(.unknownMethod("too late")) }
    }
}
