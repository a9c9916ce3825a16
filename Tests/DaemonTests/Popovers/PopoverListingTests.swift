import Foundation
import TabDaemon
import TestSupport
import Testing

/// Presenting and then configuring as in UIKit's documentation, call by call and with shell commands (P6, P7).
@EventLoop @Suite(.bus) struct PopoverListingTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private static let present = "\(ViewControllerInterface.name).Present"
    private static let place = DBusRect(532, 30, 333, 400)

    // MARK: A single client

    @Test(.rules("P6 P7")) func `within a turn the popover is presented, then gets its anchor`() async throws {
        let bus = try PrivateBus.current
        // On a busy machine 50 ms may pass between two of these calls.
        try bus.configure("[deadlines]\nanchor = 60000\n")
        let stage = try await PopoverStage()
        // All calls are sent before the first wait.
        let presentation = stage.present([:])
        let writes = Self.writes(stage).map { name, value in
            Task.immediate { @EventLoop in
                await failure {
                    try await stage.user.setAnything(name, of: Contract.name, at: stage.presented, to: value)
                }
            }
        }
        for write in writes { #expect(await write.value == "none") }
        try await Self.expectPlace(stage)
        #expect(await presentation.value == "none")
    }

    @Test(.rules("P6 P7")) func `over several turns the popover waits for its anchor, and earlier properties apply`()
        async throws
    {
        let bus = try PrivateBus.current
        // A busy machine may take longer than 50 ms for these turns.
        try bus.configure("[deadlines]\nanchor = 60000\n")
        let stage = try await PopoverStage()
        stage.user.clearSignals()
        try await stage.set(Contract.sourceView, to: .none)
        let presentation = stage.present([:])
        try await stage.user.barrier()
        for (name, value) in Self.writes(stage) {
            try await stage.user.setAnything(name, of: Contract.name, at: stage.presented, to: value)
        }
        try await Self.expectPlace(stage)
        #expect(await presentation.value == "none")
        let order = stage.user.signals.filter { $0.path == stage.presented }.map(\.member)
        #expect(order.filter { $0 == "ViewWillAppear" }.count == 1)
    }

    /// The writes, with the anchor last: the presentation begins in the turn in which there is an anchor.
    private static func writes(_ stage: PopoverStage) -> [(String, Variant)] {
        [
            ("PermittedArrowDirections", .uint64(4 | 8)), ("SourceRect", DBusRect(0, 0, 40, 40).variant),
            ("SourceView", stage.source.variant),
        ]
    }

    private static func expectPlace(_ stage: PopoverStage) async throws {
        #expect(try await stage.get(Contract.presented))
        #expect(try await stage.get(Contract.arrowDirection) == 4)
        #expect(try await stage.get(Contract.frame) == place)
        #expect(try await stage.get(Contract.arrowOffset) == -110)
    }

    // MARK: A shell

    private nonisolated static let hasTools =
        HouseCommand.isInstalled("/usr/bin/dbus-send")
        && HouseCommand.isInstalled("/usr/bin/busctl")

    /// Shell commands without the words for the destination. The runner does not wait for their end.
    private struct Shell {
        let environment: [String: String]

        @concurrent
        func run(_ arguments: [String]) async throws -> HouseCommand {
            try HouseCommand.run(arguments, environment: environment)
        }

        func send(_ path: ObjectPath, _ member: String, _ arguments: String...) async throws -> HouseCommand {
            try await run(
                ["dbus-send", "--session", "--print-reply", "--dest=\(TabNames.busName)", path.text, member]
                    + arguments)
        }

        /// Sends a call without waiting for the reply.
        func post(_ path: ObjectPath, _ member: String, _ arguments: String...) async throws -> HouseCommand {
            try await run(
                ["dbus-send", "--session", "--type=method_call", "--dest=\(TabNames.busName)", path.text, member]
                    + arguments)
        }

        func busctl(_ verb: String, _ path: ObjectPath, _ arguments: String...) async throws -> HouseCommand {
            try await run(["busctl", "--user", verb, TabNames.busName, path.text] + arguments)
        }
    }

    @Test(.rules("P5 P7"), .enabled(if: hasTools, "dbus-send or busctl is not installed"), arguments: [false, true])
    func `the listing works with a process per line`(waits: Bool) async throws {
        let bus = try PrivateBus.current
        let stage = try await PopoverStage()
        let shell = Shell(environment: bus.environment)
        let (own, set) = (ViewControllerInterface.name, "org.freedesktop.DBus.Properties.Set")
        let popover = stage.presented
        let view = [stage.children[0].text, "2"]
        // dbus-send can't send structures, and a process takes longer than a presentation waits. So the order is
        // reversed.
        let commands = [
            try await shell.send(
                popover, set, "string:\(own)", "string:ModalPresentationStyle", "variant:string:popover"),
            try await shell.send(
                popover, set, "string:\(Contract.name)", "string:PermittedArrowDirections", "variant:uint64:12"),
            try await shell.busctl("set-property", popover, Contract.name, "SourceView", "(ou)", view[0], view[1]),
            try await shell.busctl(
                "set-property", popover, Contract.name, "SourceRect", "(dddd)", "0", "0", "40", "40"),
        ]
        for command in commands { #expect(command.status == 0, "\(command.errors)") }
        #expect(try await !stage.get(Contract.presented))
        if waits {
            let presented = try await shell.send(stage.children[0], Self.present, "objpath:\(popover)")
            #expect(presented.status == 0, "\(presented.errors)")
            #expect(presented.output.hasPrefix("method return "))
        } else {
            let sent = try await shell.post(stage.children[0], Self.present, "objpath:\(popover)")
            #expect(sent.status == 0, "\(sent.errors)")
            try await stage.user.waitForSignal("its view") { $0.path == popover && $0.member == "ViewDidAppear" }
        }
        try await Self.expectPlace(stage)
        #expect(try await shell.busctl("get-property", popover, Contract.name, "ArrowDirection").output == "t 4\n")
        let dismissed = try await shell.send(popover, "\(own).Dismiss")
        #expect(dismissed.status == 0, "\(dismissed.errors)")
        #expect(try await !stage.get(Contract.presented))
    }

    @Test(.rules("P5 P6 P7"), .enabled(if: hasTools, "dbus-send or busctl is not installed"))
    func `the listing works unchanged with dbus-send alone`() async throws {
        let bus = try PrivateBus.current
        try bus.configure("[deadlines]\nanchor = 60000\n")
        let stage = try await PopoverStage()
        let shell = Shell(environment: bus.environment)
        let (popover, set) = (stage.presented, "org.freedesktop.DBus.Properties.Set")
        try await stage.setStyle("automatic", of: popover)
        stage.user.clearSignals()
        // modalPresentationStyle, present, then permittedArrowDirections, sourceView and sourceRect.
        let commands = [
            try await shell.post(
                popover, set, "string:\(ViewControllerInterface.name)", "string:ModalPresentationStyle",
                "variant:string:popover"),
            try await shell.post(stage.children[0], Self.present, "objpath:\(popover)"),
            try await shell.post(
                popover, set, "string:\(Contract.name)", "string:PermittedArrowDirections", "variant:uint64:12"),
            try await shell.post(popover, "\(Contract.name).SetSourceView", "objpath:\(stage.children[0])", "uint32:2"),
            try await shell.send(
                popover, "\(Contract.name).SetSourceRect", "double:0", "double:0", "double:40", "double:40"),
        ]
        for command in commands { #expect(command.status == 0, "\(command.errors)") }
        // No client has read it, so it has no frame yet.
        try await stage.user.barrier()
        #expect(Self.frames(of: popover, heardBy: stage.user).isEmpty)
        let direction = try await shell.send(
            popover, "org.freedesktop.DBus.Properties.Get", "string:\(Contract.name)", "string:ArrowDirection")
        #expect(direction.output.contains("uint64 4"), "\(direction.output) \(direction.errors)")
        try await Self.expectPlace(stage)
        #expect(Self.frames(of: popover, heardBy: stage.user) == [Self.place.variant])
    }

    /// The announced frames of the popover.
    private static func frames(of popover: ObjectPath, heardBy client: BusClient) -> [Variant] {
        let signals = client.signals.filter { $0.path == popover && $0.arguments.first == .string(Contract.name) }
        return signals.compactMap { $0.changes["Frame"] }
    }

    @Test(.rules("P6 P7 P60"), .enabled(if: hasTools, "dbus-send or busctl is not installed"))
    func `the listing works unchanged while the delegate delays its preparation`() async throws {
        let bus = try PrivateBus.current
        let stage = try await PopoverStage(
            ["Methods": ["PrepareForPopoverPresentation"].variant, "Timeout": .uint32(10_000)])
        let shell = Shell(environment: bus.environment)
        let popover = stage.presented
        let asking = ContinuousClock.now
        let sent = try await shell.post(stage.children[0], Self.present, "objpath:\(popover)")
        #expect(sent.status == 0, "\(sent.errors)")
        let question = try await stage.question("PrepareForPopoverPresentation")
        let commands = [
            try await shell.busctl("get-property", popover, Contract.name, "ArrowDirection"),
            try await shell.busctl("set-property", popover, Contract.name, "PermittedArrowDirections", "t", "12"),
            try await shell.busctl(
                "set-property", popover, Contract.name, "SourceView", "(ou)", stage.children[0].text, "2"),
            try await shell.busctl(
                "set-property", popover, Contract.name, "SourceRect", "(dddd)", "0", "0", "40", "40"),
        ]
        for command in commands { #expect(command.status == 0, "\(command.errors)") }
        let isPresented = try await stage.get(Contract.presented)
        // On a loaded machine the delegate may have timed out before all the processes had ended.
        guard ContinuousClock.now - asking < .seconds(9) else { return }
        #expect(commands[0].output == "t 18446744073709551615\n")
        #expect(!isPresented)
        question.answer()
        try await stage.user.waitForSignal("its view") { $0.path == popover && $0.member == "ViewDidAppear" }
        try await Self.expectPlace(stage)
    }

    @Test(.rules("P5 P14"), .enabled(if: hasTools, "dbus-send or busctl is not installed"))
    func `single calls of busctl work, with an error without an anchor`() async throws {
        let bus = try PrivateBus.current
        let stage = try await PopoverStage()
        let shell = Shell(environment: bus.environment)
        let (own, popover) = (ViewControllerInterface.name, stage.presented)
        let lost = try await shell.busctl("call", stage.children[0], own, "Present", "oa{sv}", popover.text, "0")
        #expect(lost.status != 0)
        #expect(lost.errors.contains("SourceView"), "\(lost.errors)")
        #expect(lost.errors.contains("BarButtonItem"), "\(lost.errors)")
        let named = try await shell.send(stage.children[0], Self.present, "objpath:\(popover)")
        #expect(named.errors.contains("\(TabNames.errorPrefix)MissingAnchor"), "\(named.errors)")
        let values = ["SourceView", "(ou)", stage.children[0].text, "2", "PermittedArrowDirections", "t", "12"]
        let presented = try await shell.run(
            [
                "busctl", "--user", "call", TabNames.busName, stage.children[0].text, own, "Present", "oa{sv}",
                popover.text, "1", "Popover", "a{sv}", "2",
            ] + values)
        #expect(presented.status == 0, "\(presented.errors)")
        try await Self.expectPlace(stage)
        let escaped = try await shell.busctl("call", popover, Contract.name, "PerformEscape", "a{sv}", "0")
        #expect(escaped.output == "s \"dismissed\"\n", "\(escaped.errors)")
    }

    @Test(.enabled(if: hasTools, "dbus-send or busctl is not installed"))
    func `busctl introspect shows the popover`() async throws {
        let bus = try PrivateBus.current
        let stage = try await PopoverStage()
        let shell = Shell(environment: bus.environment)
        func rows(_ path: ObjectPath) async throws -> [String: [String]] {
            let shown = try await shell.busctl("introspect", path, "--no-legend")
            #expect(shown.status == 0, "\(shown.errors)")
            var rows: [String: [String]] = [:]
            var interface = ""
            for line in shown.output.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                if words.count > 1, words[1] == "interface" { interface = words[0] }
                if interface == Contract.name { rows[words[0]] = words }
            }
            return rows
        }
        #expect(try await rows(stage.children[0]).isEmpty)
        let popover = try await rows(stage.presented)
        for member in try #require(DaemonInterfaces.all.first { $0.name == Contract.name }).members {
            let row = popover[".\(member.name)"] ?? []
            #expect(row.count > 3, "\(member.name)")
            guard case .property(_, let signature, let isWritable, _, _) = member else { continue }
            #expect(row.dropFirst().prefix(2) == ["property", signature])
            #expect(row.contains("emits-change"), "\(row)")
            #expect(row.contains("writable") == isWritable, "\(row)")
        }
        #expect(popover[".SetDelegate"]?[1...2] == ["method", "oa{sv}"])
        #expect(popover[".PerformEscape"]?[1...3] == ["method", "a{sv}", "s"])
        #expect(popover[".WillReposition"]?[1...2] == ["signal", "(dddd)(ou)"])
        #expect(popover[".ChromeChanged"]?[1...2] == ["signal", "sb"])
    }
}
