import TestSupport

/// A client in a separate process, which a test can kill or stop:
///
///     TestClient delegate CONTROLLER refuse|hang|die|stop    become a delegate that reacts in this way to a question
///     TestClient popover CONTROLLER QUESTION hang|die|stop   the same for a popover's delegate with this method only
///     TestClient owner                                       register a view controller
///     TestClient front-end CONTROLLER                        attach to a controller
///
/// When it is ready it prints one line: the path of its view controller, or `ready`. It runs until it is killed or the
/// bus ends.
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
            _ = try await client.connection.call(WindowInterface.attach, at: controller, on: TabNames.busName, [:])
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
            Contract.setDelegate, at: controller, object,
            ["Methods": [question].variant, "OnTimeout": .bool(false), "Timeout": .uint32(8000)])
        print("ready")
    }

    /// Creates an object with a behaviour for a question.
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
