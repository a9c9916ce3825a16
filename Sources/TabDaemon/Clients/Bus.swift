import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface

/// The log of the daemon.
let log = Logger(label: "tabd")

/// The exported objects, and the connections to clients: to the bus while there is one, and to peers.
@EventLoop
final class Bus {
    let tree = ObjectTree(managerPath: TabNames.root)

    /// The connection to the bus.
    var connection: Connection? { tree.connection }

    /// The connection that leads to a client: its own, or that of the bus.
    func connection(to client: String) -> Connection? { tree.connection(to: client) }

    /// The maximum content of one message in bytes, for every connection.
    var contentLimit = Int.max {
        didSet { for connection in tree.connections { connection.contentLimit = contentLimit } }
    }

    /// While true, the calls of all clients wait.
    var holdsCalls = false {
        didSet { for connection in tree.connections { connection.holdsCalls = holdsCalls } }
    }

    /// The number of calls that wait for a reply.
    var waitingCalls: Int { tree.waitingCalls }

    /// Sends a signal to single clients. A value that the bus can't carry is logged instead.
    func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, to clients: Set<String>,
        _ argument: repeat each Argument
    ) {
        do throws(DBusError) {
            try tree.emit(signal, from: path, to: clients, repeat each argument)
        } catch {
            log.error("cannot send signal \(signal.name) of \(path): \(error.message)")
        }
    }

    /// Sends a signal to all listeners. A value that the bus can't carry is logged instead.
    func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, _ argument: repeat each Argument
    ) {
        do throws(DBusError) {
            try tree.emit(signal, from: path, repeat each argument)
        } catch {
            log.error("cannot send signal \(signal.name) of \(path): \(error.message)")
        }
    }
}
