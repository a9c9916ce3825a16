import DBusInterface
import EventLoop

/// Reads the configuration again for clients. That also searches all plugin folders and may write to the log, so it
/// happens at a limited rate, and calls that arrive meanwhile share the next time.
@EventLoop
final class ConfigurationReloads {
    typealias Completion = @EventLoop (DaemonConfiguration) -> Void

    /// The time between two, in milliseconds.
    private static let interval: UInt64 = 500
    /// How many calls may wait.
    static let maximum = 256

    /// Reads the configuration and applies it.
    var read: (@EventLoop () -> DaemonConfiguration)?
    private var waiting: [Completion] = []
    private var pause: LoopTimer?

    /// Reads the configuration now, or after the pause.
    ///
    /// - Throws: `LimitsExceeded` if too many calls wait.
    func request(_ completion: @escaping Completion) throws(DBusError) {
        guard waiting.count < Self.maximum else {
            throw .limitsExceeded("ReloadConfiguration: \(Self.maximum) calls wait for it, and more may not")
        }
        waiting.append(completion)
        if pause == nil { run() }
    }

    private func run() {
        let completions = waiting
        waiting = []
        pause = nil
        guard !completions.isEmpty, let configuration = read?() else { return }
        for completion in completions { completion(configuration) }
        pause = LoopTimer(after: Self.interval) { [weak self] in self?.run() }
    }
}
