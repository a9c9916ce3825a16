import TestSupport

/// A driver that runs scenarios on the bus, with the real daemon.
@EventLoop final class BusScenarioDriver: ScenarioDriver {
    typealias Controller = TabBarControllerInterface

    private static let maximumAttempts = 5

    let client: BusClient
    let stage: BusStage
    var prompter: ObjectPath? { stage.prompter }
    /// Whether the controllers belong to a plugin, or to a client that works like one.
    var isInPlugin: Bool { stage.prompter != nil }
    let scenario: Scenario
    let delegate: ObjectPath
    private(set) var tabs = ObjectPath.none
    var paths: [String: ObjectPath] = [:]
    var words: [String] = []
    /// The plugin's notes, and how many words of the bus they account for.
    var pluginNotes: [PluginNote] = []
    var mergedCount = 0
    /// Differences between the plugin's callbacks and the bus's signals.
    var failures: [String] = []
    var isDelegateInPlugin = false
    /// The navigation controllers that the plugin created and the daemon restored without it.
    var foreign: Set<String> = []
    /// The navigation controllers that a client has just created, with the number of merged words before.
    var lateStacks: [String: Int] = [:]
    /// The name of the plugin's next navigation controller.
    var nameOfNextStack = "N"
    var should: Question?
    var did: [Action] = []
    var animator: Animator?
    var selectionInQuestion = ""
    var accepted = ""
    var popped = ""
    /// The focusable views of the controllers.
    var views: [String: [UInt32]] = [:]
    /// The replies of popovers' delegates by presented controller, and the calls that they received.
    var scripts: [String: PopoverScript] = [:]
    var delegateCalls: [String: [String]] = [:]
    /// The number of received questions, and of replies that are being sent.
    var (questions, answering) = (0, 0)
    /// The deferred reply of a delegate.
    var held: (@EventLoop () -> Void)?
    var outcomes: [String: String] = [:]
    /// The current states of the controllers' owners, which a restoration must return.
    var states: [String: String] = [:]
    var presentations: [String: Task<Void, Never>] = [:]
    var gestures: [Task<Void, Never>] = []
    /// The delegate's own actions after a notification of a selection.
    var reaction: Task<Void, any Error>?
    /// The number of taps that were accepted or refused, in total and before the last press on the remote control.
    var (taps, tapsBeforePress) = (0, 0)

    init(_ scenario: Scenario, _ stage: BusStage?) async throws {
        guard let stage else { throw Refusal.other }
        self.scenario = scenario
        self.stage = stage
        client = stage.client
        delegate = client.newObject()
        try await prompt("reset")
        try await launch()
    }

    /// Creates the tab bar controller.
    func launch() async throws(DBusError) {
        collectEvents()
        let profile = Variant.string(scenario.profile.rawValue)
        tabs =
            isOwn("tabs")
            ? try await client.createViewController("scenario.Tabs", ["Profile": profile])
            : try await client.manager.createTabBarController([
                "Profile": profile, "LifecycleOrder": .string(scenario.order.rawValue),
            ])
        isDelegateInPlugin = false
        paths["tabs"] = tabs
        let more = try await client.tabBarController(tabs).moreNavigationController
        paths["more"] = more.isNone ? nil : more
        try await client.barrier()
        paths["list"] =
            stage.drainSignals().first { signal in
                guard signal.member == "InterfacesAdded" else { return false }
                return [String: [String: Variant]](variant: signal.arguments[1])?[MoreListInterface.name] != nil
            }?.arguments[0].get()
    }

    func path(_ name: String) async throws(DBusError) -> ObjectPath {
        if let path = paths[name] { return path }
        let path = isInPlugin ? try await client.createViewController("scenario.Actor") : try await register(name)
        paths[name] = path
        return path
    }

    func list(_ letters: String) async throws(DBusError) -> [ObjectPath] {
        var list: [ObjectPath] = []
        for letter in letters { list.append(try await path(Scenario.name(of: letter))) }
        return list
    }

    func perform(_ action: Action) async throws {
        do {
            try await run(action)
            if case .popover(let name, _) = action { try await readPopover(of: name) }
        } catch {
            try await account()
            throw (error as? DBusError).map(refusal) ?? error
        }
        try await account()
        if case .clearLog = action { (words, mergedCount) = ([], 0) }
    }

    /// Processes the signals of an action. The plugin's notes on spontaneous changes may arrive a little later.
    private func account() async throws(DBusError) {
        for attempt in 1...Self.maximumAttempts {
            try await waitUntilIdle()
            collectEvents()
            if mergeNotes(isLast: attempt == Self.maximumAttempts) { return }
        }
    }

    func refusal(_ error: DBusError) -> Refusal {
        // An error of a client's owner arrives in the message of PluginFailed.
        let inner = String(error.message.prefix { $0 != ":" })
        if error.tabError == .pluginFailed,
            [TabNames.errorPrefix, DBusError.standardPrefix].contains(where: inner.hasPrefix)
        {
            return refusal(DBusError(name: inner, message: ""))
        }
        if error.name == DBusError.Name.notSupported { return .notSupported }
        // The cases of both have the same names.
        return error.tabError.flatMap { Refusal(rawValue: "\($0)") } ?? .other
    }

    // MARK: Signals

    func collectEvents() {
        // The signals about a new navigation controller may arrive before its number.
        guard !stage.isOwnerBusy else { return }
        let signals = stage.drainSignals()
        for note in signals.flatMap(stage.notes) { read(note) }
        let names = Dictionary(paths.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        for signal in signals {
            if ["DidSelectViewController", "DidRefuseViewController"].contains(signal.member) { taps += 1 }
            if let word = word(signal, names) { words.append(word) }
        }
    }

    /// Waits until all signals of earlier calls have arrived and the plugin has processed its commands.
    func barrier() async throws(DBusError) {
        if isInPlugin { try await prompt("") } else { try await client.barrier() }
    }

    /// Compares the notified state with the actual one, and destroys the scenario's objects.
    func end() async throws -> String? {
        try await barrier()
        let difference = try await stage.difference()
        let failure = failures.first ?? difference
        for (name, path) in paths where !["more", "list"].contains(name) { try? await client.manager.destroy(path) }
        let leftover = try await stage.difference()
        return failure ?? leftover.map { "after the end: \($0)" }
    }

    /// The word for a signal, in the notation of the model's events.
    private func word(_ signal: ReceivedSignal, _ names: [ObjectPath: String]) -> String? {
        let (first, last) = (signal.arguments.first, signal.arguments.last)
        func named(_ path: ObjectPath) -> String { path.isNone ? "nil" : names[path] ?? "?" }
        let argument = first?.get(as: ObjectPath.self).map(named) ?? ""
        let list = (first?.get(as: [ObjectPath].self) ?? []).map(named).joined()
        let flag = last?.get(as: Bool.self) ?? false
        func own(_ text: String) -> String? { names[signal.path].map { "\($0).\(text)" } }
        func own(animated text: String) -> String? { own(text + (flag ? "(true)" : "")) }
        switch signal.member {
        case "ItemTapped" where isBar(signal): return "tapped(\(first?.get(as: UInt32.self) ?? 999))"
        case "ItemsChanged" where isBar(signal): return "items(\(list),\(flag))"
        case "ShouldSelectViewController" where signal.path == tabs: return "should(\(argument))"
        case "DidSelectViewController" where signal.path == tabs: return "did(\(argument))"
        case "DidRefuseViewController" where signal.path == tabs: return "refused(\(argument))"
        case "WillBeginCustomizingViewControllers" where signal.path == tabs: return "willBegin(\(list))"
        case "WillEndCustomizingViewControllers" where signal.path == tabs: return "willEnd(\(list),\(flag))"
        case "DidEndCustomizingViewControllers" where signal.path == tabs: return "didEnd(\(list),\(flag))"
        case "WillShow": return EventLog.shown("willShow", argument, flag)
        case "DidShow": return EventLog.shown("didShow", argument, flag)
        case "WillMoveToParent": return own("willMove(\(argument))")
        case "DidMoveToParent": return own("didMove(\(argument))")
        case "ViewDidLoad": return own("didLoad")
        case "ViewWillAppear": return own(animated: "willAppear")
        case "ViewIsAppearing": return own(animated: "isAppearing")
        case "ViewDidAppear": return own(animated: "didAppear")
        case "ViewWillDisappear": return own(animated: "willDis")
        case "ViewDidDisappear": return own(animated: "didDis")
        case "BarButtonItemActivated": return own("activated(\(first?.get(as: UInt32.self) ?? 0))")
        case "PrepareForPopoverPresentation": return own("prepare")
        case "ShouldDismiss": return own("shouldDismiss")
        case "WillDismiss": return own("willDismiss")
        case "DidDismiss": return own("didDismiss")
        case "DidAttemptToDismiss": return own("didAttemptToDismiss")
        case "WillReposition": return own("willReposition")
        case "WillPresentWithAdaptiveStyle": return own("willPresent(\(first?.get(as: String.self) ?? ""))")
        case "ChromeChanged": return own("chrome(\(first?.get(as: String.self) ?? ""),\(flag))")
        default: return nil
        }
    }

    private func isBar(_ signal: ReceivedSignal) -> Bool { signal.path == BusClient.bar(of: tabs) }
}
