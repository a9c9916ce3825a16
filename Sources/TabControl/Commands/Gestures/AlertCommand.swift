internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface

struct AlertCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Present an alert, wait for the answer, and print it.",
        discussion: """
            The title of the chosen action is printed, then the text of each field on its own line. The exit status is \
            1 if the user chooses the cancel action, or if the alert is dismissed without an answer. If you give no \
            action, the alert has the action OK.

            In a window of regular size, an action sheet is a popover and needs --anchor.

            For example: 'tabctl alert 1 "Delete the note?" --destructive Delete --cancel Keep'.
            """)

    @Option(help: "Show this text below the title.")
    var message = ""

    @Option(help: "Add an action with this title.")
    var action: [String] = []

    @Option(help: "Add an action that destroys data.")
    var destructive: [String] = []

    @Option(help: "Add the action that changes nothing.")
    var cancel: String?

    @Option(help: "Choose the action with this title when the user presses Return.")
    var preferred: String?

    @Option(help: "Add a text field with this placeholder.")
    var field: [String] = []

    @Option(help: "Add a text field for a secret.")
    var secretField: [String] = []

    @Flag(help: "Present an action sheet.")
    var sheet = false

    @Option(help: "Point an action sheet at this: bar, item:NUMBER, or the id of a view of the controller.")
    var anchor: Anchor?

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The title of the alert.")
    var title: String

    /// The element that an action sheet points at.
    enum Anchor: ExpressibleByArgument, Sendable {
        case bar
        case item(UInt32)
        case view(UInt32)

        init?(argument: String) {
            if argument == "bar" {
                self = .bar
            } else if argument.hasPrefix("item:"), let item = UInt32(argument.dropFirst(5)) {
                self = .item(item)
            } else if let view = UInt32(argument) {
                self = .view(view)
            } else {
                return nil
            }
        }
    }

    /// The actions in the order of the command line's options.
    private var entries: [AlertActionEntry] {
        var entries = action.map { AlertActionEntry(title: $0) }
        entries += destructive.map { AlertActionEntry(title: $0, style: "destructive") }
        if let cancel { entries.append(AlertActionEntry(title: cancel, style: "cancel")) }
        if entries.isEmpty { entries = [AlertActionEntry(title: "OK")] }
        if let index = entries.firstIndex(where: { $0.title == preferred }) { entries[index].preferred = true }
        return entries
    }

    func validate() throws {
        guard let preferred, !entries.contains(where: \.preferred) else { return }
        throw ValidationError("--preferred '\(preferred)' is not the title of an action.")
    }

    func run(_ service: Service, on path: ObjectPath) async throws {
        let fields =
            field.map { AlertTextFieldEntry(placeholder: $0) }
            + secretField.map { AlertTextFieldEntry(placeholder: $0, secure: true) }
        typealias Option = ViewControllerInterface.AlertOption
        var options = Options([Option.actions.name: entries.variant])
        if !fields.isEmpty { options.values[Option.textFields.name] = fields.variant }
        if let anchor { options.values[Option.popover.name] = try await popover(at: anchor, of: path, service).variant }
        let answer = try await AlertPrompt(service).present(
            sheet ? "actionSheet" : "alert", title, message, options, from: path)
        let chosen = answer.flatMap { entries.indices.contains(Int($0.action)) ? entries[Int($0.action)] : nil }
        format.print(
            [
                "action": answer.map { .integer($0.action) } ?? .null,
                "title": chosen.map { .string($0.title) } ?? .null,
                "texts": .array((answer?.texts ?? []).map(JSON.string)),
            ], text: chosen.map { ([$0.title] + (answer?.texts ?? [])).joined(separator: "\n") })
        if chosen == nil || chosen?.style == "cancel" { throw ExitCode(ExitStatus.refused) }
    }

    @EventLoop
    private func popover(
        at anchor: Anchor, of path: ObjectPath, _ service: Service
    ) async throws -> [String: Variant] {
        switch anchor {
        case .item(let item): return ["BarButtonItem": ViewReference(viewController: path, view: item).variant]
        case .view(let view): return ["SourceView": ViewReference(viewController: path, view: view).variant]
        case .bar:
            let tabs = try await service.viewController(path).tabBarController
            let bar = try await service.tabBarController(tabs.isNone ? path : tabs).tabBar
            return ["SourceView": ViewReference(viewController: bar, view: 0).variant]
        }
    }
}

/// An alert whose answer the command waits for.
@EventLoop
final class AlertPrompt {
    private let service: Service
    /// The answers that arrived before the reply of PresentAlert; nil for an alert that was dismissed without an
    /// answer.
    private var ends: [ObjectPath: AlertAnswer?] = [:]
    private var alert: ObjectPath?
    private var waiting: CheckedContinuation<Result<AlertAnswer?, ControlError>, Never>?

    init(_ service: Service) { self.service = service }

    /// Presents the alert and waits until it is answered or dismissed.
    /// - Returns: nil if the alert is dismissed without an answer.
    func present(
        _ style: String, _ title: String, _ message: String, _ options: Options, from path: ObjectPath
    ) async throws -> AlertAnswer? {
        let watch = SignalWatch(service.bus) { [unowned self] in
            receive($0, $1)
        } onOwner: { [unowned self] owner in
            let error = ControlError(
                message: "\(TabNames.busName) ended before the alert was answered", status: ExitStatus.unavailable)
            if owner == nil { finish(.failure(error)) }
        }
        // Starts the daemon if needed, before the watch: the watch follows only the daemon that runs now.
        let presenting = service.viewController(path)
        _ = try await presenting.type
        try await watch.start()
        let alert = try await presenting.presentAlert(style, title, message, options)
        self.alert = alert
        if let end = ends[alert] { return end }
        let result = await withCheckedContinuation(isolation: EventLoop.shared) { waiting = $0 }
        withExtendedLifetime(watch) {}
        return try result.get()
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        switch signal.member {
        case "AlertAnswered":
            guard signal.signature == "uas", let action = try? UInt32.read(from: reader),
                let texts = try? [String].read(from: reader)
            else { return }
            end(ObjectPath(signal.path), AlertAnswer(action: action, texts: texts))
        case "InterfacesRemoved":
            guard signal.signature == "oas", let path = try? ObjectPath.read(from: reader) else { return }
            end(path, nil)
        default: break
        }
    }

    private func end(_ path: ObjectPath, _ answer: AlertAnswer?) {
        guard let alert else {
            // The reply with the alert's path has not arrived yet.
            if answer != nil || ends[path] == nil { ends.updateValue(answer, forKey: path) }
            return
        }
        if path == alert { finish(.success(answer)) }
    }

    private func finish(_ result: Result<AlertAnswer?, ControlError>) {
        waiting?.resume(returning: result)
        waiting = nil
    }
}
