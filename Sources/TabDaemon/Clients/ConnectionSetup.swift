import DBusConnection
import EventLoop

/// The setup of a connection on which clients call the exported objects.
@EventLoop
final class ConnectionSetup: DaemonPart {
    let core: Core
    private let replies: TurnReplies
    private let turn: Turn
    private let memoryTrim = MemoryTrim()

    init(core: Core, replies: TurnReplies, turn: Turn) {
        self.core = core
        self.replies = replies
        self.turn = turn
    }

    /// Handles the calls on a connection of the object tree, and ends a turn before their replies leave.
    func handleCalls(on connection: Connection) {
        limitMessages()
        connection.onCall = { [tree = bus.tree] call, reader, reply in tree.dispatch(call, reader, reply) }
        connection.beforeReplies = { [turn, memoryTrim] in
            turn.endTurn()
            memoryTrim.turnEnded()
        }
        connection.holdReplies = { [replies] held, release in replies.holdReplies(held, release) }
        connection.holdsCalls = bus.holdsCalls
        connection.descriptorAdvice = "use GetImageData"
    }

    /// Applies the limits of messages and calls to all connections.
    func limitMessages() {
        bus.contentLimit = quotas.limits.message
        bus.tree.limitCalls(each: quotas.limits.calls.each, total: quotas.limits.calls.total)
    }
}
