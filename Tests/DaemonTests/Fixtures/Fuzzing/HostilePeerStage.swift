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

    /// Creates all objects, also again after the peer has destroyed them.
    private func prepare() throws {
        tabs = try perform(
            .manager("CreateTabBarController", "a{sv}", [.options([("Profile", "s", .text("pad"))])]),
            by: peer)
        children = try (0..<7).map { _ in
            let object = "/peer/o\(UInt32.random(in: 1...(.max), using: &numbers))"
            return try perform(.manager("RegisterViewController", "o", [.text(object)]), by: peer)
        }
        popover = children.removeLast()
        let list: WireValue = .list(children.map { .text($0) })
        _ = try perform(.call(tabs, "TabBarController", "SetViewControllers", "aob", [list, .number(0)]))
        _ = try perform(.call(tabs, "Window", "Attach"))
        _ = try perform(.set(popover, ViewControllerInterface.name, "ModalPresentationStyle", "s", .text("popover")))
        let methods: WireValue = .list(
            ["ShouldSelectViewController", "AnimationControllerForTransition", "SupportedInterfaceOrientations"]
                .map { .text($0) })
        let options: WireValue = .options([("Timeout", "u", .number(20)), ("Methods", "as", methods)])
        let delegate = WireMessage.call(tabs, "TabBarController", "SetDelegate", "oa{sv}", [.text("/peer/d"), options])
        _ = try perform(delegate, by: peer)
        let timeout: WireValue = .options([("Timeout", "u", .number(20))])
        _ = try perform(
            .call(popover, "PopoverPresentationController", "SetDelegate", "oa{sv}", [.text("/peer/p"), timeout]),
            by: peer)
        peer.calls = [
            delegate, .call(tabs, "TabBarController", "ClearDelegate"), tap(0), present, dismiss,
            .set(tabs, TabBarControllerInterface.name, "SelectedIndex", "x", .number(2)),
            .call(tabs, "TabBarController", "SetViewControllers", "aob", [.list([]), .number(1)]),
            .call(tabs, "TabBarController", "SetViewControllers", "aob", [list, .number(1)]),
            .call(tabs, "TabBarController", "FinishInteractiveTransition"),
            .getManagedObjects,
            .manager("Destroy", "o", [.text(children[1])]),
            .manager("Destroy", "o", [.text(tabs)]),
            .manager("Destroy", "o", [.text(popover)]),
        ]
    }

    private func tap(_ index: UInt64) -> WireMessage {
        .call(tabs + "/tab_bar", "TabBar", "TapItem", "u", [.number(index)])
    }

    private var present: WireMessage {
        let anchor: WireValue = .list([.text(tabs + "/tab_bar"), .number(0)])
        let settings: WireValue = .options([("SourceView", "(ou)", anchor)])
        return .call(
            children.first ?? "/", "ViewController", "Present", "oa{sv}",
            [.text(popover), .options([("Popover", "a{sv}", settings)])])
    }

    private var dismiss: WireMessage { .call(popover, "ViewController", "Dismiss") }

    private var gesture: WireMessage {
        let child = children.randomElement(using: &numbers) ?? "/"
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: return present
        case 1: return dismiss
        case 2: return .call(tabs, "Window", "TapAt", "dd", [.double(5), .double(5)])
        case 3: return .call(child, "ViewController", "GetView")
        case 4:
            return .call(
                child, "ViewController", "SendAction", "usv", [.number(1), .text("tap"), .variant("b", .number(1))])
        case 5:
            let orientation = Bool.random(using: &numbers) ? "landscapeLeft" : "portrait"
            return .set(tabs, WindowInterface.name, "DeviceOrientation", "s", .text(orientation))
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
        // The peer's own calls must get replies as well. Long ones follow each other at a limited rate.
        var (end, left) = (TestTimeout.deadline, peer.open.count)
        while !peer.open.isEmpty, .now < end {
            _ = try perform(.manager("Subscribe"))
            if peer.open.count < left { (end, left) = (TestTimeout.deadline, peer.open.count) }
        }
        if !peer.open.isEmpty { checker.record("no reply to the peer's \(peer.open.values)") }
    }

    /// Destroys the objects of the last round.
    func clear() throws {
        for path in [tabs, popover] + children {
            let message = WireMessage.manager("Destroy", "o", [.text(path)])
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
        while .now < end, !checker.client.hasEnded, !peer.client.hasEnded {
            peer.serve()
            while let answer = checker.client.receive(within: 1) {
                if answer.isReply, answer.replySerial == serial { return answer }
            }
        }
        throw TestTimeoutError(description: "\(message.member ?? "") on \(message.path ?? "") was not answered")
    }
}
