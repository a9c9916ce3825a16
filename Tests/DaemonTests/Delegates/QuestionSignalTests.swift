import TabDaemon
import TestSupport

/// The signals about questions to delegates: each is sent right before its question, and only where a delegate is
/// asked.
@Suite(.serialized) struct QuestionSignalTests {
    private typealias Tabs = TabBarControllerInterface
    private typealias Popover = PopoverPresentationControllerInterface

    // MARK: The contract

    @Test @EventLoop func `every callback about a controller is a signal`() throws {
        func described(_ contract: any ContractInterface.Type) throws -> InterfaceDescription {
            try #require(DaemonInterfaces.all.first { $0.name == contract.name })
        }
        func names(_ description: InterfaceDescription, signals: Bool) -> Set<String> {
            Set(
                description.members.filter { member in
                    if case .signal = member { signals } else if case .method = member { !signals } else { false }
                }.map(\.name))
        }
        let tabs = names(TabBarControllerDelegateInterface.description, signals: false)
        // About the delegate itself, not about the controller.
        let unannounced: Set = ["Released", "ReleasedBy", "QuestionWithdrawn"]
        #expect(tabs.subtracting(names(try described(Tabs.self), signals: true)) == unannounced)
        // A property has the same name.
        let popover = names(PopoverPresentationControllerDelegateInterface.description, signals: false)
        let missing = popover.subtracting(names(try described(Popover.self), signals: true))
        #expect(missing == unannounced.union(["AdaptivePresentationStyle"]))
        #expect(
            names(try described(Popover.self), signals: true).contains("AdaptivePresentationStyleForTraitCollection"))
    }

    // MARK: Tab bar controllers

    private static let questions = [
        "AnimationControllerForTransition", "SupportedInterfaceOrientations", "PreferredInterfaceOrientation",
    ]

    private static let all = [
        "SupportedInterfaceOrientations", "PreferredInterfaceOrientation", "AnimationControllerForTransition 0 1",
    ]

    /// The signals of the questions, with the tabs' names as arguments.
    @EventLoop private static func asked(_ client: BusClient, _ tabs: [ObjectPath]) async throws -> [String] {
        try await client.barrier()
        defer { client.clearSignals() }
        return client.signals.filter { questions.contains($0.member) }.map { signal in
            let names = signal.arguments.map { argument in
                argument.get(as: ObjectPath.self).flatMap { tabs.firstIndex(of: $0) }.map(String.init) ?? "?"
            }
            return ([signal.member] + names).joined(separator: " ")
        }
    }

    /// Makes the calls that ask a delegate about the orientation and about a change of tabs.
    @EventLoop private static func ask(_ client: BusClient, _ tabs: ObjectPath, from old: Int64) async throws {
        _ = try await client.tabBarController(tabs).getSupportedInterfaceOrientations()
        _ = try await client.tabBarController(tabs).getPreferredInterfaceOrientation()
        try await client.select(1 - old, in: tabs)
    }

    @Test(.bus, .rules("F-6 F-7 F-9")) @EventLoop
    func `questions to a client are signals, and without a delegate none is sent`() async throws {
        let stage = try await TransitionStage(also: Array(Self.questions.dropFirst()))
        let (owner, children) = (stage.owner, stage.children)
        try await Self.ask(owner, stage.tabs, from: 0)
        #expect(try await Self.asked(owner, children) == Self.all)
        #expect(try await stage.user.tap(2, in: stage.tabs))
        #expect(try await Self.asked(owner, children) == ["AnimationControllerForTransition 1 2"])
        #expect(try await stage.user.tap(2, in: stage.tabs))
        #expect(try await Self.asked(owner, children).isEmpty, "nothing changes")
        // A delegate that implements other methods only.
        try await owner.setDelegate(stage.object, of: stage.tabs, ["Methods": ["DidSelectViewController"].variant])
        try await Self.ask(owner, stage.tabs, from: 0)
        #expect(try await Self.asked(owner, children).isEmpty)
        try await owner.tabBarController(stage.tabs).clearDelegate()
        try await Self.ask(owner, stage.tabs, from: 1)
        #expect(try await Self.asked(owner, children).isEmpty)
    }

    @Test(.bus, .rules("F-6 F-7 F-9")) @EventLoop func `questions to a plugin are signals`() async throws {
        let stage = try await TestPluginStage("Director")
        let client = stage.client
        let children = [stage.controller, try await client.register()]
        try await client.setTabs(children, of: stage.tabs)
        client.clearSignals()
        try await Self.ask(client, stage.tabs, from: 0)
        #expect(try await Self.asked(client, children).isEmpty)
        try await client.select(0, in: stage.tabs)
        try await stage.tap("Watch")
        try await Self.ask(client, stage.tabs, from: 0)
        #expect(try await Self.asked(client, children) == Self.all)
    }

    // MARK: Popovers

    @EventLoop private static func adapted(_ client: BusClient) async throws -> [[Variant]] {
        try await client.barrier()
        defer { client.clearSignals() }
        return client.signals.filter {
            ["AdaptivePresentationStyleForTraitCollection", "ViewControllerForAdaptivePresentationStyle"]
                .contains($0.member)
        }.map(\.arguments)
    }

    @Test(.bus, .rules("P62 P63")) @EventLoop
    func `questions about a popover are signals that precede the call`() async throws {
        let stage = try await PopoverStage()
        try await stage.owner.manager.subscribe()
        #expect(await stage.present().value == "none")
        try await stage.dismiss()
        #expect(try await Self.adapted(stage.user).isEmpty, "without a delegate")
        try await stage.setDelegate([
            "Methods": ["AdaptivePresentationStyle", "ViewControllerForAdaptivePresentationStyle"].variant,
            "Timeout": .uint32(10_000),
        ])
        try await stage.setSize(400, 700)
        stage.owner.clearSignals()
        let presentation = stage.present()
        let style = try await stage.question("AdaptivePresentationStyle")
        // The delegate's own connection has received the signal of its question by now.
        #expect(stage.owner.signals.contains { $0.member == "AdaptivePresentationStyleForTraitCollection" })
        #expect(try await Self.adapted(stage.user) == [[.string("compact"), .string("regular")]])
        style.answer(.string("formSheet"))
        let replacement = try await stage.question("ViewControllerForAdaptivePresentationStyle")
        #expect(stage.owner.signals.contains { $0.member == "ViewControllerForAdaptivePresentationStyle" })
        #expect(try await Self.adapted(stage.user) == [[.string("formSheet")]])
        replacement.answer(.objectPath(.none))
        #expect(await presentation.value == "none")
    }

    @Test(.bus, .rules("P62 P63")) @EventLoop func `questions to a plugin about a popover are signals`() async throws {
        let stage = try await PluginPopoverStage(PluginPopoverStage.phone)
        try await stage.tap("Wrap", "Before")
        #expect(try await !stage.presented().isNone)
        let asked = try await Self.adapted(stage.client)
        #expect(asked == [[.string("compact"), .string("regular")], [.string("formSheet")]])
    }
}
