internal import DBusConnection
internal import DBusInterface
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
    private var service: Service
    private let path: ObjectPath
    private let options: Options
    private var state: ScreenState
    /// What is on the terminal.
    private var scene: Scene
    private var terminal: Terminal?
    private var renderer: any ScreenRenderer
    private var decoder = KeyDecoder()
    private var input: LoopInput?
    /// While the terminal has not taken all of a picture.
    private var output: LoopInput?
    /// Whether a lone escape is the key is known when nothing follows.
    private var escape: LoopTimer?
    private var attachment: TreeAttachment?
    private lazy var gestures = ScreenGestures { [weak self] in self?.gestureEnded($0) }
    private var turnEnd: TurnEndHook?
    private var end: CheckedContinuation<Result<Int32, ControlError>, Never>?
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
        state = ScreenState(of: path, size: .standard, isReadOnly: isReadOnly)
        scene = ScenePainter.scene(of: state)
    }

    /// The signals of which it makes events.
    nonisolated static let signals = [SIGINT, SIGTERM, SIGWINCH, SIGTSTP, SIGCONT]

    func run() async throws -> Int32 {
        let signals = [
            LoopSignal(SIGINT) { [weak self] in self?.finish(.success(ExitStatus.done)) },
            LoopSignal(SIGTERM) { [weak self] in self?.finish(.success(ExitStatus.done)) },
            LoopSignal(SIGWINCH) { [weak self] in self?.resize() },
            LoopSignal(SIGTSTP) { [weak self] in self?.suspend() },
            LoopSignal(SIGCONT) { [weak self] in self?.takeTerminalAgain() },
        ]
        turnEnd = EventLoop.atTurnEnd { [weak self] in self?.drawIfDue() }
        defer {
            if let turnEnd { EventLoop.remove(turnEnd) }
            input?.cancel()
            output?.cancel()
            terminal?.close()
            withExtendedLifetime(signals) {}
            if let farewell { Output.note(farewell) }
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await stayAttached() }
        }
        return try result.get()
    }

    private func finish(_ result: Result<Int32, ControlError>) {
        end?.resume(returning: result)
        end = nil
        attachment?.finish(.success(ExitStatus.done))
    }

    // MARK: The bus

    /// One bus after the other, for as long as the user stays.
    private func stayAttached() async {
        var isContinued = false
        while end != nil {
            let attachment = TreeAttachment(service, to: path, attachOptions, isContinued: isContinued, self)
            self.attachment = attachment
            gestures.service = service
            do {
                let code = try await attachment.run()
                return finish(.success(code))
            } catch {
                let problem = error as? ControlError ?? ControlError(message: "\(error)", status: ExitStatus.refused)
                // Before anything was shown there is nobody who would look at a picture.
                guard terminal != nil, !service.connection.isConnected else { return finish(.failure(problem)) }
            }
            isContinued = true
            state.link = .noBus
            touch()
            guard let next = await BusReturn.connection(at: service.address, while: { [weak self] in self?.end != nil })
            else { return }
            service = Service(next, at: service.address)
        }
    }

    private var attachOptions: Options {
        var options = options
        // A watcher has no window of its own.
        guard options.values[WindowInterface.AttachOption.visible.name] != .bool(false) else { return options }
        options.values[WindowInterface.AttachOption.size.name] = Grid.size(state.room).variant
        return options
    }

    func attached(isBack: Bool) {
        guard end != nil, openTerminal() else { return }
        state.link = .attached
        state.message = isBack ? "\(TabNames.busName) is back" : nil
        follow()
        refreshContent()
    }

    func changed(_ changes: [TreeChange]) {
        for case .refused(let refused) in changes {
            let title = state.tree.value(
                TabBarItemInterface.displayTitle, of: TabBarItemInterface.name, at: refused)
            state.message = "\(title ?? refused.text) was refused"
        }
        follow()
    }

    /// The state has the tree that there is now.
    private func follow() {
        guard let attachment else { return }
        state.follow(attachment.tree)
        if freshness == .drawn { freshness = .changed }
        if attachment.tree.isDestroyed {
            farewell = "\(PropertyText.object(path)) was destroyed"
            finish(.success(ExitStatus.done))
        } else if let container = attachment.container {
            farewell = Follower.moved(path, into: container)
            finish(.success(ExitStatus.done))
        }
    }

    func daemonLeft() {
        // The last picture stays.
        state.link = .noDaemon
        touch()
    }

    /// What is shown may be old; its owner says by a signal when it is.
    private func refreshContent() {
        let source = Picture.Source(controller: path, tree: state.tree.managedObjects, views: [:])
        for content in Picture.contentPaths(of: source) {
            Task { @EventLoop [service] in _ = try? await service.view(of: content) }
        }
    }

    // MARK: The terminal

    /// Not before there is something to show, so that what is wrong is told on the screen that was there.
    private func openTerminal() -> Bool {
        guard terminal == nil else { return true }
        guard let terminal = Terminal.open(mouse: true) else {
            finish(.failure(ControlError(message: "the terminal is gone", status: ExitStatus.refused)))
            return false
        }
        self.terminal = terminal
        input = LoopInput(STDIN_FILENO) { [weak self] in self?.readInput() }
        resize()
        return true
    }

    private func resize() {
        guard let terminal, terminal.size != state.size else { return }
        state.size = terminal.size
        touch()
        attachment?.attach(attachOptions)
    }

    private func readInput() {
        guard let bytes = terminal?.read() else { return finish(.success(ExitStatus.done)) }
        escape = nil
        for event in decoder.decode(bytes) { receive(event) }
        guard decoder.isWaiting else { return }
        escape = LoopTimer(after: 30) { [weak self] in
            guard let self else { return }
            for event in decoder.flush() { receive(event) }
        }
    }

    private func receive(_ event: InputEvent) {
        guard end != nil else { return }
        let effects = state.update(event, in: scene)
        touch()
        // The next one acts on what this one has made of the screen.
        prepareScene()
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: ScreenEffect) {
        switch effect {
        case .leave: finish(.success(ExitStatus.done))
        case .redraw: redraw()
        case .suspend: suspend()
        default: gestures.perform(effect, in: state)
        }
    }

    private func gestureEnded(_ message: String?) {
        if let message {
            state.message = message
            touch()
        }
    }

    private func suspend() {
        guard let terminal else { return }
        // Who does not look holds up nobody: the window may be larger meanwhile.
        service.detachSoon(from: path)
        service.connection.flush(for: .milliseconds(200))
        guard terminal.stopUntilContinued() else { return finish(.success(ExitStatus.done)) }
        attachment?.attach(attachOptions)
        redraw()
    }

    private func takeTerminalAgain() {
        guard let terminal else { return }
        guard terminal.resume() else { return finish(.success(ExitStatus.done)) }
        redraw()
    }

    /// What the terminal shows is not known.
    private func redraw() {
        output?.cancel()
        output = nil
        renderer.reset()
        touch()
        resize()
    }

    // MARK: Drawing

    private func touch() { freshness = .touched }

    /// At the end of a turn. What comes of a gesture is drawn at once, with its reply, but not later than in 40 ms.
    private func drawIfDue() {
        switch freshness {
        case .drawn: return
        case .touched: draw()
        case .changed:
            guard gestures.isPending else { return draw() }
            guard patience == nil else { return }
            patience = LoopTimer(after: 40) { [weak self] in self?.draw() }
        }
    }

    private func draw() {
        patience = nil
        // A terminal that has not taken the last picture gets the newest one when it has.
        guard let terminal, end != nil, output == nil else { return }
        freshness = .drawn
        prepareScene()
        let picture = renderer.render(scene.canvas, cursor: scene.cursor)
        guard !picture.isEmpty else { return }
        terminal.write(picture)
        guard terminal.isWriting else { return }
        output = LoopInput(outputOf: terminal.outputDescriptor) { [weak self] in self?.goOnWriting() }
    }

    private func goOnWriting() {
        guard let terminal else { return }
        terminal.continueWriting()
        guard !terminal.isWriting else { return }
        output?.cancel()
        output = nil
    }

    private func prepareScene() {
        scene = ScenePainter.scene(of: state)
        // What had the focus may be gone.
        if state.settle(in: scene) { scene = ScenePainter.scene(of: state) }
    }
}
