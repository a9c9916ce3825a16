internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A controller on the terminal: what `tabctl attach` shows there, and what keys and mouse do.
///
/// The state decides everything; this here brings it events, carries out its effects and draws it, once in a turn of the
/// loop at most.
@EventLoop
final class AttachScreen: TreeAttachmentObserver {
    private let path: ObjectPath
    private let options: Options
    private var state: ScreenState
    /// What is on the terminal.
    private var scene: Scene
    /// Whether it is the one of the state as it is now.
    private var isSceneCurrent = false
    private let renderer: any ScreenRenderer
    private var terminal: LoopTerminal?
    private lazy var attachment = LastingAttachment(service, to: path, attachOptions, self)
    private lazy var gestures = ScreenGestures(
        onUpdate: { [weak self] in self?.state.told($0, $1, $2, $3) }, onEnd: { [weak self] in self?.gestureEnded($0) })
    private var turnEnd: TurnEndHook?
    private let service: Service
    /// To be told when the terminal is given back.
    private var farewell: String?

    private enum Freshness { case drawn, changed, touched }
    /// Whether something is different from what is on the terminal; `touched`: because of a user.
    private var freshness = Freshness.drawn
    /// Draws what comes while a gesture's reply does not.
    private var patience: LoopTimer?

    /// - Parameter options: As Attach takes them, but for the size.
    init(_ service: Service, of path: ObjectPath, _ options: Options, isReadOnly: Bool, depth: ColorDepth) {
        self.service = service
        self.path = path
        self.options = options
        renderer = ANSIRenderer(depth: depth)
        state = ScreenState(of: path, size: LoopTerminal.presentSize, isReadOnly: isReadOnly, depth: depth)
        scene = ScenePainter.scene(of: state)
    }

    /// The signals of which it makes events.
    nonisolated static let signals = [SIGINT, SIGTERM, SIGTSTP] + LoopTerminal.signals

    func run() async throws {
        let stop = LoopSignal(SIGTSTP) { [weak self] in self?.suspend() }
        turnEnd = EventLoop.atTurnEnd { [weak self] in self?.drawIfDue() }
        defer {
            if let turnEnd { EventLoop.remove(turnEnd) }
            terminal?.close()
            withExtendedLifetime(stop) {}
            if let farewell { Output.note(farewell) }
        }
        try await attachment.run()
    }

    private func finish() { attachment.finish() }

    // MARK: The bus

    private var attachOptions: Options {
        var options = options
        // A watcher has no window of its own.
        guard options.values[WindowInterface.AttachOption.visible.name] != .bool(false) else { return options }
        options.values[WindowInterface.AttachOption.size.name] = Grid.size(state.room).variant
        return options
    }

    func attached(isBack: Bool) {
        guard attachment.isRunning, openTerminal() else { return }
        gestures.service = attachment.service
        state.link = .attached
        if isBack { state.message = "tabd is back" }
        follow()
        refreshContent()
    }

    func changed(_ changes: [TreeChange]) {
        for case .refused(let refused) in changes {
            let title = state.tree.tabBarItem(refused).displayTitle
            // What is refused to others is told to them.
            if gestures.isPending { state.message = "\(title ?? refused.text) was refused" }
        }
        follow()
    }

    /// The state has the tree that there is now.
    private func follow() {
        let current = attachment.current
        state.follow(current.tree)
        change()
        if current.tree.isDestroyed {
            farewell = "\(PropertyText.object(path)) was destroyed"
            finish()
        } else if let container = current.container {
            farewell = Follower.moved(path, into: container)
            finish()
        }
    }

    func daemonLeft() {
        // The last picture stays.
        state.link = .noDaemon
        touch()
    }

    func busLeft() {
        state.link = .noBus
        touch()
    }

    /// What is shown may be old; its owner says by a signal when it is.
    private func refreshContent() {
        let source = Picture.Source(controller: path, tree: state.tree.managedObjects, views: [:])
        for content in Picture.contentPaths(of: source) {
            Task { @EventLoop [service = attachment.service] in _ = try? await service.view(of: content) }
        }
    }

    // MARK: The terminal

    /// Not before there is something to show, so that what is wrong is told on the screen that was there.
    private func openTerminal() -> Bool {
        guard terminal == nil else { return true }
        let handlers = LoopTerminal.Handlers(
            input: { [weak self] in self?.receive($0) }, isUnknown: { [weak self] in self?.terminalChanged() },
            isGone: { [weak self] in self?.finish() })
        terminal = LoopTerminal(renderer, mouse: true, handlers)
        guard terminal != nil else {
            let problem = ControlError(message: "the terminal is gone")
            attachment.finish(.failure(problem))
            return false
        }
        terminalChanged()
        return true
    }

    /// It shows nothing that is known, and may have another size.
    private func terminalChanged() {
        guard let size = terminal?.size, size != state.size else { return touch() }
        state.size = size
        change()
        attachment.attach(attachOptions)
    }

    private func receive(_ event: InputEvent) {
        guard attachment.isRunning else { return }
        // It acts on what the one before has made of the screen, unless it only writes.
        if state.editor == nil || !event.isText { prepareScene() }
        let effects = state.update(event, in: scene)
        touch()
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: ScreenEffect) {
        switch effect {
        case .leave: finish()
        case .redraw: terminal?.forget()
        case .suspend: suspend()
        default:
            // The daemon would refuse it, at more length.
            guard !state.isReadOnly else { return state.message = "attached read only: nothing is changed" }
            state.expect(effect)
            gestures.perform(effect, in: state)
        }
    }

    private func gestureEnded(_ message: String?) {
        if !gestures.isPending { state.allIsAnswered() }
        // Of a refusal the signal may have told more.
        guard let message, message != ScreenGestures.refused || state.message == nil else { return }
        state.message = message
        touch()
    }

    private func suspend() {
        guard let terminal else { return }
        // Who does not look holds up nobody: the window may be larger meanwhile.
        let service = attachment.service
        service.detachSoon(from: path)
        service.connection.flush(for: .milliseconds(200))
        terminal.stopUntilContinued()
        // Nothing was told meanwhile.
        attachment.attach(attachOptions, anew: true)
    }

    // MARK: Drawing

    private func change() {
        if freshness == .drawn { freshness = .changed }
        isSceneCurrent = false
    }

    private func touch() {
        freshness = .touched
        isSceneCurrent = false
    }

    /// At the end of a turn. What comes of a gesture, or of another size, is drawn at once, with its reply, but not later
    /// than in 40 ms.
    private func drawIfDue() {
        switch freshness {
        case .drawn: return
        case .touched: draw()
        case .changed:
            guard gestures.isPending || attachment.current.isReading else { return draw() }
            guard patience == nil else { return }
            patience = LoopTimer(after: 40) { [weak self] in self?.draw() }
        }
    }

    private func draw() {
        patience = nil
        // A terminal that has not taken the last picture gets the newest one when it has.
        guard let terminal, attachment.isRunning, terminal.isReady else { return }
        freshness = .drawn
        prepareScene()
        terminal.show(scene.canvas, cursor: scene.cursor)
    }

    private func prepareScene() {
        guard !isSceneCurrent else { return }
        isSceneCurrent = true
        scene = ScenePainter.scene(of: state)
        // What had the focus may be gone.
        if state.settle(in: scene) { scene = ScenePainter.scene(of: state) }
    }
}

extension InputEvent {
    /// Whether it writes into a field, which needs no look at the screen.
    fileprivate var isText: Bool {
        switch self {
        case .key(.character), .paste: true
        default: false
        }
    }
}
