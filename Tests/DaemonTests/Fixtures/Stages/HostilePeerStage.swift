import TestSupport

/// Controllers of a hostile peer, which is also the delegate, and a client that makes gestures on them.
final class HostilePeerStage {
    private let checker: SignatureFuzzChecker
    private let peer: HostilePeer
    private var numbers: Numbers
    private var tabs = ""
    private var children: [String] = []
    private var popover = ""

    init(_ checker: SignatureFuzzChecker, _ peer: HostilePeer, seed: UInt64) throws {
        self.checker = checker
        self.peer = peer
        numbers = Numbers(state: seed)
        try prepare()
    }

    private static func call(
        _ path: String, _ interface: String, _ member: String, _ signature: String = "", _ body: [WireValue] = []
    ) -> WireMessage {
        WireMessage(
            path: path, interface: "org.tabd.Tabs1." + interface, member: member, signature: signature, body: body)
    }

    private static func set(_ path: String, _ interface: String, _ name: String, _ type: String, _ value: WireValue)
        -> WireMessage
    {
        WireMessage(
            path: path, interface: PropertiesInterface.name, member: "Set", signature: "ssv",
            body: [.text("org.tabd.Tabs1." + interface), .text(name), .variant(type, value)])
    }

    /// Creates all objects, also again after the peer has destroyed them.
    private func prepare() throws {
        let root = TabNames.root.text
        tabs = try perform(
            Self.call(root, "Manager", "CreateTabBarController", "a{sv}", [.options([("Profile", "s", .text("pad"))])]),
            by: peer)
        children = try (0..<7).map { _ in
            let object = "/peer/o\(UInt32.random(in: 1...(.max), using: &numbers))"
            return try perform(Self.call(root, "Manager", "RegisterViewController", "o", [.text(object)]), by: peer)
        }
        popover = children.removeLast()
        let list: WireValue = .list(children.map { .text($0) })
        _ = try perform(Self.call(tabs, "TabBarController", "SetViewControllers", "aob", [list, .number(0)]))
        _ = try perform(Self.call(tabs, "Window", "Attach"))
        _ = try perform(Self.set(popover, "ViewController", "ModalPresentationStyle", "s", .text("popover")))
        let methods: WireValue = .list(
            ["ShouldSelectViewController", "AnimationControllerForTransition", "SupportedInterfaceOrientations"]
                .map { .text($0) })
        let options: WireValue = .options([("Timeout", "u", .number(20)), ("Methods", "as", methods)])
        let delegate = Self.call(tabs, "TabBarController", "SetDelegate", "oa{sv}", [.text("/peer/d"), options])
        _ = try perform(delegate, by: peer)
        let timeout: WireValue = .options([("Timeout", "u", .number(20))])
        _ = try perform(
            Self.call(popover, "PopoverPresentationController", "SetDelegate", "oa{sv}", [.text("/peer/p"), timeout]),
            by: peer)
        peer.calls = [
            delegate, Self.call(tabs, "TabBarController", "ClearDelegate"), tap(0), present, dismiss,
            Self.set(tabs, "TabBarController", "SelectedIndex", "x", .number(2)),
            Self.call(tabs, "TabBarController", "SetViewControllers", "aob", [.list([]), .number(1)]),
            Self.call(tabs, "TabBarController", "SetViewControllers", "aob", [list, .number(1)]),
            Self.call(tabs, "TabBarController", "FinishInteractiveTransition"),
            WireMessage(path: root, interface: ObjectManagerInterface.name, member: "GetManagedObjects"),
            Self.call(root, "Manager", "Destroy", "o", [.text(children[1])]),
            Self.call(root, "Manager", "Destroy", "o", [.text(tabs)]),
            Self.call(root, "Manager", "Destroy", "o", [.text(popover)]),
        ]
    }

    private func tap(_ index: UInt64) -> WireMessage {
        Self.call(tabs + "/tab_bar", "TabBar", "TapItem", "u", [.number(index)])
    }

    private var present: WireMessage {
        let anchor: WireValue = .list([.text(tabs + "/tab_bar"), .number(0)])
        let settings: WireValue = .options([("SourceView", "(ou)", anchor)])
        return Self.call(
            children.first ?? "/", "ViewController", "Present", "oa{sv}",
            [.text(popover), .options([("Popover", "a{sv}", settings)])])
    }

    private var dismiss: WireMessage { Self.call(popover, "ViewController", "Dismiss") }

    private var gesture: WireMessage {
        let child = children.randomElement(using: &numbers) ?? "/"
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: return present
        case 1: return dismiss
        case 2: return Self.call(tabs, "Window", "TapAt", "dd", [.double(5), .double(5)])
        case 3: return Self.call(child, "ViewController", "GetView")
        case 4:
            return Self.call(
                child, "ViewController", "SendAction", "usv", [.number(1), .text("tap"), .variant("b", .number(1))])
        case 5:
            let orientation = Bool.random(using: &numbers) ? "landscapeLeft" : "portrait"
            return Self.set(tabs, "Window", "DeviceOrientation", "s", .text(orientation))
        default: return tap(UInt64.random(in: 0..<6, using: &numbers))
        }
    }

    /// Makes gestures. Each must get one reply, with an error of the contract or none.
    func run(_ count: Int) throws {
        for _ in 0..<count {
            let message = gesture
            let answer = try wait(for: checker.client.send(message), message)
            checker.check(answer, SignatureFuzzCase(message: message))
            if answer.errorName.hasSuffix("UnknownObject") || answer.errorName.hasSuffix("InvalidArgument") {
                try prepare()
            }
        }
        // The peer's own calls must get replies as well.
        let end = TestTimeout.deadline
        while !peer.open.isEmpty, .now < end { _ = try perform(Self.call(TabNames.root.text, "Manager", "Subscribe")) }
        if !peer.open.isEmpty { checker.record("no reply to the peer's \(peer.open.values)") }
    }

    /// Destroys the objects of the last round.
    func clear() throws {
        for path in [tabs, popover] + children {
            let message = Self.call(TabNames.root.text, "Manager", "Destroy", "o", [.text(path)])
            _ = try wait(for: checker.client.send(message), message)
        }
    }

    /// Makes a call, and returns the object that it created.
    private func perform(_ message: WireMessage, by peer: HostilePeer? = nil) throws -> String {
        let answer = try peer?.call(message) ?? wait(for: checker.client.send(message), message)
        guard !answer.isError else {
            throw TestTimeoutError(description: "\(message.member ?? "") failed: \(answer.errorName) \(answer.text)")
        }
        return answer.text
    }

    private func wait(for serial: UInt32, _ message: WireMessage) throws -> ReceivedMessage {
        let end = TestTimeout.deadline
        while .now < end {
            peer.serve()
            while let answer = checker.client.receive(within: 1) {
                if answer.isReply, answer.replySerial == serial { return answer }
            }
        }
        throw TestTimeoutError(description: "\(message.member ?? "") on \(message.path ?? "") was not answered")
    }
}
