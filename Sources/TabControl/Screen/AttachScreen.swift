internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The full-screen front end of `tabctl attach`.
///
/// `ScreenState` makes all decisions. This class passes events to the state, carries out its effects, and draws it at
/// most once per turn of the loop.
@EventLoop
final class AttachScreen: TreeAttachmentObserver, TerminalObserver, GestureObserver {
    private let path: ObjectPath
    private let options: Options
    private var state: ScreenState
    /// The scene on the terminal.
    private var scene: Scene
    /// Whether `scene` matches the current state.
    private var isSceneCurrent = false
    private var terminal: LoopTerminal?
    private lazy var attachment = TreeAttachment(service, to: path, attachOptions, self)
    private lazy var gestures = GestureSender(of: path, isReadOnly: state.isReadOnly, self)
    private var turnEnd: TurnEndHook?
    private let service: Service
    /// The note to print after the terminal is restored.
    private var exitNote: String?

    private enum Redraw { case none, deferrable, immediate }
    /// Whether a redraw is needed; `immediate` after user input.
    private var redraw = Redraw.none
    /// Draws deferred changes if the reply of a gesture is late.
    private var drawTimer: LoopTimer?

    /// - Parameter options: The options of Attach, without the size.
    init(_ service: Service, of path: ObjectPath, _ options: Options, isReadOnly: Bool, depth: ColorDepth) {
        self.service = service
        self.path = path
        self.options = options
        state = ScreenState(of: path, size: LoopTerminal.presentSize, isReadOnly: isReadOnly, depth: depth)
        scene = ScenePainter.scene(of: state)
    }

    /// The process signals that become loop events.
    nonisolated static let signals = [SIGINT, SIGTERM, SIGTSTP] + LoopTerminal.signals

    func run() async throws {
        let stop = LoopSignal(SIGTSTP) { [weak self] in self?.suspend() }
        turnEnd = EventLoop.atTurnEnd { [weak self] in self?.drawIfDue() }
        defer {
            if let turnEnd { EventLoop.remove(turnEnd) }
            terminal?.close()
            withExtendedLifetime(stop) {}
            if let exitNote { Output.note(exitNote) }
        }
        try await attachment.run()
    }

    func finish() { attachment.finish() }

    // MARK: Bus

    private var attachOptions: Options {
        var options = options
        // A front end that only watches has no window.
        guard options.values[WindowInterface.AttachOption.visible.name] != .bool(false) else { return options }
        typealias Key = WindowInterface.AttachOption
        options.values[Key.size.name] = Grid.size(state.room).variant
        options.values[Key.textStyles.name] = Grid.textStyles.variant
        options.values[Key.textAdvances.name] = Grid.textAdvances.variant
        options.values[Key.controlMetrics.name] = Grid.controlMetrics.variant
        return options
    }

    func stateChanged(from old: AttachmentState, to new: AttachmentState) {
        switch new {
        case .attached: attached(after: old)
        case .daemonAway, .busAway, .hostAway:
            // The last picture stays on the screen.
            state.link = new
            redrawNow()
        case .connecting, .reattaching, .daemonReplaced, .ended: break
        }
    }

    private func attached(after old: AttachmentState) {
        guard openTerminal() else { return }
        gestures.service = attachment.service
        state.clientName = attachment.service.bus.uniqueName
        if case .hostAway(let host, _) = old {
            // A message about the last gesture stays.
            if state.message == nil { state.message = HostMessage.isBack(host) }
        } else if old.isLoss {
            state.message = "tabd is running again"
        }
        state.link = .attached
        follow()
        refreshContent()
    }

    func changed(_ changes: [TreeChange]) {
        for case .refused(let refused) in changes {
            let title = state.tree.tabBarItem(refused).displayTitle
            // The front end that tapped shows the message, not the others.
            if gestures.isPending { state.message = "\(title ?? refused.text) was refused" }
        }
        for case .rowScrolled(let path, let view, let row, let position) in changes {
            let table = Target.view(path, view)
            state.positions.show(Int(row), at: position, of: table, in: scene.lists[table])
        }
        for case .announced(_, let text, _) in changes { state.message = text }
        follow()
    }

    /// Passes the current tree to the state.
    private func follow() {
        state.follow(attachment.tree)
        redrawSoon()
        if attachment.tree.isDestroyed {
            exitNote = "\(PropertyText.object(path)) was destroyed"
            finish()
        } else if let container = attachment.container {
            exitNote = Follower.movedMessage(path, into: container)
            finish()
        }
    }

    /// Asks the owners to update their views, which may be out of date. Changes arrive as signals.
    private func refreshContent() {
        for content in state.tree.snapshot.contentPaths {
            Task { @EventLoop [service = attachment.service] in _ = try? await service.view(of: content) }
        }
    }

    // MARK: Terminal

    /// Opens the terminal once there is something to show, so that earlier errors are printed on the normal screen.
    private func openTerminal() -> Bool {
        guard terminal == nil else { return true }
        terminal = LoopTerminal(depth: state.depth, mouse: true, self)
        guard terminal != nil else {
            attachment.finish(.failure(ControlError(message: "the terminal is closed")))
            return false
        }
        terminalChanged()
        return true
    }

    /// Handles unknown screen content, and a possible change of size.
    func terminalChanged() {
        guard let size = terminal?.size, size != state.size else { return redrawNow() }
        state.size = size
        redrawSoon()
        attachment.attach(attachOptions)
    }

    func receive(_ event: InputEvent) {
        guard attachment.state != .ended else { return }
        // An event acts on the scene after the previous event, unless it only types text.
        if state.editor == nil || !event.isText { prepareScene() }
        let effects = state.update(event, in: scene)
        redrawNow()
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: ScreenEffect) {
        switch effect {
        case .leave: finish()
        case .redraw: terminal?.invalidate()
        case .suspend: suspend()
        case .gesture(let gesture):
            state.expect(gesture)
            gestures.send(gesture)
        }
    }

    // MARK: Gestures

    var tree: TabTree { state.tree.shown }

    func didSend(_ value: Variant, on stream: ActionStreams.Stream, revision: UInt64?) {
        state.editing.didSend(value, on: stream, revision: revision)
    }

    func gestureEnded(_ outcome: GestureOutcome) {
        if !gestures.isPending { state.didReceiveAllReplies() }
        guard let message = message(about: outcome) else { return }
        state.message = message
        redrawNow()
    }

    private func message(about outcome: GestureOutcome) -> String? {
        switch outcome {
        case .done: nil
        case .refused(.tapAt), .refused(.escape): "the delegate refused to dismiss it"
        case .refused(.close): "the tab was not closed"
        // A signal may have given a more precise message about a refusal.
        case .refused: state.message == nil ? "refused" : nil
        case .missed: "nothing to tap here"
        case .readOnly: "attached read-only"
        case .failed(let error): ControlError(error).message
        case .lost(let message): message
        }
    }

    private func suspend() {
        guard let terminal else { return }
        // A suspended front end detaches, so that it does not limit the size of the window.
        let service = attachment.service
        service.detachSoon(from: path)
        service.flush(for: .milliseconds(200))
        terminal.stopUntilContinued()
        // No signals arrived meanwhile, so the tree is read again.
        attachment.attach(attachOptions, refreshing: true)
    }

    // MARK: Drawing

    private func redrawSoon() {
        if redraw == .none { redraw = .deferrable }
        isSceneCurrent = false
    }

    private func redrawNow() {
        redraw = .immediate
        isSceneCurrent = false
    }

    /// Draws at the end of a turn. Changes caused by a gesture or a new size are drawn together with its reply, at
    /// most 40 ms later.
    private func drawIfDue() {
        switch redraw {
        case .none: return
        case .immediate: draw()
        case .deferrable:
            guard gestures.isPending || attachment.isReading else { return draw() }
            guard drawTimer == nil else { return }
            drawTimer = LoopTimer(after: 40) { [weak self] in self?.draw() }
        }
    }

    private func draw() {
        drawTimer = nil
        // A terminal that is still writing gets the newest picture when it is ready.
        guard let terminal, attachment.state != .ended, terminal.isReady else { return }
        redraw = .none
        prepareScene()
        terminal.show(scene.canvas, cursor: scene.cursor)
    }

    private func prepareScene() {
        guard !isSceneCurrent else { return }
        isSceneCurrent = true
        scene = ScenePainter.scene(of: state)
        // The focused element may no longer exist.
        if state.reconcile(with: scene) { scene = ScenePainter.scene(of: state) }
    }
}

extension InputEvent {
    /// Whether the event only types text into a field, which does not depend on the scene.
    fileprivate var isText: Bool {
        switch self {
        case .key(.character), .paste: true
        default: false
        }
    }
}
