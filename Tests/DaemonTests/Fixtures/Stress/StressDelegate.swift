import TestSupport

/// A client that is the delegate of a tab bar controller for a while.
@EventLoop final class StressDelegate {
    enum Method: String, CaseIterable {
        case shouldSelect = "ShouldSelectViewController"
        case animation = "AnimationControllerForTransition"
    }

    let client: BusClient
    let tabs: ViewControllerID
    let methods: Set<String>
    let onTimeout: Bool
    /// Whether it has left the bus.
    var isGone = false
    /// Whether it has been replaced as the delegate, or cleared.
    var isCleared = false
    private let open = OpenQuestions()

    init(of tabs: ViewControllerID, _ methods: [Method], onTimeout: Bool) async throws {
        client = try BusClient()
        self.tabs = tabs
        self.methods = Set(methods.map(\.rawValue))
        self.onTimeout = onTimeout
        let object = client.newObject()
        client.handlers[object] = { [open] call, arguments, reply in
            guard Method(rawValue: call.member) != nil else { return }
            open.add(OpenQuestion(member: call.member, arguments: arguments, reply: reply))
        }
        try await client.setDelegate(
            object, of: tabs.path,
            [
                "Methods": .array(of: "s", methods.map { .string($0.rawValue) }), "Timeout": .uint32(10_000),
                "OnTimeout": .bool(onTimeout),
            ])
    }

    func asks(_ method: Method) -> Bool { methods.contains(method.rawValue) && !isGone && !isCleared }

    /// Waits for the next question.
    func question() async throws -> PendingReply { try await open.next().reply }

    /// Drives the interactive transition to the middle, then finishes or cancels it. Returns the result.
    func endTransition(isFinished: Bool) async -> String {
        let found = await failure {
            try await client.tabBarController(tabs.path).updateInteractiveTransition(0.5)
            if isFinished {
                try await client.tabBarController(tabs.path).finishInteractiveTransition()
            } else {
                try await client.tabBarController(tabs.path).cancelInteractiveTransition()
            }
        }
        return found == "none" ? "ok" : found
    }
}
