import Foundation
import TestSupport

/// `tabctl plugin check`: a single plugin, in its own process.
@Suite(.bus) struct PluginCheckTests {
    private let bus: PrivateBus
    private var folder: String { bus.directory + "/plugins" }

    init() throws { bus = try PrivateBus.current }

    private func check(_ id: String) throws -> HouseCommand {
        try HouseCommand.run(
            [HouseCommand.binaries + "/tabctl", "plugin", "check", "\(folder)/\(id)"],
            environment: bus.environment)
    }

    /// Replaces a text in a plugin's manifest.
    private func edit(_ id: String, _ old: String, _ new: String) throws {
        let path = "\(folder)/\(id)/plugin.toml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }

    @Test func `it reports on the named plugin only`() throws {
        try CPlugin.build("echo", classes: ["Echo"], in: folder)
        try CPlugin.build("hosted", in: folder)
        try edit("hosted", "abi =", "ab =")
        let run = try check("echo")
        #expect(run.status == 0)
        #expect(run.output == "echo: echo 1, ABI 1, offers echo.Echo\n")
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    @Test func `each problem is reported once`() throws {
        try CPlugin.build("hosted", in: folder)
        let library = folder + "/hosted/libhosted.so"
        for (damage, reason) in [
            ({ try FileManager.default.removeItem(atPath: library) }, "\(library) does not exist"),
            ({ try edit("hosted", "abi = 1", "abi = 2") }, "version 2 of the plugin interface"),
            ({ try edit("hosted", "abi =", "ab =") }, "plugin.toml:1:1: 'abi' is missing"),
            (
                { try FileManager.default.removeItem(atPath: folder + "/hosted/plugin.toml") },
                "plugin.toml does not exist"
            ),
            (
                { try "{}".write(toFile: folder + "/hosted/manifest.json", atomically: true, encoding: .utf8) },
                "\(folder)/hosted has manifest.json; expected plugin.toml"
            ),
        ] as [(() throws -> Void, String)] {
            try damage()
            let run = try check("hosted")
            #expect(run.status == 1, "\(reason)")
            let lines = (run.output + run.errors).split(separator: "\n")
            #expect(lines.count == 1 && lines[0].hasPrefix("hosted: ") && lines[0].contains(reason), "\(lines)")
        }
    }

    @Test func `an unknown manifest key is a warning with its line`() throws {
        try CPlugin.build("echo", classes: ["Echo"], in: folder)
        try edit("echo", "isolation", "isolaton")
        try edit("echo", "title = \"Echo\"", "title = \"Echo\"\ncolour = \"red\"")
        let run = try check("echo")
        #expect(run.status == 0)
        let file = folder + "/echo/plugin.toml"
        #expect(
            run.output == """
                echo: warning: \(file):6:1: 'isolaton' is unknown and ignored; expected one of abi, class, id, \
                isolation, library, name, popover_background, swift, version
                echo: warning: \(file):11:1: 'colour' is unknown and ignored; expected one of background, icon, name, \
                superclass, title, titles
                echo: echo 1, ABI 1, offers echo.Echo

                """)
    }

    @Test(.rules("S-197")) func `an icon whose file is missing is a warning`() throws {
        try CPlugin.build("echo", classes: ["Echo"], in: folder)
        try edit("echo", "title = \"Echo\"", "title = \"Echo\"\nicon = \"./echo.svg\"")
        let run = try check("echo")
        #expect(run.status == 0)
        #expect(
            run.output.hasPrefix(
                "echo: warning: the icon of class 'Echo': \(folder)/echo/echo.svg does not exist\necho: echo 1,"))
        try CPlugin.put(Data("<svg/>".utf8), at: folder + "/echo/echo.svg", mode: 0o644)
        #expect(try check("echo").output == "echo: echo 1, ABI 1, offers echo.Echo\n")
    }

    @Test func `a popover background that the manifest lacks is a warning`() throws {
        try CPlugin.build("echo", classes: ["Echo"], in: folder)
        try edit("echo", "title = \"Echo\"", "title = \"Echo\"\nbackground = \"Bubble\"")
        let run = try check("echo")
        #expect(run.status == 0)
        #expect(
            run.output == """
                echo: warning: class 'Echo' has the background 'Bubble', which is not the name of a [[popover_background]]
                echo: echo 1, ABI 1, offers echo.Echo

                """)
    }

    @Test func `a class that the library lacks is named`() throws {
        try CPlugin.build("echo", classes: ["Echo", "Ehco", "Eco"], in: folder)
        let run = try check("echo")
        #expect(run.status == 1)
        #expect(
            run.output == """
                echo: the manifest offers class 'Ehco', of which the library creates no instance
                echo: the manifest offers class 'Eco', of which the library creates no instance

                """)
    }

    @Test func `a missing symbol of Swift has its name in the source`() throws {
        let text = """
            void $s9TabPlugin14ViewControllerCACycfc(void);
            const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host) {
                (void)host;
                $s9TabPlugin14ViewControllerCACycfc();
                return 0;
            }
            """
        try CPlugin.build("hole", text: text, in: folder)
        let run = try check("hole")
        #expect(run.status == 1)
        #expect(
            run.output.hasSuffix(
                "undefined symbol: TabPlugin.ViewController.init() -> TabPlugin.ViewController\n"), "\(run.output)")
    }

    @Test func `a library that only the compiler has is a warning`() throws {
        let compiler = try HouseCommand.run(["sh", "-c", "readlink -f \"$(command -v swift)\""]).succeeded().output
        let programs = try #require(compiler.lastIndex(of: "/").map { compiler[..<$0] })
        let library = "\(programs)/../lib/swift/linux/libFoundation.so"
        let source = try String(contentsOfFile: CPlugin.fixtures + "/echo.c", encoding: .utf8)
        let text = """
            #include <dlfcn.h>
            __attribute__((constructor)) static void load(void) { dlopen("\(library)", RTLD_NOW); }
            \(source)
            """
        try CPlugin.build("echo", classes: ["Echo"], text: text, in: folder)
        let run = try check("echo")
        #expect(run.status == 0)
        #expect(
            run.output.contains(
                "echo: warning: 'libFoundation.so' is a library of the compiler, which tabd does not install\n"),
            "\(run.output)")
        #expect(run.output.hasSuffix("echo: echo 1, ABI 1, offers echo.Echo\n"), "\(run.output)")
    }

    @Test(arguments: ["clock", "gallery", "media", "notes", "settings", "system_monitor"])
    func `the bundled plugins pass`(id: String) throws {
        _ = try DaemonProcess.stagePlugins(in: bus.directory)
        let run = try check(id)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output)\(run.errors)")
        #expect(run.output.hasPrefix("\(id): "))
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }
}
