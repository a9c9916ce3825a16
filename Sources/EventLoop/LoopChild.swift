internal import CSystemd
internal import Glibc
internal import Processes
internal import Synchronization

/// A child process with a process group of its own, whose end is an event of the loop.
///
/// It is waited for whether or not anybody still holds this: there are no zombies. What is left of its group at its end
/// is killed.
@EventLoop
package final class LoopChild {
    /// The reason why a program could not be started.
    package struct StartError: Error {
        package let message: String
    }

    private static var living: [ObjectIdentifier: LoopChild] = [:]

    package let processID: Int32
    /// nil while it runs.
    package private(set) var end: ProcessEnd?
    package var onEnd: (@EventLoop (ProcessEnd) -> Void)?
    private let descriptor: Int32
    /// What this process had used at most when the child began: the kernel counts that as the child's, until it is more.
    private let inheritedMaximum: Int
    private var input: LoopInput?
    private var again: LoopTimer?

    /// Starts a program with standard input closed, no descriptor but the standard ones, and signals as at login.
    ///
    /// - Throws: `StartError` with the system's reason.
    package init(
        _ executable: String, arguments: [String], environment: [String: String]
    ) throws(StartError) {
        do throws(SystemError) {
            processID = try Program.spawn(
                executable, [executable] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
                replacing: [STDIN_FILENO: nil])
        } catch {
            throw StartError(message: "\(executable) can't be started: \(error)")
        }
        // The program runs by now, so that other threads can't have added to what it has inherited.
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

    /// Whether it has ended, also when the loop has yet to come to that event.
    package var hasEnded: Bool {
        guard end == nil else { return true }
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 1
    }

    /// Sends a signal to the process and to what it has started.
    package func kill(_ signal: Int32) {
        // Its number belongs to it until it is waited for.
        if end == nil { Glibc.kill(-processID, signal) }
    }

    /// Gives all children so long to end, blocking, and kills what is left of them and of their groups: for the end of
    /// this process alone.
    package static func endAll(within time: Duration) {
        let clock = ContinuousClock()
        let deadline = clock.now + time
        for child in Array(living.values) {
            let left = max(0, clock.now.duration(to: deadline) / .milliseconds(1))
            var event = pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&event, 1, Int32(left.rounded(.up))) != 1 { child.kill(SIGKILL) }
            child.ended()
        }
    }

    /// Limits its memory for data; what it asks for beyond is refused by the kernel.
    package func limitData(to bytes: UInt64) {
        if end == nil { _ = set_data_limit(processID, bytes) }
    }

    private func ended() {
        guard end == nil else { return }
        // Its group exists until all of it is gone, and can't be anybody else's before that.
        Glibc.kill(-processID, SIGKILL)
        var status: Int32 = 0
        var usage = rusage()
        let waited = wait4(processID, &status, WNOHANG, &usage)
        guard waited != 0 else {
            // A debugger has it still, and is told of its end first: that may take as long as its user wants.
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
        // Before the descriptor is closed: a process that is just being started may have a copy of it, and an event of that
        // would then reach a source that is gone.
        input?.cancel()
        input = nil
        again = nil
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
/// open in such a child, the name of a dead daemon would stay taken. A child made by `posix_spawn` runs a program at
/// once, which gets none of these descriptors because they are close-on-exec.
package enum ForkedChild {
    /// Whether each descriptor is closed in a child, by number. A replaced table is never freed, so that a fork on
    /// another thread can read it at any time; each table is at least twice as large as the previous one.
    private nonisolated(unsafe) static var table: UnsafeMutablePointer<Bool>?
    private nonisolated(unsafe) static var capacity = 0
    private static let change = Mutex(false)

    /// Closes a descriptor in each child from now on, until `keep`.
    package static func close(_ descriptor: Int32) { mark(descriptor, true) }

    /// Keeps a descriptor open in children again. Call this before closing it here: its number may be reused.
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

/// How a process ended, and how much it had used.
package struct ProcessEnd: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// Somebody else in this process has waited for it.
        case unknown
    }

    package let cause: Cause
    /// The most memory that was resident at once, in bytes; 0 when it was less than its parent's.
    package let maximumMemory: UInt64

    package init(cause: Cause, maximumMemory: UInt64) {
        self.cause = cause
        self.maximumMemory = maximumMemory
    }

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
