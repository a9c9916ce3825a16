import TestSupport

/// The view controllers of the scenarios as classes of a client, with the commands and notes of `Fixtures/scenario.c`.
///
/// It never blocks: the daemon's calls arrive while a command waits for its reply.
@EventLoop final class ScenarioClient {
    private enum Views { static let field: UInt32 = 2, label: UInt32 = 3 }
    static let stateField: UInt32 = 90
    private static let busName = "org.example.Scenarios"

    let client: BusClient
    private let factory: ObjectPath
    private(set) var prompter = ObjectPath.none
    /// The restorable states of the view controllers that the daemon has created, by number.
    private(set) var states: [UInt64: String] = [:]
    /// The view controllers that the daemon has restored.
    private(set) var restored: Set<ObjectPath> = []
    var rule = TabBarRule()
    var popoverRules: [UInt64: PopoverRule] = [:]
    /// The notes since the last report.
    private var notes: [String] = []
    private var reports = 0
    /// The work that the daemon's calls have started, for which the next report waits.
    private var reactions: [Task<Void, Never>] = []
    /// Whether work is not finished and reported.
    private(set) var isBusy = false

    init() throws {
        client = try BusClient(isSubscribed: false)
        factory = client.newObject()
    }

    /// Offers the classes to a new daemon.
    func offerClasses() async throws(DBusError) {
        (states, restored) = ([:], [])
        // Restored view controllers are for the owner of the name only.
        guard try await client.connection.requestName(Self.busName, replacing: true) else {
            throw .failed("\(Self.busName) has another owner")
        }
        client.handlers = [
            factory: { [weak self] _, arguments, reply in self?.create(arguments, reply) }
        ]
        let classes = ["Actor", "Prompter", "Stack", "Tabs"].map { "scenario.\($0)" }
        try await client.manager.registerClasses(
            factory, classes,
            ["TabBarControllers": ["scenario.Tabs"].variant, "BusName": .string(Self.busName)])
    }

    /// Whether the daemon has created a view controller with one of the classes.
    func owns(_ path: ObjectPath) -> Bool { TabNames.number(of: path).map { states[$0] != nil } ?? false }

    private func create(_ arguments: [Variant], _ reply: PendingReply) {
        let options: [String: Variant] = arguments[1].get() ?? [:]
        guard let path: ObjectPath = options["ViewController"]?.get(), let number = TabNames.number(of: path) else {
            return reply.fail(.invalidArgs("Create names no view controller"))
        }
        if arguments[0] == .string("scenario.Prompter") { prompter = path }
        if options["Restored"] == .bool(true) { restored.insert(path) }
        states[number] = ""
        client.handlers[path] = { [weak self] call, arguments, reply in
            self?.called(call.member, arguments, of: path, number, reply)
        }
        // The object has the path of its view controller.
        reply.succeed(with: [path.variant])
    }

    // MARK: Notes

    func note(_ words: any CustomStringConvertible...) {
        notes.append(words.map(\.description).joined(separator: " "))
    }

    /// Shows the notes since the last report, below a number that makes the text different.
    private func report() async throws(DBusError) {
        guard !notes.isEmpty else { return }
        reports += 1
        let text = (["\(reports)"] + notes).joined(separator: "\n")
        notes = []
        try await client.updateView(of: prompter, [.view(Views.label, "Label", with: ["Text": .string(text)])])
    }

    /// The calls without a reply whose notes are the number of the view controller and the arguments.
    private static let events = [
        "ViewDidLoad": "didLoad", "ViewWillAppear": "willAppear", "ViewIsAppearing": "isAppearing",
        "ViewDidAppear": "didAppear", "ViewWillDisappear": "willDis", "ViewDidDisappear": "didDis",
        "WillMoveToParent": "willMove", "DidMoveToParent": "didMove", "TabBarDidSelect": "tapped",
        "BarButtonItemActivated": "activated",
    ]

    // MARK: Owners

    /// Handles a call to the object of a view controller, as an owner or as a delegate.
    private func called(
        _ member: String, _ arguments: [Variant], of path: ObjectPath, _ number: UInt64, _ reply: PendingReply
    ) {
        switch member {
        case "ViewDidLoad" where path == prompter:
            react(reply) { [self] () throws(DBusError) in
                try await client.updateView(of: path, [.view(Views.field, "TextField")])
                return []
            }
        case "Action": act(arguments, on: path, number, reply)
        case "EncodeRestorableState":
            let state: [String: Variant] = states[number].flatMap { $0.isEmpty ? nil : ["Text": .string($0)] } ?? [:]
            reply.succeed(with: [state.variant])
        case "DecodeRestorableState":
            states[number] = arguments[0].get(as: [String: Variant].self)?["Text"]?.get() ?? ""
        case "UpdateContent": reply.succeed()
        case "Destroyed": (states[number], client.handlers[path]) = (nil, nil)
        default:
            if let event = Self.events[member] {
                guard path != prompter else { return }
                note(event, number, arguments.first.map(Self.number) ?? 0)
            } else {
                calledDelegate(member, arguments, reply)
            }
        }
    }

    /// The number for a position, a flag, or a view controller.
    private static func number(_ argument: Variant) -> UInt64 {
        switch argument {
        case .bool(let flag): flag ? 1 : 0
        case .uint32(let position): UInt64(position)
        default: TabNames.number(of: argument.get() ?? .none) ?? 0
        }
    }

    private func act(_ arguments: [Variant], on path: ObjectPath, _ number: UInt64, _ reply: PendingReply) {
        guard arguments.count == 3, case .variant(.string(let text)) = arguments[2] else {
            return reply.fail(.notSupported("an action without a text"))
        }
        guard arguments[0] != .uint32(Self.stateField) else {
            states[number] = text
            return reply.succeed()
        }
        answer(reply) { [self] () throws(DBusError) in
            var refusal: DBusError?
            do throws(DBusError) { try await perform(text) } catch { refusal = error }
            repeat {
                while let reaction = reactions.popLast() { await reaction.value }
                try await report()
            } while !reactions.isEmpty
            isBusy = false
            if let refusal { throw refusal }
            return []
        }
    }

    // MARK: Replies

    /// Replies with the results of asynchronous work, for which the next report waits.
    func react(_ reply: PendingReply, _ work: @escaping @EventLoop () async throws(DBusError) -> [Variant]) {
        isBusy = true
        reactions.append(answer(reply, work))
    }

    @discardableResult
    func answer(
        _ reply: PendingReply, _ work: @escaping @EventLoop () async throws(DBusError) -> [Variant]
    ) -> Task<Void, Never> {
        Task.immediate { @EventLoop in
            do throws(DBusError) {
                reply.succeed(with: try await work())
            } catch {
                reply.fail(error)
            }
        }
    }

    // MARK: Commands

    /// Performs a command of the test. `asked`, `told` and `prepare` keep the lines that the delegate runs later.
    private func perform(_ line: String) async throws(DBusError) {
        var words = CommandWords(line)
        switch words.word() {
        case "reset": (rule, popoverRules, notes) = (TabBarRule(), [:], [])
        case "asked": rule.asked = words.text()
        case "told": rule.told = words.text()
        case "prepare": popoverRules[words.number()]?.preparation = words.text()
        default: try await run(lines: line)
        }
    }

    /// Runs lines until the first refused one.
    private func run(lines: String) async throws(DBusError) {
        for line in lines.split(separator: ";") { try await run(line: line) }
    }

    /// Runs lines for a delegate, and notes a refusal.
    func runHere(_ lines: String) async {
        do throws(DBusError) { try await run(lines: lines) } catch { note("refused", 0, error.name) }
    }
}
