internal import CSystemd
internal import Glibc
package import Processes
internal import Synchronization

/// A child process whose end is an event of the loop.
///
/// The child is reaped even if this object is released, so there are no zombies. At its end the rest of its own process
/// group is killed.
@EventLoop
package final class LoopChild {
    /// The reason why a program could not be started.
    package struct StartError: Error {
        package let message: String
    }

    private static var living: [ObjectIdentifier: LoopChild] = [:]

    package let processID: Int32
    /// How the child ended; nil while it runs.
    package private(set) var end: ProcessEnd?
    package var onEnd: (@EventLoop (ProcessEnd) -> Void)?
    /// The object for which ``endAll(of:within:)`` ends this child.
    private weak var owner: AnyObject?
    private let descriptor: Int32
    /// Whether it has its own process group.
    private let hasGroup: Bool
    /// The peak memory of this process when the child began. The kernel reports it as the child's peak until the child
    /// exceeds it.
    private let inheritedMaximum: Int
    private var input: LoopInput?
    private var again: LoopTimer?
    private var deadline: LoopTimer?

    /// Starts a program with no other descriptors than the standard ones, and the signal settings of a login.
    ///
    /// - Parameters:
    ///   - replaced: As for `Program.spawn`; by default the standard input is /dev/null.
    ///   - owner: The object for which ``endAll(of:within:)`` ends this child. Not retained.
    /// - Throws: `StartError` with the system's reason.
    package init(
        _ executable: String, arguments: [String], environment: [String: String],
        replacing replaced: [Int32: Int32?] = [STDIN_FILENO: nil], in group: Program.Group = .own,
        of owner: AnyObject? = nil
    ) throws(StartError) {
        self.owner = owner
        hasGroup = if case .shared = group { false } else { true }
        do throws(SystemError) {
            processID = try Program.spawn(
                executable, [executable] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
                replacing: replaced, in: group)
        } catch {
            throw StartError(message: "\(executable) can't be started: \(error)")
        }
        // The program already runs, so other threads can't add to what it inherited.
        var own = rusage()
        getrusage(RUSAGE_SELF.rawValue, &own)
        inheritedMaximum = own.ru_maxrss
        descriptor = open_pidfd(processID)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw StartError(message: "\(executable) can't be watched: \(reason)")
        }
        input = LoopInput(descriptor) { [unowned self] in ended() }
        Self.living[ObjectIdentifier(self)] = self
    }

    /// Whether the child has ended, even if the loop has not handled that event yet.
    package var hasEnded: Bool {
        guard end == nil else { return true }
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 1
    }

    /// Sends a signal to the child and to its own process group.
    package func kill(_ signal: Int32) {
        // The process number stays reserved until the child is reaped.
        if end == nil { Glibc.kill(hasGroup ? -processID : processID, signal) }
    }

    /// Asks the child to end, even if it is stopped, and kills it if it has not ended in time.
    package func terminate(within milliseconds: UInt64) {
        kill(SIGTERM)
        kill(SIGCONT)
        // Holds until the end, as the child lives until then.
        deadline = LoopTimer(after: milliseconds) { [weak self] in self?.kill(SIGKILL) }
    }

    /// Waits for all children of an owner, blocking, and kills those that have not ended in time, with their groups. Only
    /// for the end of this process.
    package static func endAll(of owner: AnyObject, within time: Duration) {
        let clock = ContinuousClock()
        let deadline = clock.now + time
        for child in Array(living.values) where child.owner === owner {
            let left = max(0, clock.now.duration(to: deadline) / .milliseconds(1))
            var event = pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&event, 1, Int32(left.rounded(.up))) != 1 { child.kill(SIGKILL) }
            child.ended()
        }
    }

    /// Limits the child's memory for data. The kernel refuses requests beyond it.
    package func limitData(to bytes: UInt64) {
        if end == nil { _ = set_data_limit(processID, bytes) }
    }

    private func ended() {
        guard end == nil else { return }
        // The number of the group stays reserved until all its processes are gone.
        if hasGroup { Glibc.kill(-processID, SIGKILL) }
        var status: Int32 = 0
        var usage = rusage()
        let waited = wait4(processID, &status, WNOHANG, &usage)
        guard waited != 0 else {
            // A debugger traces the child and must reap it first, which can take arbitrarily long. Try again later.
            input?.cancel()
            input = nil
            again = LoopTimer(after: 100) { self.ended() }
            return
        }
        let cause: ProcessEnd.Cause =
            if waited != processID {
                .unknown
            } else if status & 0x7F == 0 {
                .exited((status >> 8) & 0xFF)
            } else {
                .killed(signal: status & 0x7F)
            }
        let maximum = usage.ru_maxrss > inheritedMaximum ? usage.ru_maxrss : 0
        let end = ProcessEnd(cause: cause, maximumMemory: UInt64(maximum) * 1024)
        self.end = end
        // This must come before the descriptor is closed: a process that is being started may hold a copy of it, and an
        // event of that copy would reach a freed source.
        input?.cancel()
        input = nil
        again = nil
        deadline = nil
        close(descriptor)
        Self.living[ObjectIdentifier(self)] = nil
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?(end)
    }
}

/// Descriptors that a forked child of this process does not keep.
///
/// An in-process plugin may fork. Close-on-exec does not help when the child never calls `exec`: with the bus socket
/// open in the child, the bus name of a dead daemon would stay taken. A child of `posix_spawn` calls `exec` at once and
/// gets none of these descriptors.
package enum ForkedChild {
    /// Whether each descriptor, by number, is closed in a child. A replaced table is never freed, so that a fork on
    /// another thread can read it at any time. Each table is at least twice as large as the previous one.
    private nonisolated(unsafe) static var table: UnsafeMutablePointer<Bool>?
    private nonisolated(unsafe) static var capacity = 0
    private static let change = Mutex(false)

    /// Closes a descriptor in each child from now on, until `keep`.
    package static func close(_ descriptor: Int32) { mark(descriptor, true) }

    /// Keeps a descriptor open in children again. Call this before closing it here, because its number may be reused.
    package static func keep(_ descriptor: Int32) { mark(descriptor, false) }

    private static func mark(_ descriptor: Int32, _ isClosed: Bool) {
        guard descriptor >= 0 else { return }
        change.withLock { hasHandler in
            let index = Int(descriptor)
            if index >= capacity, isClosed { grow(to: index + 1) }
            if index < capacity { table?[index] = isClosed }
            guard !hasHandler else { return }
            hasHandler = pthread_atfork(nil, nil, closeAll) == 0
        }
    }

    private static func grow(to count: Int) {
        let size = max(256, count, 2 * capacity)
        let larger = UnsafeMutablePointer<Bool>.allocate(capacity: size)
        larger.initialize(repeating: false, count: size)
        if let table { larger.update(from: table, count: capacity) }
        table = larger
        capacity = size
    }

    /// Runs in the child, where only async-signal-safe functions may be called.
    private static let closeAll: @convention(c) () -> Void = {
        guard let table = ForkedChild.table else { return }
        for index in 0..<ForkedChild.capacity where table[index] { _ = Glibc.close(Int32(index)) }
    }
}

/// How a process ended, and its peak memory.
package struct ProcessEnd: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// Other code in this process has reaped it.
        case unknown
    }

    package let cause: Cause
    /// The peak resident memory in bytes; 0 when it was below the parent's.
    package let maximumMemory: UInt64

    /// The end of a sentence about the process, such as `was killed by SIGSEGV (invalid memory reference)`.
    package var text: String {
        switch cause {
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal):
            Self.signals[signal].map { "was killed by \($0)" } ?? "was killed by signal \(signal)"
        case .unknown: "has ended"
        }
    }

    private static let signals: [Int32: String] = [
        SIGABRT: "SIGABRT (it aborted)", SIGBUS: "SIGBUS (bad memory access)",
        SIGFPE: "SIGFPE (bad arithmetic)", SIGHUP: "SIGHUP", SIGILL: "SIGILL (illegal instruction, as of a Swift trap)",
        SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
        SIGSEGV: "SIGSEGV (invalid memory reference)", SIGSYS: "SIGSYS (bad system call)", SIGTERM: "SIGTERM",
        SIGTRAP: "SIGTRAP (a Swift trap or a breakpoint)", SIGXCPU: "SIGXCPU (CPU time limit)",
    ]
}
