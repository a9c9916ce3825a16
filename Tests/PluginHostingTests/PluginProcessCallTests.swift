import TestSupport

@testable import PluginHosting

/// Calls of the daemon to a plugin process, and calls of the plugin to the daemon meanwhile.
@EventLoop @Suite(.serialized) struct PluginProcessCallTests {
    private typealias Contract = HostedPluginInterface

    private let stage: PluginProcessStage

    init() async throws { stage = try await PluginProcessStage.start("hosted") }

    @Test func `an instance sends its views and handles actions`() async throws {
        try await stage.create()
        let update = try #require(stage.calls.first { $0.member == "UpdateViews" })
        #expect(update.arguments[0] == .uint64(7))
        let entries: [ViewEntry] = update.arguments[1].get() ?? []
        #expect(entries.map(\.className) == ["TextField", "View", "View", "View"])
        #expect(try await stage.run("environment") == "unknown unknown ")
        let error = await refusal { try await stage.call(Contract.action, 7, 5, "nonsense", .bool(true)) }
        #expect(error?.name == DBusError.notSupported("").name)
    }

    @Test func `an instance that the plugin does not create is an error`() async throws {
        let error = await refusal { try await stage.call(Contract.create, 7, "None", [:]) }
        #expect(error?.name == DBusError.pluginFailed("").name)
        try await stage.create()
        let second = await refusal { try await stage.call(Contract.create, 7, "Main", [:]) }
        #expect(second?.name == DBusError.invalidArgs("").name)
    }

    @Test func `a view controller without an instance is unknown`() async throws {
        let unknown = DBusError.unknownObject("").name
        #expect(await refusal { try await stage.run("child") }?.name == unknown)
        try await stage.create()
        try await stage.call(Contract.destroy, 7)
        #expect(await refusal { try await stage.run("child") }?.name == unknown)
        #expect(await refusal { try await stage.call(Contract.updateContent, 7) }?.name == unknown)
        // A notification does not get a reply.
        try stage.notify(Contract.viewWillAppear, 7, false)
        try await stage.ping()
    }

    /// More messages than one turn handles, and no later message that would wake up the process.
    @Test func `messages during a blocking call are handled afterwards, in order`() async throws {
        let isAnimated = (0..<80).map { $0 % 3 == 0 }
        try await stage.create()
        stage.removeCalls()
        stage.answer("UpdateViews") { [unowned stage] (_) throws(DBusError) in
            for isAnimated in isAnimated { try stage.notify(Contract.viewWillAppear, 7, isAnimated) }
            stage.answer("UpdateViews") { _ in [] }
            try stage.notify(Contract.viewWillAppear, 7, true)
            return []
        }
        try await stage.run("environment")
        let last = isAnimated.count + 1
        try await stage.waitForCall("SetTitle") { [unowned stage] _ in stage.titles.count == last }
        #expect(stage.titles == (isAnimated + [true]).map { $0 ? "animated" : "at once" })
    }

    @Test func `the plugin reads its containers, or none if the daemon fails`() async throws {
        stage.answer("Containers") { _ in [[UInt64]([3, 0, 4, 0]).variant] }
        stage.answer("ColorScheme") { _ in [.string("dark")] }
        try await stage.create()
        #expect(try await stage.run("surroundings") == "0 3 4 0 1")
        stage.answer("Containers") { (_) throws(DBusError) in throw .unknownObject("gone") }
        stage.answer("ColorScheme") { _ in [.uint32(1)] }
        #expect(try await stage.run("surroundings") == "0 0 0 0 0")
    }

    // MARK: Created view controllers

    @Test(arguments: ["child", "own child"])
    func `a view controller of the plugin's own class has its instance when the call returns`(name: String) async throws
    {
        stage.answer("CreateViewController") { _ in [.uint64(8)] }
        try await stage.create()
        #expect(try await stage.run(name) == "0 8 0")
        try stage.notify(Contract.viewWillAppear, 8, false)
        try await stage.ping()
        #expect(stage.titles.suffix(2) == ["child", "at once"])
        #expect(!stage.members.contains("DestroyViewController"))
    }

    @Test func `a view controller whose instance fails is destroyed on both sides`() async throws {
        stage.answer("CreateViewController") { _ in [.uint64(8)] }
        try await stage.create()
        #expect(try await stage.run("no child")?.hasSuffix(" 0 8") == true)
        #expect(stage.calls.filter { $0.member == "DestroyViewController" }.map(\.arguments) == [[.uint64(8)]])
        #expect(await refusal { try await stage.run("child", of: 8) }?.name == DBusError.unknownObject("").name)
    }

    @Test func `a view controller of another plugin does not get an instance here`() async throws {
        stage.answer("CreateViewController") { _ in [.uint64(8)] }
        try await stage.create()
        #expect(try await stage.run("stranger") == "0 8 8")
    }

    @Test func `a navigation controller of the plugin's own class has its instance`() async throws {
        stage.answer("CreateNavigationController") { _ in [.uint64(9)] }
        try await stage.create()
        #expect(try await stage.run("navigation") == "0 9")
        try stage.notify(Contract.viewWillAppear, 9, true)
        try await stage.ping()
        #expect(stage.titles.last == "animated")
    }
}

/// Calls of plugins other than `hosted.c`.
@EventLoop @Suite(.serialized) struct OtherPluginCallTests {
    private typealias Contract = HostedPluginInterface

    @Test func `an error of the daemon becomes the plugin's status`() async throws {
        let stage = try await PluginProcessStage.start("echo")
        stage.answer("UpdateViews") { (_) throws(DBusError) in throw .limitsExceeded("too many") }
        try await stage.call(Contract.create, 7, "Echo", [:])
        let error = await refusal { try await stage.call(Contract.action, 7, 10001, "primary", .bool(true)) }
        #expect(error?.name == DBusError.limitsExceeded("").name)
    }

    @Test func `a view controller in Swift adopts those that it creates`() async throws {
        let stage = try PluginProcessStage()
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: stage.directory)
        var last: UInt64 = 7
        stage.answer("CreateViewController") { _ in
            last += 1
            return [.uint64(last)]
        }
        try stage.start("testplugin", library: stage.directory + "/testplugin/libtestplugin.so")
        try await stage.waitForCall("Ready")
        try await stage.call(Contract.create, 7, "Desk", [:])
        try stage.notify(Contract.viewDidLoad, 7)
        let tabs = try await stage.waitForCall("SetViewControllers")
        #expect(tabs == [.uint64(7), [UInt64]([8, 9]).variant, .bool(false)])
        let types = stage.calls.filter { $0.member == "CreateViewController" }.map { $0.arguments[0] }
        #expect(types == [.string(".Inbox"), .string(".Inbox")])
        try stage.notify(Contract.viewDidLoad, 8)
        try await stage.waitForCall("UpdateViews") { $0[0] == .uint64(8) }
    }
}
