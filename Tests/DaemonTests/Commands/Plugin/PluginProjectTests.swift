import Foundation
import TestSupport

/// The projects that `tabctl plugin new` creates, built and installed with the commands that it prints, up to a tap on
/// the tab.
@Suite(.bus) struct PluginProjectTests {
    /// The environment: tabctl in PATH, files in the bus's own folder, and a debug build because it is the fastest.
    private static func environment(of bus: PrivateBus) throws -> [String: String] {
        let build = URL(fileURLWithPath: HouseCommand.binaries).resolvingSymlinksInPath().path
        try HouseCommand.run([HouseCommand.package + "/scripts/stage-sdk", build + "/../../tabd-sdk"]).succeeded()
        var environment = bus.environment
        environment["PATH"] = HouseCommand.binaries + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["CONFIGURATION"] = "debug"
        environment["MAKEFLAGS"] = nil
        environment["TMPDIR"] = bus.directory
        return environment
    }

    private static func run(
        _ script: String, in folder: String, _ environment: [String: String]
    ) async throws -> HouseCommand {
        // With this umask tabd would refuse the built files if the Makefile did not set their modes. The build runs at
        // low priority, but must make progress while other tests run.
        let arguments = [
            "nice", "-n", "5", "bash", "-c", "umask 002; cd \"$1\" && eval \"$2\"", "bash", folder, script,
        ]
        return try await HouseCommand.runOnThread(arguments, environment: environment, timeout: 3600)
    }

    @Test func `a plugin in C builds, checks, installs and counts taps as printed`() async throws {
        try await Self.fromNothing(to: "first_steps", type: "first_steps.FirstSteps", "--c")
    }

    static var hasSwift: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { HouseCommand.isInstalled("\($0)/swift") }
    }

    @Test(.enabled(if: PluginProjectTests.hasSwift, "swift is not in PATH"))
    func `a plugin in Swift builds, checks, installs and counts taps as printed`() async throws {
        try await Self.fromNothing(to: "label", type: "label.LabelTab", "--swift")
    }

    @Test func `the id of an installed plugin is refused, and a missing compiler is named`() throws {
        let bus = try PrivateBus.current
        var environment = try Self.environment(of: bus)
        let data = bus.directory + "/data"
        environment["XDG_DATA_HOME"] = data
        try CPlugin.build("echo", classes: ["Echo"], in: data + "/tabd/plugins")
        func new(_ id: String, _ language: String) throws -> HouseCommand {
            let options = [id, language, "--directory", bus.directory]
            return try HouseCommand.run(
                ["env", "PATH=/nonexistent", HouseCommand.binaries + "/tabctl", "plugin", "new"] + options,
                environment: environment)
        }
        let taken = try new("echo", "--c")
        #expect(taken.status == 73)
        #expect(
            taken.errors == "tabctl: 'echo' is the id of the plugin in \(data)/tabd/plugins/echo; choose another name\n"
        )
        #expect(!FileManager.default.fileExists(atPath: bus.directory + "/echo"))
        let made = try new("fresh", "--swift").succeeded()
        #expect(made.errors == "# 'swift' is not in PATH; install Swift 6.3 from swift.org to build the plugin\n")
    }

    private static func fromNothing(to id: String, type: String, _ language: String) async throws {
        let bus = try PrivateBus.current
        try IsolatedStage.configure("")
        let environment = try environment(of: bus)
        let folder = bus.directory + "/it's mine"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try await run("tabctl plugin new \(id) \(language)", in: folder, environment).succeeded()
        let printed = try #require(made.output.split(separator: "\n").last { $0.hasPrefix("    ") })
        let commands = printed.trimmingCharacters(in: .whitespaces)
        #expect(commands.hasSuffix(" && tabctl create \(type)"), "\(commands)")

        // The daemon starts first: it finds plugins that are installed while it runs.
        try await DaemonProcess.start()
        let built = try await run(commands, in: folder, environment)
        try #require(built.status == 0, "\(built.output)\(built.errors)")
        #expect(built.output.contains("offers \(type)\n"))
        #expect(!built.errors.contains("warning:"), "\(built.errors)")
        let tabs = ObjectPath(built.output.split(separator: "\n").last.map(String.init) ?? "")
        try await countTaps(in: tabs)
        guard language == "--swift" else { return }
        let tested = try await run("make -C \(id) test", in: folder, environment)
        #expect(tested.status == 0 && tested.output.contains("with 1 test"), "\(tested.output)\(tested.errors)")
    }

    @EventLoop private static func countTaps(in tabs: ObjectPath) async throws {
        let client = try BusClient()
        let tab = try #require(try await client.tabBarController(tabs).viewControllers.first)
        try await client.attach(to: tabs)
        #expect(try await client.tap(0, in: tabs))
        #expect(try await client.viewController(tab).appearanceState == "appeared")
        #expect(try await text(of: tab, client) == "Taps: 0")
        for _ in 0..<2 {
            try await client.sendAction(
                "primaryActionTriggered", .bool(true), to: 0, of: tab, ["Identifier": .string("Tap")])
        }
        #expect(try await text(of: tab, client) == "Taps: 2")
        // The bar covers only the bottom, and no view lies outside the root view.
        let views = try await client.getView(of: tab).views
        let root = try #require(views.first).frame
        #expect(views.allSatisfy { $0.frame.x >= 0 && $0.frame.x + $0.frame.width <= root.width })
        #expect(views.dropFirst().allSatisfy { $0.frame.y >= 20 && $0.frame.height > 0 })

        try await client.manager.destroy(tab)
        #expect(try await client.manager.reopen() == tab)
        try await client.viewController(tab).loadViewIfNeeded()
        #expect(try await text(of: tab, client) == "Taps: 2", "its state comes back")
    }

    @EventLoop private static func text(of tab: ObjectPath, _ client: BusClient) async throws -> String? {
        let views = try await client.getView(of: tab).views
        let label = views.first { $0.properties["Identifier"] == .string("Count") }
        return label?.properties["Text"]?.get()
    }
}
