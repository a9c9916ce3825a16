internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// The picture of a controller on a terminal: drawn again when the daemon says that something changed.
@EventLoop
final class LiveShow {
    private let service: Service
    private let path: ObjectPath
    private var terminal: Terminal?
    private var renderer = Renderer()
    private var decoder = KeyDecoder()
    private var picture: Picture?
    /// Told in place of the keys.
    private var message: String?
    private var input: LoopInput?
    private var signals: [LoopSignal] = []
    private var watch: SignalWatch?
    private var isReading = false
    /// Something changed since the tree was asked for.
    private var isStale = false
    private var end: CheckedContinuation<Result<Int32, ControlError>, Never>?

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
        signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in self?.finish(.success(ExitStatus.done)) }
        }
        signals.append(LoopSignal(SIGWINCH) { [weak self] in self?.draw() })
        service.connection.onDisconnect = { [weak self] in
            self?.finish(.failure(ControlError(.disconnected("the connection was closed"))))
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await begin() }
        }
        input?.cancel()
        terminal?.close()
        return try result.get()
    }

    private func begin() async {
        do throws(DBusError) {
            // Starts the daemon if need be, which Attach does not; and says before the screen changes what is wrong.
            _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
            let watch = SignalWatch(
                service.connection, onSignal: { [weak self] _, _ in self?.refresh() },
                onOwner: { [weak self] in self?.ownerChanged($0) })
            self.watch = watch
            try await watch.start()
            var source = try await service.attach(to: path)
            for content in Picture.contentPaths(of: source) {
                source.views[content] = try await service.view(of: content)
            }
            guard end != nil else { return }
            guard let terminal = Terminal.open() else {
                return finish(.failure(ControlError(message: "the terminal is gone", status: ExitStatus.refused)))
            }
            self.terminal = terminal
            picture = Picture(source)
            draw()
            input = LoopInput(STDIN_FILENO) { [weak self] in self?.readKeys() }
        } catch {
            finish(.failure(ControlError(error)))
        }
    }

    private func finish(_ result: Result<Int32, ControlError>) {
        end?.resume(returning: result)
        end = nil
    }

    // MARK: Picture

    /// Reads the tree again, with one call for however many signals came while the last one was on its way.
    ///
    /// Attaching once more tells everything of one moment. GetView would ask the owner for new content, whose change
    /// would bring us here again.
    private func refresh() {
        isStale = true
        guard !isReading, end != nil, terminal != nil else { return }
        isReading = true
        Task { @EventLoop in
            defer { isReading = false }
            while isStale, end != nil, watch?.owner != nil {
                isStale = false
                do throws(DBusError) {
                    picture = Picture(try await service.attach(to: path))
                    draw()
                } catch {
                    readingFailed(error)
                }
            }
        }
    }

    private func readingFailed(_ error: DBusError) {
        // The daemon went meanwhile, which its name tells.
        guard watch?.owner != nil, ControlError(error).status == ExitStatus.refused else { return }
        finish(.failure(ControlError(error)))
    }

    private func draw() {
        guard let terminal, let picture, end != nil else { return }
        terminal.write(renderer.render(picture.canvas(size: terminal.size, message: message ?? help)))
    }

    private func tell(_ text: String?) {
        message = text
        draw()
    }

    /// Attachments end with the daemon: at the next one it is attached anew.
    private func ownerChanged(_ owner: String?) {
        guard owner != nil else { return tell("\(TabNames.busName) has left the bus; waiting for it, q leaves") }
        tell(nil)
        refresh()
    }

    // MARK: Keys

    private func readKeys() {
        guard let bytes = terminal?.read() else { return finish(.success(ExitStatus.done)) }
        for key in decoder.decode(bytes) {
            switch key {
            case .character("q"), .control("c"): return finish(.success(ExitStatus.done))
            case .control("l"):
                renderer.reset()
                draw()
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
