package import Foundation
import Processes
import Synchronization

/// A program that a test runs, in its own process group.
///
/// Foundation's `Process` is not used, because it crashes at times: to find the open descriptors, it copies more of a
/// directory entry than the system has written, beyond the end of the memory.
package final class ChildProcess: Sendable {
    /// What a standard descriptor of the program is.
    package enum Stream {
        case inherited
        /// /dev/null.
        case none
        /// The file at a path. For output it is created, or emptied.
        case file(String)
        /// The program's end of a pipe. It is closed in this process.
        case pipe(Pipe)
    }

    private struct State {
        /// Its exit status or the signal that ended it; nil while it runs.
        var end: Int32?
        var onEnd: [@Sendable (Int32) -> Void] = []
    }

    package let id: pid_t
    private let state = Mutex(State())

    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: Stream = .none,
        output: Stream = .inherited, errors: Stream = .inherited
    ) throws {
        var replaced: [Int32: Int32?] = [:]
        var handles: [FileHandle] = []
        for (standard, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            let isInput = standard == STDIN_FILENO
            switch stream {
            case .inherited: continue
            case .none: replaced[standard] = .some(nil)
            case .file(let path):
                let flags = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
                let descriptor = open(path, flags | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else { throw SystemError(errno) }
                handles.append(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
                replaced[standard] = descriptor
            case .pipe(let pipe):
                let handle = isInput ? pipe.fileHandleForReading : pipe.fileHandleForWriting
                handles.append(handle)
                replaced[standard] = handle.fileDescriptor
            }
        }
        let variables = environment ?? ProcessInfo.processInfo.environment
        id = try Program.spawn(
            program, [program] + arguments, environment: variables.map { "\($0.key)=\($0.value)" },
            replacing: replaced)
        for handle in handles { try? handle.close() }
        // At once: while there is a child to be reaped, a thread of Swift Testing looks for its own children in a loop.
        Thread.detachNewThread { self.reap() }
    }

    private func reap() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        // The number stays reserved until no signal can be sent to it.
        let (end, onEnd) = state.withLock { state in
            _ = waitid(P_PID, id_t(id), &info, WEXITED)
            let end = info._sifields._sigchld.si_status
            defer { state.onEnd = [] }
            state.end = end
            return (end, state.onEnd)
        }
        for body in onEnd { body(end) }
    }

    /// Calls `body` on any thread when it has ended.
    private func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
        let end = state.withLock { state in
            if state.end == nil { state.onEnd.append(body) }
            return state.end
        }
        if let end { body(end) }
    }

    /// Waits for its end on this thread. Returns its exit status or the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        let end = Mutex<Int32>(0)
        let isOver = DispatchSemaphore(value: 0)
        whenEnded { status in
            end.withLock { $0 = status }
            isOver.signal()
        }
        isOver.wait()
        return end.withLock(\.self)
    }

    /// Calls `body` on the loop when it has ended, with its exit status or the signal that ended it.
    package func onEnd(_ body: @escaping @EventLoop (Int32) -> Void) {
        whenEnded { end in EventLoop.post { body(end) } }
    }

    /// Waits for its end without blocking a thread of the tests.
    package func ended() async -> Int32 {
        await withCheckedContinuation { continuation in whenEnded { continuation.resume(returning: $0) } }
    }

    /// Sends a signal, and waits until a stop has taken effect. It does nothing after the end.
    package func send(_ signal: Int32) {
        let isSent = state.withLock { $0.end == nil && kill(id, signal) == 0 }
        guard isSent, signal == SIGSTOP else { return }
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WSTOPPED | WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }
}
