internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The picture of a controller on a terminal: drawn again when the daemon says that something changed.
@EventLoop
final class LiveShow: DaemonFollower {
    private let service: Service
    private let path: ObjectPath
    private var terminal: Terminal?
    private var renderer = ANSIRenderer(depth: .ofProcess)
    private var decoder = KeyDecoder()
    /// Until an escape is the key.
    private var escapeTimer: LoopTimer?
    private var picture: Picture?
    /// Told in place of the keys.
    private var message: String?
    private var input: LoopInput?
    private lazy var following = FollowingRun(service, of: path, self)
    /// The daemon whose tree is being read; nil for none.
    private var reading: String?
    /// Something changed since the tree was asked for.
    private var isStale = false

    private var help: String {
        let remote = picture?.focus == nil ? "" : "arrows, Enter and Escape are the remote, "
        let popover = picture?.escape == nil ? "" : "Escape dismisses, "
        return remote + popover + "1-9 tap a tab, b goes back, q leaves"
    }
    /// The keys that are buttons of the remote, in profile tv.
    private static let buttons: [Key: String] = [
        .up: "up", .down: "down", .left: "left", .right: "right", .enter: "select", .escape: "menu",
    ]

    init(_ service: Service, of path: ObjectPath) {
        self.service = service
        self.path = path
    }

    func run() async throws -> Int32 {
        defer {
            escapeTimer = nil
            input?.cancel()
            terminal?.close()
        }
        return try await following.run(handling: [LoopSignal(SIGWINCH) { [weak self] in self?.draw() }])
    }

    func prepare() async throws(DBusError) {
        // Starts the daemon if need be, which Attach does not; and says before the screen changes what is wrong.
        _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
    }

    /// Attachments end with the daemon: each is attached to anew.
    func begin(isBack: Bool) async throws(DBusError) {
        let daemon = following.daemon
        (reading, isStale) = (daemon, false)
        defer { if reading == daemon { reading = nil } }
        var source = try await service.attach(to: path)
        for content in Picture.contentPaths(of: source) {
            // One that goes meanwhile is told by a signal.
            if let view = try? await service.view(of: content) { source.views[content] = view }
        }
        guard following.isRunning, following.daemon == daemon else { return }
        if terminal == nil {
            terminal = Terminal.open(mouse: false)
            guard terminal != nil else {
                return following.finish(
                    .failure(ControlError(message: "the terminal is gone", status: ExitStatus.refused)))
            }
            input = LoopInput(STDIN_FILENO) { [weak self] in self?.readKeys() }
        }
        picture = Picture(source)
        tell(nil)
        reading = nil
        // What came while its content was asked for.
        if isStale { refresh() }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) { refresh() }

    func daemonLeft() { tell(FollowingRun.waiting + ", q leaves") }

    // MARK: Picture

    /// Reads the tree again, with one call for however many signals came while the last one was on its way.
    ///
    /// Attaching once more tells everything of one moment. GetView would ask the owner for new content, whose change
    /// would bring us here again.
    private func refresh() {
        isStale = true
        guard terminal != nil, let daemon = following.daemon, daemon != reading else { return }
        reading = daemon
        following.perform { [weak self] () async throws(DBusError) in try await self?.read(from: daemon) }
    }

    private func read(from daemon: String) async throws(DBusError) {
        defer { if reading == daemon { reading = nil } }
        while isStale, following.isRunning, following.daemon == daemon {
            isStale = false
            let source = try await service.attach(to: path)
            guard following.daemon == daemon else { return }
            picture = Picture(source)
            draw()
        }
    }

    private func draw() {
        guard let terminal, let picture, following.isRunning else { return }
        terminal.continueWriting()
        guard !terminal.isWriting else { return }
        let canvas = picture.canvas(size: terminal.size, message: message ?? help)
        terminal.write(renderer.render(canvas, cursor: nil))
    }

    private func tell(_ text: String?) {
        message = text
        draw()
    }

    // MARK: Keys

    private func readKeys() {
        guard let bytes = terminal?.read() else { return following.finish(.success(ExitStatus.done)) }
        handle(decoder.decode(bytes))
        escapeTimer =
            !decoder.isWaiting
            ? nil
            : LoopTimer(after: 30) { [weak self] in
                guard let self else { return }
                handle(decoder.flush())
            }
    }

    private func handle(_ events: [InputEvent]) {
        for case .key(let key) in events {
            switch key {
            case .character("q"), .control("c"): return following.finish(.success(ExitStatus.done))
            case .control("l"):
                renderer.reset()
                draw()
            // There is nobody who could do it.
            case _ where following.daemon == nil: break
            case .character("b"), .backspace: goBack()
            case .escape where picture?.escape != nil: escape()
            case .character(let character):
                if let number = character.wholeNumberValue, (1...9).contains(number) { tap(number) }
            default:
                guard let button = Self.buttons[key], picture?.focus != nil else { break }
                act { [service, path] () async throws(DBusError) in try await service.press(button, in: path) }
            }
        }
    }

    private func tap(_ number: Int) {
        guard let picture, number <= picture.items.count else { return tell("there is no tab \(number)") }
        guard picture.popovers.isEmpty || picture.isBarHidden else {
            // Behind a popover a tap has another meaning.
            return touch { [service, path] () async throws(DBusError) in
                try await service.touch(number - 1, of: path)
            }
        }
        act { [service, path] () async throws(DBusError) in try await service.tap(UInt32(number - 1), of: path) }
    }

    private func escape() {
        guard let popover = picture?.escape else { return }
        touch { [service] () async throws(DBusError) in try await service.performEscape(popover) }
    }

    /// Touches something, and says what became of it when it is not seen.
    private func touch(_ gesture: @escaping @EventLoop () async throws(DBusError) -> String) {
        Task { @EventLoop in
            do throws(DBusError) {
                switch try await gesture() {
                case "refused", "none": tell("refused")
                case "popover": tell("the popover is over it")
                default: tell(nil)
                }
            } catch {
                tell(ControlError(error).message)
            }
        }
    }

    private func goBack() {
        guard let page = picture?.top, let navigation = page.navigation, page.navigationBar?.backTitle.isEmpty == false
        else { return tell("there is no way back") }
        act { [service] () async throws(DBusError) in
            try await service.tapBack(in: navigation)
            return true
        }
    }

    /// Does what a user does, and says when it was refused.
    private func act(_ gesture: @escaping @EventLoop () async throws(DBusError) -> Bool) {
        Task { @EventLoop in
            do throws(DBusError) {
                tell(try await gesture() ? nil : "refused")
            } catch {
                tell(ControlError(error).message)
            }
        }
    }
}
