import TestSupport

/// The Edit session over a real bus: the calls to its delegate, and waiting gestures (E-40 to E-52).
@EventLoop @Suite(.localDaemon) struct CustomizingTests {
    @Test(.rules("E-44 F-3 F-4 F-5"))
    func `the delegate is notified of a session, before and after the list changes`() async throws {
        let stage = try await CustomizingStage()
        try await stage.edit(moving: 5, to: 0)
        let (old, new) = ("ABCDEF", "FBCDAE")
        #expect(stage.calls == ["willBegin(\(old))", "willEnd(\(new),true)", "didEnd(\(new),true)"])
        let log = try await stage.log()
        #expect(
            log == "willBegin(\(old)) customizing(true) willEnd(\(new),true) items "
                + "list(\(new)) customizing(false) didEnd(\(new),true)")
    }

    @Test func `taps on the back button, a bar button and Edit wait for a question in the same window`() async throws {
        let stage = try await CustomizingStage(asking: true)
        let client = stage.client
        let tap = Task.immediate { @EventLoop in try await client.tap(0, in: stage.tabs) }
        let question = try await stage.question()
        var done: [String] = []
        let edit = Task.immediate { @EventLoop in done.append("edit \(await stage.begin())") }
        let back = Task.immediate { @EventLoop in
            try await client.navigationController(stage.more).tapBack()
            done.append("back")
        }
        try await client.barrier()
        #expect(done.isEmpty)
        done.append("answer")
        question.allow(true)
        #expect(try await tap.value)
        await edit.value
        try await back.value
        // The list has left the screen when its turn comes.
        #expect(done.first == "answer" && done.dropFirst().sorted() == ["back", "edit InternalInconsistency"])
    }
}

/// Six tabs in a window, More's list displayed, and a delegate.
@EventLoop final class CustomizingStage: ClientStage {
    var more: ObjectPath { TabNames.viewController((TabNames.number(of: tabs) ?? 0) + 1) }
    var list: ObjectPath { TabNames.viewController((TabNames.number(of: tabs) ?? 0) + 2) }

    init(asking: Bool = false) async throws {
        try await super.init(questions: ["ShouldSelectViewController"])
        try await createTabs(count: 6, isShown: true)
        #expect(try await client.tap(4, in: tabs))
        let methods = ["WillBegin", "WillEnd", "DidEnd"].map { $0 + "CustomizingViewControllers" }
        let names = methods + (asking ? ["ShouldSelectViewController"] : [])
        try await owner.setDelegate(
            object, of: tabs, ["Methods": .array(of: "s", names.map { .string($0) }), "Timeout": .uint32(10_000)])
        try await client.barrier()
        client.clearSignals()
    }

    /// `calls` has the lines of the session.
    override func called(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        guard member != "ShouldSelectViewController" else { return super.called(member, arguments, reply) }
        calls.append(line(member, Array(arguments.dropFirst())))
    }

    func names(_ paths: [ObjectPath]) -> String {
        String(paths.map { children.firstIndex(of: $0).map { Character(UnicodeScalar(UInt8(65 + $0))) } ?? "?" })
    }

    func tabNames() async throws(DBusError) -> String {
        names(try await client.tabBarController(tabs).viewControllers)
    }

    private func line(_ member: String, _ arguments: [Variant]) -> String {
        let name = member.replacing("CustomizingViewControllers", with: "")
        let short = name.prefix(1).lowercased() + name.dropFirst()
        let list = names(arguments.first?.get(as: [ObjectPath].self) ?? [])
        return arguments.count > 1
            ? "\(short)(\(list),\(arguments[1].get(as: Bool.self) ?? false))" : "\(short)(\(list))"
    }

    /// Makes a session with one move, and waits for all calls to the delegate.
    func edit(moving index: Int, to slot: UInt32) async throws {
        try await client.moreList(list).beginEditing()
        try await client.moreList(list).moveItem(children[index], slot)
        _ = try await client.moreList(list).endEditing()
        try await owner.barrier()
    }

    func begin() async -> String { await failure { try await self.client.moreList(self.list).beginEditing() } }

    func move(_ index: Int, to slot: UInt32) async -> String {
        await failure { try await self.client.moreList(self.list).moveItem(self.children[index], slot) }
    }

    /// The session's signals, and the property changes of the tab bar controller between them.
    func log() async throws -> String {
        try await client.barrier()
        return client.signals.compactMap { signal -> String? in
            if signal.member.hasSuffix("CustomizingViewControllers") { return line(signal.member, signal.arguments) }
            if signal.member == "ItemsChanged" { return "items" }
            guard signal.member == "PropertiesChanged", signal.path == tabs || signal.path == list,
                let values: [String: Variant] = signal.arguments[1].get()
            else { return nil }
            let order = values["ViewControllers"]?.get(as: [ObjectPath].self).map { "list(\(names($0)))" }
            let isCustomizing = values["Customizing"]?.get(as: Bool.self).map { "customizing(\($0))" }
            let parts = [order, isCustomizing].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }.joined(separator: " ")
    }
}
