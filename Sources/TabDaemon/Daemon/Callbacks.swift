import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabModel

/// Commands that plugins issue inside callbacks (`S-24`, `D-16`). They run at once where UIKit allows it, else after
/// the current delivery.
extension Daemon {
    /// A command of a plugin that waits for the end of the current delivery.
    struct DeferredCommand {
        /// The same command on a copy of the model, which tells the plugin at once whether it is allowed.
        let trial: (inout Hierarchy) throws -> Void
        let run: @EventLoop () throws(DBusError) -> Void
    }

    /// The maximum number of waiting commands.
    private static let maximumCommands = 256
    /// The number of generations of commands in one turn. The limit keeps plugins whose callbacks trigger each other
    /// endlessly from blocking the daemon.
    private static let maximumGenerations = 8

    /// Calls a plugin and defers the commands that it issues meanwhile.
    func inCallback(_ body: () -> Void) {
        callbackDepth += 1
        body()
        callbackDepth -= 1
        if callbackDepth == 0, !isDelivering, !deferredCommands.isEmpty { EventLoop.post { self.deliverEvents() } }
    }

    /// Runs a command of a plugin, now or deferred.
    func command(_ change: @escaping (inout Hierarchy) throws -> Void) throws(DBusError) {
        try command(change) { [unowned self] () throws(DBusError) in try perform(change) }
    }

    /// The model as it will be after the deferred commands.
    var expectedHierarchy: Hierarchy {
        guard !deferredCommands.isEmpty else { return hierarchy }
        return speculation ?? deferredCommands.reduce(into: hierarchy) { try? $1.trial(&$0) }
    }

    func command(
        _ trial: @escaping (inout Hierarchy) throws -> Void,
        run: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) {
        guard callbackDepth > 0 else { return try run() }
        guard deferredCommands.count < Self.maximumCommands else {
            throw .limitsExceeded(
                "\(Self.maximumCommands) commands already wait for the end of callbacks")
        }
        var expected = expectedHierarchy
        // Releases the other reference, which would cause another copy.
        speculation = nil
        try translatingErrors { try trial(&expected) }
        _ = expected.drainEvents()
        speculation = expected
        deferredCommands.append(DeferredCommand(trial: trial, run: run))
    }

    /// Runs the waiting commands in order. Generations beyond the limit run in the next turn.
    func runDeferredCommands() {
        guard !deferredCommands.isEmpty else { return }
        for _ in 0..<Self.maximumGenerations where !deferredCommands.isEmpty {
            for _ in 0..<deferredCommands.count {
                let command = deferredCommands.removeFirst()
                do throws(DBusError) {
                    try command.run()
                } catch {
                    log.warning("deferred plugin command failed: \(error.message)")
                }
                deliverUndelivered()
            }
        }
        if !deferredCommands.isEmpty { EventLoop.post { self.deliverEvents() } }
    }
}
