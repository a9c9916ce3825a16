internal import CSystemd
package import DBusInterface
internal import Glibc
internal import Processes

/// A child process with a process group of its own, whose end is an event of the loop.
///
/// It is waited for whether or not anybody still holds this: there are no zombies. What is left of its group at its end
/// is killed.
@EventLoop
package final class LoopChild {
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
    /// - Throws: `Failed` with the system's reason.
    package init(
        _ executable: String, arguments: [String], environment: [String: String]
    ) throws(DBusError) {
        do throws(SystemError) {
            processID = try Program.spawn(
                executable, [executable] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
                replacing: [STDIN_FILENO: nil])
        } catch {
            throw .failed("\(executable) can't be started: \(error)")
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
            throw .failed("\(executable) can't be watched: \(reason)")
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
