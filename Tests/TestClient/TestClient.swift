import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import TabInterface
import TestSupport

/// A client in a process of its own, to be killed, stopped or left alone by a test:
///
///     TestClient delegate CONTROLLER refuse|hang|die|stop    what it does when it is asked
///     TestClient popover CONTROLLER QUESTION hang|die|stop   the same for the delegate of its popover, which has that only
///     TestClient owner                                       registers a view controller
///     TestClient front-end CONTROLLER                        attaches
///
/// When it is ready it prints one line: the path of its view controller, or `ready`. Then it stays until it is ended, or the bus is.
@main
enum TestClient {
    static func main() async throws { try await run() }

    @EventLoop
    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS"), let role = arguments.first else { exit(64) }
        let client = try BusClient(address: String(cString: address))
        let controller = ObjectPath(arguments.dropFirst().first ?? "/")
        switch role {
        case "delegate": try await serve(client, controller, arguments.last ?? "")
        case "popover":
            try await serve(client, controller, question: arguments.dropFirst(2).first ?? "", arguments.last ?? "")
        case "owner": print(try await client.register(["RestorationIdentifier": .string("owner")]))
        case "front-end":
            _ = try await client.connection.call(
                WindowInterface.attach, of: WindowInterface.name, at: controller, on: TabNames.busName, [:])
            print("ready")
        default: exit(64)
        }
        fflush(nil)
        await withCheckedContinuation { ended in client.connection.onDisconnect = { ended.resume() } }
    }

    @EventLoop
    private static func serve(_ client: BusClient, _ controller: ObjectPath, _ behaviour: String) async throws {
        let object = behave(client, "ShouldSelectViewController", behaviour)
        try await client.setDelegate(object, of: controller, ["OnTimeout": .bool(false), "Timeout": .uint32(800)])
        print("ready")
    }

    @EventLoop
    private static func serve(
        _ client: BusClient, _ controller: ObjectPath, question: String, _ behaviour: String
    ) async throws {
        typealias Contract = PopoverPresentationControllerInterface
        let object = behave(client, question, behaviour)
        try await client.call(
            Contract.setDelegate, of: Contract.name, at: controller, object,
            ["Methods": [question].variant, "OnTimeout": .bool(false), "Timeout": .uint32(8000)])
        print("ready")
    }

    /// An object that does what it is to do when it is asked a question.
    @EventLoop
    private static func behave(_ client: BusClient, _ question: String, _ behaviour: String) -> ObjectPath {
        let object = client.newObject()
        var open: [PendingReply] = []
        client.handlers[object] = { call, _, reply in
            guard call.member == question else { return }
            switch behaviour {
            case "refuse": reply.succeed { (writer) throws(DBusError) in try writer.write(false) }
            case "die": kill(getpid(), SIGKILL)
            case "stop":
                open.append(reply)
                kill(getpid(), SIGSTOP)
            default: open.append(reply)
            }
        }
        return object
    }
}
