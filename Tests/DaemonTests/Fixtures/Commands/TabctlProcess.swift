import Foundation
import TestSupport

/// A running `tabctl`, or another program, and its output line by line.
@EventLoop final class TabctlProcess {
    private let process: ChildProcess
    /// The lines of the standard output and of the standard error.
    private(set) var lines: [String] = []
    private(set) var notes: [String] = []
    private var rests: [Int32: String] = [:]
    private var pipes: [Int32: Pipe] = [:]
    private var inputs: [Int32: LoopInput] = [:]
    private var status: Int32?
    private var expected: (@EventLoop () -> Void)?

    /// - Parameters:
    ///   - executable: The program. nil means `tabctl`.
    ///   - input: Its standard input. nil means none.
    ///   - environment: Variables that are set in addition to those of the bus.
    init(
        _ arguments: [String], running executable: String? = nil, input: Pipe? = nil,
        environment: [String: String] = [:]
    ) throws {
        let bus = try PrivateBus.current
        let (output, errors) = (Pipe(), Pipe())
        process = try ChildProcess(
            executable ?? BuiltProducts.directory + "/tabctl", arguments,
            environment: bus.environment.merging(environment) { $1 }, input: input.map { .pipe($0) } ?? .none,
            output: .pipe(output), errors: .pipe(errors))
        process.onEnd { [weak self] in self?.ended($0) }
        pipes = [STDOUT_FILENO: output, STDERR_FILENO: errors]
        // Foundation's handlers are not used: libdispatch sometimes crashes when one ends while others begin.
        for (descriptor, pipe) in pipes {
            inputs[descriptor] = LoopInput(pipe.fileHandleForReading.fileDescriptor) { [weak self] in
                self?.read(descriptor)
            }
        }
    }

    isolated deinit {
        for input in inputs.values { input.cancel() }
        send(SIGKILL)
    }

    var processID: Int32 { process.id }

    func send(_ signal: Int32) { process.send(signal) }

    /// Waits for a line that satisfies the condition, unless it was already printed.
    func line(_ event: String, where fits: @escaping @EventLoop (String) -> Bool) async throws {
        try await happens("a line \(event)") { $0.lines.contains(where: fits) }
    }

    func line(_ text: String) async throws { try await line("'\(text)'") { $0 == text } }

    func note(_ part: String) async throws {
        try await happens("a note with '\(part)'") { $0.notes.contains { $0.contains(part) } }
    }

    /// Waits for its end and returns its status. All its output has been read by then.
    func exitStatus() async throws -> Int32? {
        try await happens("its end") { $0.status != nil }
        return status
    }

    /// Stops reading its output, so that it stays in the pipe.
    func pause() { inputs.removeValue(forKey: STDOUT_FILENO)?.cancel() }

    func clearLines() { lines = [] }

    private func happens(_ event: String, _ condition: @escaping @EventLoop (TabctlProcess) -> Bool) async throws {
        guard !condition(self) else { return }
        do {
            let _: Bool = try await EventLoop.waiting(for: event) { resolve in
                expected = { [unowned self] in if condition(self) { resolve(true) } }
            }
        } catch {
            throw TestTimeoutError(description: "\(error); printed was \(lines), noted \(notes)")
        }
        expected = nil
    }

    /// Reads the available output. Returns false when there is none, as after an event for output that was read before.
    @discardableResult
    private func read(_ descriptor: Int32) -> Bool {
        guard let input = pipes[descriptor]?.fileHandleForReading else { return false }
        var event = pollfd(fd: input.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, 0) == 1 else { return false }
        let data = input.availableData
        // The other end is closed.
        if data.isEmpty { inputs.removeValue(forKey: descriptor)?.cancel() }
        received(String(decoding: data, as: UTF8.self), from: descriptor)
        return true
    }

    private func received(_ text: String, from descriptor: Int32) {
        var parts = (rests[descriptor, default: ""] + text).components(separatedBy: "\n")
        rests[descriptor] = parts.removeLast()
        if descriptor == STDOUT_FILENO { lines += parts } else { notes += parts }
        expected?()
    }

    private func ended(_ status: Int32) {
        // The event for the last output may not have arrived yet.
        for descriptor in pipes.keys { while inputs[descriptor] != nil, read(descriptor) {} }
        self.status = status
        expected?()
    }
}
