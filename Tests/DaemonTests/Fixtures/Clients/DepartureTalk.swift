import TestSupport

/// A conversation that uses all parts of the contract, one call after the other.
struct DepartureTalk {
    private typealias Step = @Sendable (DepartureTalk) -> WireMessage

    private let client: WireClient
    /// The tab bar controller of another client.
    private let shared: String
    /// The objects that the client has created.
    private var made: [String] = []

    static var steps: Int { script.count }

    init(_ client: WireClient, _ shared: String) {
        self.client = client
        self.shared = shared
        client.onCall = { [weak client] call in
            guard call.flags & WireMessage.noReplyExpected == 0 else { return }
            client?.send(
                WireMessage(
                    kind: .error, destination: call.sender, errorName: "org.freedesktop.DBus.Error.UnknownMethod",
                    replySerial: call.serial))
        }
    }

    /// Makes the calls up to a step, and leaves the bus. Returns the last call.
    mutating func leave(afterStep count: Int, _ departure: Departure) throws -> String {
        var last = ""
        for (index, step) in Self.script.prefix(count).enumerated() {
            let message = step(self)
            last = "step \(index + 1), \(message.member ?? "")"
            guard index + 1 == count, departure != .inOrder else {
                let answer = try client.call(message)
                if answer.isError { throw NothingMade(description: "\(last): \(answer.errorName) \(answer.text)") }
                if answer.signature == "o" { made.append(answer.text) }
                continue
            }
            var addressed = message
            addressed.destination = TabNames.busName
            let bytes = addressed.bytes(serial: 1_000_000)
            client.send(bytes: departure == .unread ? bytes : Array(bytes.prefix(bytes.count / 2)))
        }
        client.disconnect()
        return last
    }

    private struct NothingMade: Error, CustomStringConvertible { let description: String }

    private func made(_ index: Int) -> String { index < made.count ? made[index] : "/" }

    /// Created objects end with their creator, except remote view controllers.
    private static let own: WireValue = .options([("DestroyWithCaller", "b", .number(1))])

    private static func register(_ number: Int) -> Step {
        { _ in .manager("RegisterViewController", "oa{sv}", [.text("/own/o\(number)"), .options([])]) }
    }

    private static func setDelegate(_ path: String, _ interface: String, _ question: String) -> WireMessage {
        .call(
            path, interface, "SetDelegate", "oa{sv}",
            [.text("/own/delegate"), .options([("Methods", "as", .list([.text(question)]))])])
    }

    private static let script: [Step] = [
        { _ in .manager("Subscribe") },
        { _ in .manager("CreateTabBarController", "a{sv}", [own]) },
        register(1), register(2),
        { _ in .manager("CreateViewController", "sa{sv}", [.text("clock.WorldClock"), own]) },
        { talk in
            let tabs: WireValue = .list([.text(talk.made(1)), .text(talk.made(2)), .text(talk.made(3))])
            return .call(talk.made(0), "TabBarController", "SetViewControllers", "aob", [tabs, .number(0)])
        },
        { .call($0.made(0), "Window", "Attach") },
        { setDelegate($0.made(0), "TabBarController", "ShouldSelectViewController") },
        { .call($0.made(0) + "/tab_bar", "TabBar", "TapItem", "u", [.number(1)]) },
        { .set($0.made(0), TabBarControllerInterface.name, "SelectedIndex", "x", .number(0)) },
        { .set($0.made(1), ViewControllerInterface.name, "Title", "s", .text("own")) },
        { .call($0.made(1), "ViewController", "LoadViewIfNeeded") },
        { talk in
            let frame: WireValue = .list([.double(0), .double(0), .double(100), .double(40)])
            let view: WireValue = .list([
                .number(2), .number(1), .text("Label"), frame, .number(0), .options([("Text", "s", .text("hello"))]),
            ])
            return .call(
                talk.made(1), "ViewController", "UpdateView", "a(uus(dddd)ua{sv})au", [.list([view]), .list([])])
        },
        { .call($0.made(1), "ViewController", "GetView") },
        { .call($0.shared, "Window", "Attach", "a{sv}", [.options([("ReadOnly", "b", .number(0))])]) },
        { setDelegate($0.shared, "TabBarController", "ShouldSelectViewController") },
        { .call($0.shared + "/tab_bar", "TabBar", "TapItem", "u", [.number(0)]) },
        register(3),
        { .manager("CreateNavigationController", "oa{sv}", [.text($0.made(4)), own]) },
        register(4),
        { .call($0.made(5), "NavigationController", "Push", "ob", [.text($0.made(6)), .number(0)]) },
        { .call($0.made(5), "Window", "Attach") },
        { .call($0.made(5), "NavigationController", "TapBack") },
        register(5),
        { .set($0.made(7), ViewControllerInterface.name, "ModalPresentationStyle", "s", .text("popover")) },
        { setDelegate($0.made(7), "PopoverPresentationController", "PrepareForPopoverPresentation") },
        { talk in
            let anchor: WireValue = .list([.text(talk.made(0) + "/tab_bar"), .number(0)])
            let popover: WireValue = .options([("SourceView", "(ou)", anchor)])
            return .call(
                talk.made(1), "ViewController", "Present", "oa{sv}",
                [.text(talk.made(7)), .options([("Popover", "a{sv}", popover)])])
        },
        { .call($0.made(7), "ViewController", "Dismiss") },
        { _ in .getManagedObjects },
        { .call($0.shared, "Window", "Detach") },
        { .manager("Destroy", "o", [.text($0.made(0))]) },
    ]
}
