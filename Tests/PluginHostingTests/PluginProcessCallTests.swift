import TestSupport

@testable import PluginHosting

/// Calls of the daemon to a plugin process, and calls of the plugin to the daemon meanwhile.
@EventLoop @Suite(.serialized) struct PluginProcessCallTests {
    private typealias Remote = RemoteViewControllerInterface

    private let stage: PluginProcessStage

    init() async throws { stage = try await PluginProcessStage.start("hosted") }

    @Test func `an instance sends its views and handles actions`() async throws {
        try await stage.create()
        let update = try #require(stage.calls.first { $0.member == "UpdateView" })
        #expect(update.path == TabNames.viewController(7) && update.interface == ViewControllerInterface.name)
        #expect(update.views.map(\.className) == ["TextField", "View", "View", "View"])
        #expect(try await stage.run("environment") == "unknown unknown ")
        let error = await refusal { try await stage.call(Remote.action, 5, "nonsense", .bool(true)) }
        #expect(error?.name == DBusError.Name.notSupported)
    }

    @Test func `an instance that the plugin does not create is an error`() async throws {
        let error = await refusal { try await stage.createInstance(className: "None") }
        #expect(error?.name == TabError.pluginFailed.name)
        #expect(try await stage.createInstance() == TabNames.viewController(7))
        let second = await refusal { try await stage.createInstance() }
        #expect(second?.name == DBusError.Name.invalidArgs)
    }

    @Test func `a view controller without an instance is unknown`() async throws {
        let unknown = DBusError.Name.unknownObject
        #expect(await refusal { try await stage.run("child") }?.name == unknown)
        try await stage.create()
        try await stage.call(Remote.destroyed)
        #expect(await refusal { try await stage.run("child") }?.name == unknown)
        #expect(await refusal { try await stage.call(Remote.updateContent) }?.name == unknown)
        // A notification does not get a reply.
        try stage.notify(Remote.viewWillAppear, false)
        try await stage.ping()
    }

    /// More messages than one turn handles, and no later message that would wake up the process.
    @Test func `messages during a blocking call are handled afterwards, in order`() async throws {
        let isAnimated = (0..<80).map { $0 % 3 == 0 }
        try await stage.create()
        stage.removeCalls()
        stage.answer("UpdateView") { [unowned stage] (_) throws(DBusError) in
            for isAnimated in isAnimated { try stage.notify(Remote.viewWillAppear, isAnimated) }
            stage.answer("UpdateView") { _ in [] }
            try stage.notify(Remote.viewWillAppear, true)
            return []
        }
        try await stage.run("environment")
        let last = isAnimated.count + 1
        try await stage.waitForCall("Set") { [unowned stage] _ in stage.titles.count == last }
        #expect(stage.titles == (isAnimated + [true]).map { $0 ? "animated" : "at once" })
    }

    @Test func `the plugin reads its containers, or none if the daemon fails`() async throws {
        let containers = [
            "Parent": TabNames.viewController(3).variant, "TabBarController": TabNames.viewController(4).variant,
        ]
        stage.answer("GetAll") { _ in [containers.variant] }
        stage.answer("GetTraits") { _ in [Traits(colorScheme: .dark, contrast: .high).values.variant] }
        try await stage.create()
        #expect(try await stage.run("surroundings") == "0 3 4 0 1 high 0")
        try stage.notify(Remote.traitsChanged, Traits(contrast: .high).values)
        try await stage.ping()
        #expect(stage.titles.last == "high")
        stage.answer("GetAll") { (_) throws(DBusError) in throw .unknownObject("gone") }
        stage.answer("GetTraits") { _ in [.uint32(1)] }
        #expect(try await stage.run("surroundings") == "0 0 0 0 0 unspecified 0")
    }

    // MARK: Created view controllers

    /// The view controllers whose instances the process has created itself, or the reason why it could not.
    private var creations: [[Variant]] { stage.calls.filter { $0.member == "InstanceMade" }.map(\.arguments) }

    @Test(arguments: ["child", "own child"])
    func `a view controller of the plugin's own class has its instance when the call returns`(name: String) async throws
    {
        stage.answer("CreateViewController") { _ in [TabNames.viewController(8).variant] }
        try await stage.create()
        #expect(try await stage.run(name) == "0 8 0")
        try stage.notify(Remote.viewWillAppear, of: 8, false)
        try await stage.ping()
        #expect(stage.titles.suffix(2) == ["child", "at once"])
        #expect(creations == [[.uint64(8), .string("")]])
    }

    @Test func `a view controller whose instance fails is reported and has none`() async throws {
        stage.answer("CreateViewController") { _ in [TabNames.viewController(8).variant] }
        try await stage.create()
        #expect(try await stage.run("no child")?.hasSuffix(" 0 8") == true)
        #expect(creations == [[.uint64(8), .string("plugin 'hosted' created no instance of class 'None'")]])
        #expect(await refusal { try await stage.run("child", of: 8) }?.name == DBusError.Name.unknownObject)
    }

    @Test func `a view controller of another plugin does not get an instance here`() async throws {
        stage.answer("CreateViewController") { _ in [TabNames.viewController(8).variant] }
        try await stage.create()
        #expect(try await stage.run("stranger") == "0 8 8")
        #expect(creations.isEmpty)
    }

    @Test func `a navigation controller of the plugin's own class has its instance`() async throws {
        stage.answer("CreateNavigationController") { _ in [TabNames.viewController(9).variant] }
        try await stage.create()
        #expect(try await stage.run("navigation") == "0 9")
        let call = try #require(stage.calls.first { $0.member == "CreateNavigationController" })
        let options: Options = ["Type": .string(".Child")]
        #expect(call.path == TabNames.root)
        #expect(call.arguments == [TabNames.viewController(7).variant, options.variant])
        #expect(creations == [[.uint64(9), .string("")]])
        try stage.notify(Remote.viewWillAppear, of: 9, true)
        try await stage.ping()
        #expect(stage.titles.last == "animated")
    }
}

/// Calls of plugins other than `hosted.c`.
@EventLoop @Suite(.serialized) struct OtherPluginCallTests {
    private typealias Remote = RemoteViewControllerInterface

    @Test func `an error of the daemon becomes the plugin's status`() async throws {
        let stage = try await PluginProcessStage.start("echo")
        stage.answer("UpdateView") { (_) throws(DBusError) in throw .limitsExceeded("too many") }
        try await stage.createInstance(className: "Echo")
        let error = await refusal { try await stage.call(Remote.action, 10001, "primary", .bool(true)) }
        #expect(error?.name == DBusError.Name.limitsExceeded)
    }

    @Test func `a view controller in Swift adopts those that it creates`() async throws {
        let stage = try PluginProcessStage()
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: stage.directory)
        var last: UInt64 = 7
        stage.answer("CreateViewController") { _ in
            last += 1
            return [TabNames.viewController(last).variant]
        }
        try stage.start("testplugin", library: stage.directory + "/testplugin/libtestplugin.so")
        try await stage.waitForCall("Ready")
        try await stage.createInstance(className: "Desk")
        try stage.notify(Remote.viewDidLoad)
        let tabs = try await stage.waitForCall("SetViewControllers")
        #expect(tabs.path == TabNames.viewController(7) && tabs.interface == TabBarControllerInterface.name)
        let list = [TabNames.viewController(8), TabNames.viewController(9)]
        #expect(tabs.arguments.prefix(2) == [list.variant, .bool(false)])
        let types = stage.calls.filter { $0.member == "CreateViewController" }.map { $0.arguments[0] }
        #expect(types == [.string(".Inbox"), .string(".Inbox")])
        try stage.notify(Remote.viewDidLoad, of: 8)
        try await stage.waitForCall("UpdateView") { $0.path == TabNames.viewController(8) }
    }
}
