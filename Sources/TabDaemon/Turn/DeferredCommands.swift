import DBusInterface
import EventLoop
import TabModel

/// The commands that plugins have issued in callbacks and that wait for the end of the current delivery (`S-24`,
/// `D-16`).
@EventLoop
struct DeferredCommands {
    /// The maximum number of waiting commands.
    private static let maximumCount = 256

    struct Command {
        /// The same command on a copy of the model, which tells the plugin at once whether it is allowed.
        let trial: (inout Hierarchy) throws -> Void
        let run: @EventLoop () throws(DBusError) -> Void
    }

    private var commands: [Command] = []
    /// A copy of the model after the commands; nil when it is not known.
    private var expected: Hierarchy?

    var count: Int { commands.count }
    var isEmpty: Bool { commands.isEmpty }

    /// Adds a command.
    ///
    /// - Throws: The error of its trial, or `LimitsExceeded`.
    mutating func add(_ command: Command, to hierarchy: Hierarchy) throws(DBusError) {
        guard commands.count < Self.maximumCount else {
            throw .limitsExceeded("\(Self.maximumCount) commands already wait for the end of callbacks")
        }
        var next = model(after: hierarchy)
        // Releases the other reference, which would cause another copy.
        expected = nil
        try translatingErrors { try command.trial(&next) }
        _ = next.drainEvents()
        expected = next
        commands.append(command)
    }

    mutating func removeFirst() -> Command { commands.removeFirst() }

    /// Returns the model as it will be after the commands.
    func model(after hierarchy: Hierarchy) -> Hierarchy {
        guard !commands.isEmpty else { return hierarchy }
        return expected ?? commands.reduce(into: hierarchy) { try? $1.trial(&$0) }
    }

    /// The model has changed.
    mutating func forgetModel() { expected = nil }
}
