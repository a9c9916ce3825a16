import Foundation
import TabDaemon
import TestSupport

/// Presenting and then configuring as in UIKit's documentation, call by call and with shell commands (P6, P7).
@EventLoop @Suite(.bus) struct PopoverListingTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private static let present = "\(ViewControllerInterface.name).Present"
    private static let place = DBusRect(532, 30, 333, 400)

    // MARK: A single client

    @Test(.rules("P6 P7")) func `within a turn the popover is presented, then gets its anchor`() async throws {
        // On a busy machine 50 ms may pass between two of these calls.
        try PrivateBus.current.configure("[deadlines]\nanchor = 60000\n")
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

    private nonisolated static let tools = ConditionTrait.enabled(
        if: HouseCommand.isInstalled("/usr/bin/dbus-send") && HouseCommand.isInstalled("/usr/bin/busctl"),
        "dbus-send or busctl is not installed")

    /// Shell commands that must succeed, except with `run`. The runner does not wait for their end.
    private struct Shell {
        private let environment: [String: String]

        init() throws { environment = try PrivateBus.current.environment }

        @concurrent
        func run(_ arguments: [String]) async throws -> HouseCommand {
            try HouseCommand.run(arguments, environment: environment)
        }

        private func output(_ arguments: [String]) async throws -> String {
            let command = try await run(arguments)
            #expect(command.status == 0, "\(arguments): \(command.errors)")
            return command.output
        }

        /// Makes a call with dbus-send.
        ///
        /// - Parameter waits: Whether it waits for the reply.
        @discardableResult
        func send(
            _ path: ObjectPath, _ member: String, _ arguments: String..., waits: Bool = true
        ) async throws -> String {
            let words = ["dbus-send", "--session", waits ? "--print-reply" : "--type=method_call"]
            return try await output(words + ["--dest=\(TabNames.busName)", path.text, member] + arguments)
        }

        @discardableResult
        func busctl(_ verb: String, _ path: ObjectPath, _ arguments: String...) async throws -> String {
            try await output(["busctl", "--user", verb, TabNames.busName, path.text] + arguments)
        }

        /// Sets the anchor of a popover.
        func setAnchor(_ popover: ObjectPath, _ stage: PopoverStage) async throws {
            let view = await stage.children[0].text
            try await busctl("set-property", popover, Contract.name, "SourceView", "(ou)", view, "2")
            try await busctl("set-property", popover, Contract.name, "SourceRect", "(dddd)", "0", "0", "40", "40")
        }
    }

    private nonisolated static let set = "org.freedesktop.DBus.Properties.Set"
    private static let style = ["string:\(ViewControllerInterface.name)", "string:ModalPresentationStyle"]

    @Test(.rules("P5 P7"), tools, arguments: [false, true])
    func `the listing works with a process per line`(waits: Bool) async throws {
        let stage = try await PopoverStage()
        let shell = try Shell()
        let popover = stage.presented
        // dbus-send can't send structures, and a process takes longer than a presentation waits. So the order is
        // reversed.
        try await shell.send(popover, Self.set, Self.style[0], Self.style[1], "variant:string:popover")
        try await shell.send(
            popover, Self.set, "string:\(Contract.name)", "string:PermittedArrowDirections", "variant:uint64:12")
        try await shell.setAnchor(popover, stage)
        #expect(try await !stage.get(Contract.presented))
        let reply = try await shell.send(stage.children[0], Self.present, "objpath:\(popover)", waits: waits)
        if waits {
            #expect(reply.hasPrefix("method return "))
        } else {
            try await stage.user.waitForSignal("its view") { $0.path == popover && $0.member == "ViewDidAppear" }
        }
        try await Self.expectPlace(stage)
        #expect(try await shell.busctl("get-property", popover, Contract.name, "ArrowDirection") == "t 4\n")
        try await shell.send(popover, "\(ViewControllerInterface.name).Dismiss")
        #expect(try await !stage.get(Contract.presented))
    }

    @Test(.rules("P5 P6 P7"), tools) func `the listing works unchanged with dbus-send alone`() async throws {
        try PrivateBus.current.configure("[deadlines]\nanchor = 60000\n")
        let stage = try await PopoverStage()
        let shell = try Shell()
        let popover = stage.presented
        try await stage.setStyle("automatic", of: popover)
        stage.user.clearSignals()
        // modalPresentationStyle, present, then permittedArrowDirections, sourceView and sourceRect.
        try await shell.send(popover, Self.set, Self.style[0], Self.style[1], "variant:string:popover", waits: false)
        try await shell.send(stage.children[0], Self.present, "objpath:\(popover)", waits: false)
        try await shell.send(
            popover, Self.set, "string:\(Contract.name)", "string:PermittedArrowDirections", "variant:uint64:12",
            waits: false)
        try await shell.send(
            popover, "\(Contract.name).SetSourceView", "objpath:\(stage.children[0])", "uint32:2", waits: false)
        try await shell.send(
            popover, "\(Contract.name).SetSourceRect", "double:0", "double:0", "double:40", "double:40")
        // No client has read it, so it has no frame yet.
        try await stage.user.barrier()
        #expect(Self.frames(of: popover, heardBy: stage.user).isEmpty)
        let direction = try await shell.send(
            popover, "org.freedesktop.DBus.Properties.Get", "string:\(Contract.name)", "string:ArrowDirection")
        #expect(direction.contains("uint64 4"), "\(direction)")
        try await Self.expectPlace(stage)
        #expect(Self.frames(of: popover, heardBy: stage.user) == [Self.place.variant])
    }

    /// The announced frames of the popover.
    private static func frames(of popover: ObjectPath, heardBy client: BusClient) -> [Variant] {
        let signals = client.signals.filter { $0.path == popover && $0.arguments.first == .string(Contract.name) }
        return signals.compactMap { $0.changes["Frame"] }
    }

    @Test(.rules("P6 P7 P60"), tools)
    func `the listing works unchanged while the delegate delays its preparation`() async throws {
        let stage = try await PopoverStage(
            ["Methods": ["PrepareForPopoverPresentation"].variant, "Timeout": .uint32(10_000)])
        let shell = try Shell()
        let popover = stage.presented
        let asking = ContinuousClock.now
        try await shell.send(stage.children[0], Self.present, "objpath:\(popover)", waits: false)
        let question = try await stage.question("PrepareForPopoverPresentation")
        let direction = try await shell.busctl("get-property", popover, Contract.name, "ArrowDirection")
        try await shell.busctl("set-property", popover, Contract.name, "PermittedArrowDirections", "t", "12")
        try await shell.setAnchor(popover, stage)
        let isPresented = try await stage.get(Contract.presented)
        // On a loaded machine the delegate may have timed out before all the processes had ended.
        guard ContinuousClock.now - asking < .seconds(9) else { return }
        #expect(direction == "t 18446744073709551615\n")
        #expect(!isPresented)
        question.answer()
        try await stage.user.waitForSignal("its view") { $0.path == popover && $0.member == "ViewDidAppear" }
        try await Self.expectPlace(stage)
    }

    @Test(.rules("P5 P14"), tools)
    func `single calls of busctl work, with an error without an anchor`() async throws {
        let stage = try await PopoverStage()
        let shell = try Shell()
        let popover = stage.presented
        let call = [
            "busctl", "--user", "call", TabNames.busName, stage.children[0].text, ViewControllerInterface.name,
            "Present", "oa{sv}", popover.text,
        ]
        let lost = try await shell.run(call + ["0"])
        #expect(lost.status != 0)
        #expect(lost.errors.contains("SourceView") && lost.errors.contains("BarButtonItem"), "\(lost.errors)")
        let named = await failure {
            try await stage.user.callAnything(
                "Present", of: ViewControllerInterface.name, at: stage.children[0], [.objectPath(popover)])
        }
        #expect(named == "MissingAnchor")
        let values = ["SourceView", "(ou)", stage.children[0].text, "2", "PermittedArrowDirections", "t", "12"]
        try await shell.run(call + ["1", "Popover", "a{sv}", "2"] + values).succeeded()
        try await Self.expectPlace(stage)
        #expect(
            try await shell.busctl("call", popover, Contract.name, "PerformEscape", "a{sv}", "0") == "s \"dismissed\"\n"
        )
    }

    @Test(tools) func `busctl introspect shows the popover`() async throws {
        let stage = try await PopoverStage()
        let shell = try Shell()
        func rows(_ path: ObjectPath) async throws -> [String: [String]] {
            var rows: [String: [String]] = [:]
            var interface = ""
            for line in try await shell.busctl("introspect", path, "--no-legend").split(separator: "\n") {
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
            guard case .property(_, let type, let isWritable, _, _, _) = member else { continue }
            #expect(row.dropFirst().prefix(2) == ["property", type.signature])
            #expect(row.contains("emits-change"), "\(row)")
            #expect(row.contains("writable") == isWritable, "\(row)")
        }
        #expect(popover[".SetDelegate"]?[1...2] == ["method", "oa{sv}"])
        #expect(popover[".PerformEscape"]?[1...3] == ["method", "a{sv}", "s"])
        #expect(popover[".WillReposition"]?[1...2] == ["signal", "(dddd)(ou)"])
        #expect(popover[".ChromeChanged"]?[1...2] == ["signal", "sb"])
    }
}
