import Foundation
import TabDaemon
import TestSupport

@testable import PluginHosting

/// Raw bytes and wrong types on the daemon's private socket.
@EventLoop @Suite(.bus) struct PrivateGarbageTests {
    private let stage: IsolatedStage

    init() async throws {
        stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\nmessages = 1000000\n")
    }

    @Test func `stress: arbitrary bytes end a connection or wait for more`() async throws {
        let daemon = ProcessEntry(stage.daemon.processID)
        let (path, before) = (try stage.socket, daemon.descriptors.count)
        let neighbourHost = try await stage.neighbourHost()
        try await PrivateGarbage.send(to: path, barrier: stage.client.barrier)
        try await EventLoop.until("the descriptors being closed") { daemon.descriptors.count == before }
        #expect(try await stage.neighbourHost() == neighbourHost)
        #expect(try await stage.countUp() == "3")
    }

    @Test func `messages that claim too large sizes end the connection before their content`() async throws {
        let path = try stage.socket
        let memory = try #require(ProcessUsage(of: stage.daemon.processID)).memory
        try await PrivateGarbage.sendTooLargeHeaders(to: path)
        // No memory is allocated for claimed lengths.
        let after = try #require(ProcessUsage(of: stage.daemon.processID)).memory
        #expect(after < memory + 32 << 20)
        try await stage.run("count")
    }

    // MARK: Calls

    @Test
    func `a plugin process whose reports have wrong types is refused, without other effects`() async throws {
        let peer = try await host()
        let before = try await picture()
        typealias Wire = SupervisionInterface
        // Hello is a method only until it has succeeded.
        let reports = InterfaceDescription(
            Wire.self,
            [
                Wire.ready, Wire.failed, Wire.waking, Wire.questionBegins, Wire.questionIsOpen,
                Wire.restorableStateChanged, Wire.instanceMade,
            ])
        let allowed = Set(reports.members.map(\.name))
        #expect(await callEverything(of: reports, at: Wire.path, allowed, "InvalidArgs", peer) > 80)
        for (member, path, interface) in [
            ("Nonsense", Wire.path, Wire.name), ("Hello", Wire.path, Wire.name), ("Ready", "/", Wire.name),
            ("Ready", TabNames.root, Wire.name), ("Ready", Wire.path, "a.b"), ("Nonsense", stage.controller, "a.b"),
        ] {
            let answer = await peer.callDaemon(member, [], at: path, of: interface)
            #expect(answer.hasPrefix("Unknown"), "\(member) of \(path): \(answer)")
        }
        try await expectOrder(before, after: peer)
    }

    /// The methods that a plugin may call, by interface. It may call them only for objects within its reach.
    private static let allowed: [String: Set<String>] = [
        ManagerInterface.name: [
            "AddImage", "CreateNavigationController", "CreateViewController", "Destroy", "RegisterClasses",
        ],
        ViewControllerInterface.name: [
            "Announce", "Dismiss", "DismissViewController", "GetPopoverPresentationController",
            "GetTraits", "Present", "PresentAlert", "ScrollToRow", "Select", "SizeThatFits", "UpdateView",
        ],
        TabBarItemInterface.name: ["SetValues"],
        NavigationItemInterface.name: ["SetValues"],
        NavigationControllerInterface.name: [
            "Pop", "PopTo", "PopToRoot", "Push", "SetToolbarHidden", "SetViewControllers",
        ],
        TabBarControllerInterface.name: [
            "CancelInteractiveTransition", "ClearDelegate", "FinishInteractiveTransition",
            "SetCustomizableViewControllers", "SetDelegate", "SetTabBarHidden", "SetViewControllers",
            "UpdateInteractiveTransition",
        ],
        PluginInterface.name: ["GetConfiguration"],
    ]

    private typealias Reach = (path: ObjectPath, interfaces: [String], error: String)

    /// Objects and some of their interfaces, with the error of an allowed method whose arguments have wrong types.
    ///
    /// - Parameter stack: A navigation controller without a view controller of the plugin.
    private func objects(_ stack: ObjectPath) -> [Reach] {
        let own = [ViewControllerInterface.name, TabBarItemInterface.name, NavigationItemInterface.name]
        return [
            (TabNames.root, [ManagerInterface.name], "InvalidArgs"),
            (stage.controller, own, "InvalidArgs"), (stage.neighbour, own, "UnknownObject"),
            // The plugin's view controller is one of the tabs, but the client has created the tab bar controller.
            (stage.tabs, [TabBarControllerInterface.name], "InvalidArgs"),
            (stage.tabs, [ViewControllerInterface.name, WindowInterface.name], "UnknownObject"),
            (BusClient.bar(of: stage.tabs), [TabBarInterface.name], "AccessDenied"),
            (stack, [NavigationControllerInterface.name, ViewControllerInterface.name], "UnknownObject"),
            (stage.plugin, [PluginInterface.name], "InvalidArgs"),
            (TabNames.plugin(IsolatedStage.neighbourID), [PluginInterface.name], "AccessDenied"),
        ]
    }

    @Test
    func `a plugin process can only call the part of the contract that concerns its own view controllers`()
        async throws
    {
        let page = try await stage.client.register()
        let stack = try await stage.client.manager.createNavigationController(page)
        let peer = try await host()
        let before = try await picture()
        var (calls, writes) = (0, 0)
        for object in objects(stack) {
            for interface in DaemonInterfaces.all where object.interfaces.contains(interface.name) {
                let allowed = Self.allowed[interface.name] ?? []
                calls += await callEverything(of: interface, at: object.path, allowed, object.error, peer)
                // Properties of other objects than view controllers can't be written at all.
                let isViewController = TabNames.viewController(of: object.path) != nil
                writes += await setEverything(
                    of: interface, at: object.path, isViewController ? object.error : "AccessDenied", peer)
            }
        }
        #expect(calls > 1000 && writes > 500)
        // Stacks are what a plugin may not see of other owners.
        for (interface, path, error) in [
            (ViewControllerInterface.name, stage.neighbour, "none"),
            (NavigationControllerInterface.name, stack, "UnknownObject"),
        ] {
            let answer = await peer.callDaemon(
                "GetAll", [.string(interface)], returning: "a{sv}", at: path, of: PropertiesInterface.name)
            #expect(answer == error, "\(interface)")
        }
        try await expectOrder(before, after: peer)
    }

    /// Calls every method of an interface with arguments of many types, except those of the method itself.
    ///
    /// - Parameters:
    ///   - allowed: The methods that a plugin may call. All others are denied.
    ///   - error: The expected error of the allowed methods.
    /// - Returns: The number of calls.
    private func callEverything(
        of interface: InterfaceDescription, at path: ObjectPath, _ allowed: Set<String>, _ error: String,
        _ peer: Connection
    ) async -> Int {
        var count = 0
        for member in interface.members {
            guard case .method(let name, let inputs, let outputs, _, _, _) = member else { continue }
            let types = inputs.map(\.signature)
            let own = [types.joined(), inputs.last?.name == "options" ? types.dropLast().joined() : types.joined()]
            let expected = allowed.contains(name) ? error : "AccessDenied"
            for body in Self.bodies where !own.contains(body.map(\.signature).joined()) {
                let answer = await peer.callDaemon(
                    name, body, returning: outputs.map(\.signature).joined(), at: path, of: interface.name)
                #expect(answer == expected, "\(path) \(name)(\(body))")
                count += 1
            }
        }
        return count
    }

    /// Sets every property of an interface to values of many types, except its own type if the plugin may set it.
    ///
    /// - Parameter error: The expected error. If it is `InvalidArgs`, a read-only property fails with
    ///   `PropertyReadOnly`.
    /// - Returns: The number of writes.
    private func setEverything(
        of interface: InterfaceDescription, at path: ObjectPath, _ error: String, _ peer: Connection
    ) async -> Int {
        let isRefused = error != "InvalidArgs"
        var count = 0
        for member in interface.members {
            guard case .property(let name, let type, let isWritable, _, _, _) = member else { continue }
            let expected = isRefused || isWritable ? error : "PropertyReadOnly"
            for body in Self.bodies {
                guard body.count == 1, let value = body.first, isRefused || value.signature != type.signature else {
                    continue
                }
                let answer = await peer.callDaemon(
                    "Set", [.string(interface.name), .string(name), .variant(value)], at: path,
                    of: PropertiesInterface.name)
                #expect(answer == expected, "\(path) \(name) = \(value)")
                count += 1
            }
        }
        return count
    }

    /// Values that match few members.
    private static let bodies: [[Variant]] = [
        [], [.string("x")], [.uint64(.max)], [.uint64(0), .string("x")], [.uint64(1), .uint64(1), .bool(true)],
        [.array(of: "v", [])], [.bool(true)], [.variant(.double(.nan))], [.uint64(1), .bytes([0])],
        [.structure([.uint32(1), .string("")])], [.uint64(1), .array(of: "t", []), .bool(false), .bool(false)],
        [.int32(-1)], [.objectPath("/")], [.dictionary(key: "s", value: "v", [:])],
    ]

    // MARK: The plugin process and its effects

    /// A plugin process inside the test process, which takes over from the plugin's and never calls by itself.
    private func host() async throws -> Connection {
        let (address, token) = try await stage.expectHost()
        let peer = try Connection.peer(at: address)
        _ = try await peer.call(SupervisionInterface.hello, at: SupervisionInterface.path, on: nil, token)
        peer.onCall = { call, _, reply in
            guard call.expectsReply else { return }
            // It pretends to create every instance, and has no state.
            switch call.member {
            case ViewControllerFactoryInterface.create.name:
                reply.succeed { (writer) throws(DBusError) in try writer.write(TabNames.root) }
            case RemoteViewControllerInterface.encodeRestorableState.name:
                reply.fail(.notSupported("it has no state"))
            default: reply.succeed { (_) throws(DBusError) in }
            }
        }
        try await peer.call(SupervisionInterface.ready, at: SupervisionInterface.path, on: nil)
        let own = ProcessEntry(getpid())
        try await EventLoop.until("the takeover") { try await stage.host() == own }
        return peer
    }

    /// What the calls of a plugin process could change.
    private struct Picture: Equatable {
        let objects: BusClient.Objects
        let views: [[ViewEntry]]
        let neighbourHost: ProcessEntry
    }

    private func picture() async throws -> Picture {
        var views: [[ViewEntry]] = []
        for path in [stage.controller, stage.neighbour] { views.append(try await stage.client.getView(of: path).views) }
        return Picture(
            objects: try await stage.client.managedObjects(), views: views,
            neighbourHost: try await stage.neighbourHost())
    }

    /// Expects that nothing has changed, and that the plugin works after the end of its process.
    private func expectOrder(_ before: Picture, after peer: Connection) async throws {
        #expect(try await picture() == before)
        stage.client.clearSignals()
        peer.close()
        try await stage.waitForRecovery()
        try await stage.run("count")
    }
}
