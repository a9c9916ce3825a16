import TestSupport

/// A client with one object that can be registered as a view controller.
@EventLoop final class RemoteOwner {
    let client: BusClient
    let object: ObjectPath
    /// The received calls in order: the member, and for a layout its arguments.
    private(set) var calls: [String] = []
    /// The received calls with all arguments, and `!` where a reply is expected.
    private(set) var details: [String] = []
    /// The number of requests for its state. `calls` leaves them out because they come at any time.
    private(set) var stateQuestions = 0
    /// The states that it was given to decode.
    private(set) var decoded: [[String: Variant]] = []
    /// The handlers of methods. A method without a handler does not exist.
    var methods: [String: @EventLoop (PendingReply) -> Void] = [:]

    /// - Parameter client: The client that has the object, or nil for a new one.
    init(client: BusClient? = nil) throws {
        let client = try client ?? BusClient()
        self.client = client
        object = client.newObject()
        client.handlers[object] = { [weak self] call, arguments, reply in self?.called(call, arguments, reply) }
    }

    private func called(_ call: IncomingCall, _ arguments: [Variant], _ reply: PendingReply) {
        if call.member == RemoteViewControllerInterface.encodeRestorableState.name {
            stateQuestions += 1
            return answer(call, reply)
        }
        if call.member == RemoteViewControllerInterface.decodeRestorableState.name, let state = arguments.first {
            decoded.append(state.get() ?? [:])
        }
        calls.append(ViewStage.line(call.member, arguments))
        let texts = arguments.map { Self.text($0) }.joined(separator: ", ")
        details.append("\(call.member)(\(texts))" + (call.expectsReply ? "!" : ""))
        answer(call, reply)
    }

    private func answer(_ call: IncomingCall, _ reply: PendingReply) {
        if let method = methods[call.member] {
            method(reply)
        } else {
            reply.fail(.unknownMethod("\(call.member) is not there"))
        }
    }

    private static func text(_ value: Variant) -> String {
        switch value {
        case .bool(let value): "\(value)"
        case .uint32(let value): "\(value)"
        case .double(let value): "\(Int(value))"
        case .string(let value): value
        case .objectPath(let value): value
        case .uint64(let value): "\(value)"
        case .array("s", let elements): "[\(elements.map { text($0) }.joined(separator: " "))]"
        case .structure(let fields): fields.map { text($0) }.joined(separator: " ")
        case .variant(let value): text(value)
        case .dictionary(_, _, let entries):
            // The metrics of all text styles are longer than all else.
            entries.filter { $0.key != .string("TextStyles") }.map { "\(text($0.key))=\(text($0.value))" }.sorted()
                .joined(separator: " ")
        default: value.signature
        }
    }

    func clearCalls() { (calls, details) = ([], []) }

    func register(_ options: Options) async throws(DBusError) -> ObjectPath {
        try await client.register(object, options)
    }
}
