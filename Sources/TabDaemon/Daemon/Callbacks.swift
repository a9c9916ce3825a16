import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabModel

/// What plugins do inside callbacks (`S-24`, `D-16`): at once where UIKit allows it, else when what is going on is over.
extension Daemon {
    /// A plugin's command that waits for the end of what is going on.
    struct DeferredCommand {
        /// The same on a copy of the model: so the plugin hears at once whether it will be refused.
        let trial: (inout Hierarchy) throws -> Void
        let run: @EventLoop () throws(DBusError) -> Void
    }

    /// How many commands may wait.
    private static let maximumCommands = 256
    /// How often commands may lead to others in one turn: a plugin whose callbacks call each other for ever does not stop
    /// the others.
    private static let maximumGenerations = 8

    /// Calls a plugin in a way that lets its commands wait.
    func inCallback(_ body: () -> Void) {
        callbackDepth += 1
        body()
        callbackDepth -= 1
        if callbackDepth == 0, !isDelivering, !deferredCommands.isEmpty { EventLoop.post { self.deliverEvents() } }
    }

    /// Does what a plugin asks for, now or later.
    func command(_ change: @escaping (inout Hierarchy) throws -> Void) throws(DBusError) {
        try command(change) { [unowned self] () throws(DBusError) in try perform(change) }
    }

    /// The model as it will be when the deferred commands have run.
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
        // Else it would be copied once more.
        speculation = nil
        try translatingErrors { try trial(&expected) }
        _ = expected.drainEvents()
        speculation = expected
        deferredCommands.append(DeferredCommand(trial: trial, run: run))
    }

    /// Runs the commands that wait, one after the other; what they lead to for ever goes on in the next turn.
    func runDeferredCommands() {
        guard !deferredCommands.isEmpty else { return }
        for _ in 0..<Self.maximumGenerations where !deferredCommands.isEmpty {
            for _ in 0..<deferredCommands.count {
                let command = deferredCommands.removeFirst()
                do throws(DBusError) {
                    try command.run()
                } catch {
                    log.warning("what a plugin asked for in a callback was refused in the end: \(error.message)")
                }
                deliverUndelivered()
            }
        }
        if !deferredCommands.isEmpty { EventLoop.post { self.deliverEvents() } }
    }
}
