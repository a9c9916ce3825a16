import Foundation
import TestSupport

/// A daemon with objects of every kind and in every state that a client can create: tab bar controllers of all
/// profiles, More, stacks, a popover, windows with front ends, pages of isolated and in-process plugins, delegates.
@EventLoop final class SignatureFuzzStage: Stage {
    init() async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"in-process\"\nclock = \"process\"\n")
        try await super.init(DaemonOptions(hasLog: true), isSubscribed: true)
        let phone = try await client.manager.createTabBarController(["Title": .string("phone")])
        let pad = try await client.manager.createTabBarController(["Profile": .string("pad")])
        let screen = try await client.manager.createTabBarController(["Profile": .string("tv")])
        var owned: [ObjectPath] = []
        for index in 0..<8 { owned.append(try await client.register(["Title": .string("own \(index)")])) }
        let stack: ObjectPath = try await client.manager.createNavigationController(owned[5])
        try await client.setTabs(owned.prefix(5) + [stack], of: phone)
        var pages: [ObjectPath] = []
        for type in ["clock.WorldClock", "clock.Timer", "gallery.Labels", "notes.Notes", "settings.Settings"] {
            guard let page = try? await client.createViewController(type) else { continue }
            try await client.viewController(page).loadViewIfNeeded()
            pages.append(page)
        }
        try await client.setTabs(pages.prefix(2) + [owned[6]], of: pad)
        try await client.setTabs(Array(pages.dropFirst(2)), of: screen)
        for controller in [phone, pad, screen] {
            _ = try await client.window(controller).attach()
            try await client.setDelegate(client.newObject(), of: controller, ["Timeout": .uint32(50)])
        }
        let popover = owned[7]
        try await client.viewController(popover).set(\.modalPresentationStyle, to: "popover")
        let anchor: Variant = .structure([.objectPath(BusClient.bar(of: pad)), .uint32(0)])
        try await client.viewController(pages[0]).present(popover, ["Popover": ["SourceView": anchor].variant])
        try await client.popover(popover).setDelegate(client.newObject(), ["Timeout": .uint32(50)])
        try await client.barrier()
    }

    var size: (memory: Int, descriptors: Int) { ProcessEntry(daemon.processID).size }
}

extension ProcessEntry {
    /// The private memory in KiB, and the number of open descriptors.
    var size: (memory: Int, descriptors: Int) { (residentKilobytes, descriptors.count) }

    /// The resident memory in KiB.
    var residentKilobytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
