internal import CDBus
package import DBusInterface
package import EventLoop
internal import Glibc
internal import Processes

/// A program whose standard input and output carry a connection to a bus, such as `ssh` with a bridge at its other end.
///
/// libdbus starts such programs for `unixexec:` addresses, but it does not reap them, Ctrl-C ends them, and they write
/// their errors on the terminal at any time. So this class starts the program, and libdbus gets a socket.
@EventLoop
package final class ForwardingProgram {
    /// How much of the standard error is kept, in bytes.
    private static let maximumErrors = 4096

    /// How a program may ask the user, for example for a password.
    package enum Questions: Hashable, Sendable {
        /// On the terminal. It also shows the messages of the program until the bus has replied. Ctrl-C, Ctrl-\ and
        /// Ctrl-Z never reach the program.
        case onTerminal
        /// Not on a terminal, but in windows of its own.
        case inWindows
        /// Not at all.
        case none
    }

    private let name: String
    private let questions: Questions
    private var child: LoopChild?
    private var connection: Connection?
    private let errors: Int32
    private var input: LoopInput?
    private var text: [UInt8] = []
    /// Whether the standard error is also written to that of this process.
    private var relaysErrors: Bool
    private var waiting: [@EventLoop () -> Void] = []
    /// The connection that waits for the reply of the bus.
    private var joining: Connection?
    private var isCancelled = false

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - words: The program's path, or its name in PATH, then its arguments.
    ///   - variables: Variables of its environment besides those of this process.
    package init(
        _ words: [String], asking questions: Questions, environment variables: [String: String] = [:]
    ) throws(DBusError) {
        guard let word = words.first, let path = word.contains("/") ? word : Program.find(word) else {
            throw .failed("'\(words.first ?? "")' is not in PATH")
        }
        name = path.split(separator: "/").last.map(String.init) ?? path
        self.questions = questions
        relaysErrors = questions != .none
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.systemError("a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        errors = ends[0]
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        let (connection, socket) = try Self.connectedPair()
        defer { close(socket) }
        self.connection = connection
        do throws(LoopChild.StartError) {
            child = try LoopChild(
                path, arguments: Array(words.dropFirst()),
                environment: ProcessEnvironment.variables.merging(variables) { $1 },
                replacing: [STDIN_FILENO: socket, STDOUT_FILENO: socket, STDERR_FILENO: ends[1]],
                in: questions == .onTerminal ? .shared(blocking: [SIGINT, SIGQUIT, SIGTSTP]) : .session)
        } catch {
            connection.close()
            throw .failed(error.message)
        }
        child?.onEnd = { [weak self] _ in self?.ended() }
        input = LoopInput(errors) { [weak self] in self?.readErrors() }
    }

    isolated deinit {
        input?.cancel()
        close(errors)
    }

    /// Connects to the bus at the other end. The connection keeps this object.
    ///
    /// - Parameter timeout: How long the bus may take to reply, in milliseconds; `Int32.max` for no limit.
    /// - Throws: `Disconnected` with the reason.
    package func joinBus(timeout: Int32) async throws(DBusError) -> Connection {
        guard let connection else { throw .disconnected("the connection is in use") }
        self.connection = nil
        joining = connection
        defer { joining = nil }
        do throws(DBusError) {
            try connection.start()
            _ = try await EventLoop.result { connection.join(timeout: timeout, completion: $0) }
        } catch {
            connection.close()
            guard !isCancelled else { throw .disconnected("\(name) was ended") }
            guard child?.hasEnded != true, error.name == DBusError.Name.noReply else {
                throw .disconnected(await reasonOfEnd())
            }
            terminate()
            throw .disconnected(error.message)
        }
        // What was said until now, such as a greeting, is not the reason of a later end.
        readErrors()
        text = []
        relaysErrors = false
        connection.program = self
        return connection
    }

    /// Ends the program. `joinBus` and `reasonOfEnd`, which may be waiting, return.
    package func cancel() {
        isCancelled = true
        terminate()
        joining?.close()
        ended()
    }

    /// Ends the program, even if it is stopped, or ignores that it shall end.
    private func terminate() {
        guard let child, child.end == nil else { return }
        child.terminate(within: 2000)
    }

    // MARK: End

    /// Waits for the end of the program, at most two seconds, and returns why it ended: the last line of its standard
    /// error, else how it ended.
    package func reasonOfEnd() async -> String {
        if !isCancelled { await waitForEnd() }
        // The user has seen it on the terminal.
        let wasShown = relaysErrors && questions == .onTerminal
        readErrors()
        if !wasShown, let line = lastError { return line }
        guard let end = child?.end else {
            terminate()
            return isCancelled ? "\(name) was ended" : "\(name) does not reply as a bus"
        }
        return "\(name) \(end.text)"
    }

    /// The exit code; nil while it runs, and after a signal.
    package var exitCode: Int32? {
        if case .exited(let code)? = child?.end?.cause { code } else { nil }
    }

    /// Waits for the end of the program, at most two seconds.
    package func waitForEnd() async {
        guard child?.end == nil else { return }
        var timer: LoopTimer?
        await withCheckedContinuation(isolation: EventLoop.shared) { (done: CheckedContinuation<Void, Never>) in
            var isDone = false
            let resume: @EventLoop () -> Void = {
                guard !isDone else { return }
                isDone = true
                done.resume()
            }
            waiting.append(resume)
            timer = LoopTimer(after: 2000, resume)
        }
        withExtendedLifetime(timer) {}
    }

    /// The last line of the standard error; nil for none.
    package var lastError: String? {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
    }

    private func ended() {
        let all = waiting
        waiting = []
        for resume in all { resume() }
    }

    // MARK: Errors

    /// Reads what the program has written, and keeps the end of it.
    private func readErrors() {
        var buffer = [UInt8](repeating: 0, count: Self.maximumErrors)
        while true {
            let count = read(errors, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count == 0 { input?.cancel() }
            guard count > 0 else { return }
            if relaysErrors { Self.relay(buffer.prefix(count)) }
            text = Array((text + buffer.prefix(count)).suffix(Self.maximumErrors))
        }
    }

    /// Writes messages to the standard error of this process. ssh passes on what the other machine writes, and that machine
    /// must not control the terminal of this one. A password is asked for on the terminal itself.
    private static func relay(_ bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        var shown = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.onOneLine).joined(
            separator: "\n")
        shown.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: Socket

    /// Returns a connection of libdbus, and the socket at its other end.
    private static func connectedPair() throws(DBusError) -> (Connection, Int32) {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard listener >= 0 else { throw systemError("a socket") }
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Linux chooses a free name in the abstract namespace: a zero and five digits.
        var length = socklen_t(MemoryLayout<sa_family_t>.size)
        let isBound = withSocketAddress(&address) { bind(listener, $0, length) }
        guard isBound == 0, listen(listener, 8) == 0 else { throw systemError("a socket") }
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        guard withSocketAddress(&address, { getsockname(listener, $0, &length) }) == 0 else {
            throw systemError("a socket")
        }
        let name = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix(Int(length) - MemoryLayout<sa_family_t>.size).dropFirst(), as: UTF8.self)
        }
        let connection = try Connection(opening: "unix:abstract=\(name)", isBus: true)
        // Another process may have connected first.
        while true {
            let accepted = accept(listener, nil, nil)
            guard accepted >= 0 else {
                connection.close()
                throw systemError("a socket")
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            // The process, its user and its group.
            var peer: [UInt32] = [0, 0, 0]
            var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
            if getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer[0] == UInt32(getpid()) {
                return (connection, accepted)
            }
            close(accepted)
        }
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_un, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    private static func systemError(_ thing: String) -> DBusError {
        .failed("\(thing) can't be created: \(String(cString: strerror(errno)))")
    }
}
