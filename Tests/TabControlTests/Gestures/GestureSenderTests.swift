import DBusInterface
import TabInterface
import TabMirror
import TestSupport

@testable import TabFrontEnd

/// The gestures of a front end as calls to a daemon.
@EventLoop @Suite(.bus) struct GestureSenderTests {
    @EventLoop private final class FrontEnd: GestureObserver {
        var tree: TabTree
        private(set) var outcomes: [GestureOutcome] = []
        private(set) var sent: [Variant] = []

        init(of controller: ObjectPath) { tree = TabTree(of: controller) }

        func gestureEnded(_ outcome: GestureOutcome) { outcomes.append(outcome) }

        func didSend(_ value: Variant, on stream: ActionStreams.Stream, revision: UInt64?) { sent.append(value) }
    }

    private struct Stage {
        let client: BusClient
        let tabs: ObjectPath
        let front: FrontEnd
        let gestures: GestureSender
    }

    private func stage(isReadOnly: Bool = false) async throws -> Stage {
        try await DaemonProcess.start()
        let client = try BusClient()
        let types = ["clock.WorldClock", "clock.Stopwatch"]
        let tabs = try await client.manager.createTabBarController(Options(["Types": types.variant]))
        let front = FrontEnd(of: tabs)
        let gestures = GestureSender(of: tabs, isReadOnly: isReadOnly, front)
        let address = try PrivateBus.current.address
        gestures.service = Service(try Connection.bus(at: address), at: .address(address))
        return Stage(client: client, tabs: tabs, front: front, gestures: gestures)
    }

    /// Sends a gesture, and waits for its end.
    private func send(_ gesture: UserGesture, on stage: Stage) async {
        await withCheckedContinuation { done in stage.gestures.send(gesture) { done.resume() } }
    }

    @Test func `each gesture has one outcome`() async throws {
        let stage = try await stage()
        let tabs = try await stage.client.tabBarController(stage.tabs).viewControllers
        await send(.tap(1), on: stage)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedViewController == tabs[1])
        let bar = try await stage.client.tabBarController(stage.tabs).tabBar
        await send(.tap(0, of: bar), on: stage)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedViewController == tabs[0])
        #expect(stage.front.outcomes == [.done, .done])
        await send(.back(tabs[0]), on: stage)
        guard case .failed(let error) = stage.front.outcomes.last else {
            Issue.record("a tap on a back button that does not exist: \(stage.front.outcomes)")
            return
        }
        #expect(error.name == DBusError.Name.unknownInterface)
        #expect(!stage.gestures.isPending)
    }

    @Test func `only the newest of many values follows the first one, and none follows the end of editing`()
        async throws
    {
        let stage = try await stage()
        let page = try await stage.client.tabBarController(stage.tabs).viewControllers[0]
        let field = ViewEntry(id: 2, parent: 1, className: "TextField", frame: .zero)
        _ = stage.front.tree.replaceAll([:], [page: ViewSnapshot(revision: 1, views: [field])])
        func change(_ text: String) -> UserGesture { .update(page, 2, "editingChanged", .string(text)) }
        await withCheckedContinuation { done in
            stage.gestures.send(change("a")) { done.resume() }
            for text in ["ab", "abc"] { stage.gestures.send(change(text)) }
            #expect(stage.gestures.isSending("editingChanged", to: 2, of: page))
        }
        #expect(stage.front.sent == [.string("a"), .string("abc")])
        #expect(!stage.gestures.isSending("editingChanged", to: 2, of: page))
        await withCheckedContinuation { done in
            stage.gestures.send(change("d")) { done.resume() }
            stage.gestures.send(change("de"))
            stage.gestures.send(.send(page, 2, "editingDidEnd", .string("de")))
        }
        #expect(stage.front.sent.last == .string("d"))
    }

    @Test func `a front end that is read-only or without a daemon sends nothing`() async throws {
        let stage = try await stage(isReadOnly: true)
        let selected = try await stage.client.tabBarController(stage.tabs).selectedViewController
        await send(.tap(1), on: stage)
        #expect(stage.front.outcomes == [.readOnly])
        stage.gestures.service = nil
        await send(.tap(1), on: stage)
        #expect(stage.front.outcomes == [.readOnly])
        #expect(try await stage.client.tabBarController(stage.tabs).selectedViewController == selected)
    }
}
