import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface

/// The log of the daemon.
let log = Logger(label: "tabd")

/// The exported objects, and the connection to the bus while there is one.
@EventLoop
final class Bus {
    let tree = ObjectTree(managerPath: TabNames.root)
    var connection: Connection? {
        didSet { tree.connection = connection }
    }

    /// Sends a signal. A value that the bus can't carry is logged instead.
    func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, _ argument: repeat each Argument
    ) {
        do throws(DBusError) {
            try connection?.emit(signal, from: path, repeat each argument)
        } catch {
            log.error("cannot send signal \(signal.name) of \(path): \(error.message)")
        }
    }
}
