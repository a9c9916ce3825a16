import DBusConnection
import Foundation
import TestSupport

@testable import TabStore

/// Texts in the store that an earlier version has saved, with up to 64 KiB.
@EventLoop @Suite(.bus) struct StoredTextTests {
    @Test(.rules("S-221")) func `long texts are cut between two characters when they are restored, and logged`()
        async throws
    {
        let log = try PrivateBus.current.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController([
            "RestorationIdentifier": .string("tabs"), "Title": .string("short"),
        ])
        let tab = try await client.createViewController("clock.Stopwatch", identifiedBy: "tab")
        try await client.setTabs([tab], of: tabs)
        try await client.navigationItem(tab).set(
            \.leftBarButtonItems, to: [BarButtonItemEntry(id: 7, title: "Left", image: "go-next")])
        #expect(await daemon.stop() == 0)

        let long = "x" + String(repeating: "é", count: 30_000)
        let cut = "x" + String(repeating: "é", count: 2047)
        do {
            let database = try Database(try PrivateBus.current.directory + "/state/tabd/tabd.sqlite")
            let rows = try database.rows("SELECT number, properties FROM view_controller") { row in
                (row.integer(0) ?? 0, row.blob(1) ?? [])
            }
            #expect(rows.count == 2)
            for (number, bytes) in rows {
                var values = try #require(MarshalledValues.values(in: bytes))
                values["Title"] = .string(long)
                values["TabBarItem"] = ["BadgeValue": Variant.string(long), "Tooltip": .string(long)].variant
                values["NavigationItem"] =
                    ["LeftBarButtonItems": [BarButtonItemEntry(id: 7, title: long, image: "go-next")].variant].variant
                let hex = try MarshalledValues.bytes(of: values).map { String(format: "%02x", $0) }.joined()
                try database.execute(
                    "UPDATE view_controller SET properties = X'\(hex)', restoration_identifier = '\(long)' || number "
                        + "WHERE number = \(number)")
            }
        }

        let (second, reader) = try await DaemonProcess.startWithClient(log: log)
        let objects = try await reader.managedObjects()
        var identifiers: Set<String> = []
        for path in [tabs, tab] {
            let interfaces = try #require(objects[path])
            let (controller, item) = (interfaces[ViewControllerInterface.name], interfaces[TabBarItemInterface.name])
            #expect(controller?["Title"]?.get() == cut)
            #expect(item?["BadgeValue"]?.get() == cut && item?["Tooltip"]?.get() == cut)
            let buttons: [BarButtonItemEntry]? = interfaces[NavigationItemInterface.name]?["LeftBarButtonItems"]?.get()
            #expect(buttons == [BarButtonItemEntry(id: 7, title: cut, image: "go-next")])
            let identifier: String = controller?["RestorationIdentifier"]?.get() ?? ""
            #expect(identifier.utf8.count <= 4096 && identifier.hasPrefix("xéé"))
            identifiers.insert(identifier)
        }
        #expect(identifiers.count == 2)
        #expect(try await reader.tabBarController(tabs).viewControllers == [tab])
        // The identifiers are the same after the cut, so one of them gets another one, which is reported.
        #expect(try await reader.manager.storeReason.contains("of another view controller"))
        #expect(await second.stop() == 0)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.contains("had more than 4096 bytes") }
        #expect(lines.count == 2, "\(text.prefix(2000))")
        #expect(lines.allSatisfy { $0.contains("BadgeValue, Tooltip") && $0.utf8.count < 1000 })

        // The next start has nothing to cut.
        let (third, _) = try await DaemonProcess.startWithClient(log: log + "2")
        #expect(await third.stop() == 0)
        #expect(try !String(contentsOfFile: log + "2", encoding: .utf8).contains("4096"))
    }
}
