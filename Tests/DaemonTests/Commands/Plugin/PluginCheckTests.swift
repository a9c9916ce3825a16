import Foundation
import TestSupport
import Testing

/// `tabctl plugin check`: a single plugin, in its own process.
@Suite(.bus) struct PluginCheckTests {
    private struct Stage {
        let bus: PrivateBus
        var folder: String { bus.directory + "/plugins" }

        init() throws { bus = try PrivateBus.current }

        func check(_ id: String) throws -> HouseCommand {
            try HouseCommand.run(
                [HouseCommand.binaries + "/tabctl", "plugin", "check", "\(folder)/\(id)"],
                environment: bus.environment)
        }

        /// Replaces a text in a plugin's manifest.
        func edit(_ id: String, _ old: String, _ new: String) throws {
            let path = "\(folder)/\(id)/plugin.toml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        }
    }

    @Test func `it reports on the named plugin only`() throws {
        let stage = try Stage()
        try CPlugin.build("echo", classes: ["Echo"], in: stage.folder)
        try CPlugin.build("hosted", in: stage.folder)
        try stage.edit("hosted", "abi =", "ab =")
        let run = try stage.check("echo")
        #expect(run.status == 0)
        #expect(run.output == "echo: echo 1, ABI 1, offers echo.Echo\n")
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    @Test func `each problem is reported once`() throws {
        let stage = try Stage()
        try CPlugin.build("hosted", in: stage.folder)
        let library = stage.folder + "/hosted/libhosted.so"
        for (damage, reason) in [
            ({ try FileManager.default.removeItem(atPath: library) }, "\(library) does not exist"),
            ({ try stage.edit("hosted", "abi = 1", "abi = 2") }, "version 2 of the plugin interface"),
            ({ try stage.edit("hosted", "abi =", "ab =") }, "plugin.toml:1:1: 'abi' is missing"),
            (
                { try FileManager.default.removeItem(atPath: stage.folder + "/hosted/plugin.toml") },
                "plugin.toml does not exist"
            ),
            (
                { try "{}".write(toFile: stage.folder + "/hosted/manifest.json", atomically: true, encoding: .utf8) },
                "\(stage.folder)/hosted has manifest.json; expected plugin.toml"
            ),
        ] as [(() throws -> Void, String)] {
            try damage()
            let run = try stage.check("hosted")
            #expect(run.status == 1, "\(reason)")
            let lines = (run.output + run.errors).split(separator: "\n")
            #expect(lines.count == 1 && lines[0].hasPrefix("hosted: ") && lines[0].contains(reason), "\(lines)")
        }
    }

    @Test func `an unknown manifest key is a warning with its line`() throws {
        let stage = try Stage()
        try CPlugin.build("echo", classes: ["Echo"], in: stage.folder)
        try stage.edit("echo", "isolation", "isolaton")
        try stage.edit("echo", "title = \"Echo\"", "title = \"Echo\"\ncolour = \"red\"")
        let run = try stage.check("echo")
        #expect(run.status == 0)
        let file = stage.folder + "/echo/plugin.toml"
        #expect(
            run.output == """
                echo: warning: \(file):6:1: 'isolaton' is unknown and ignored; expected one of abi, class, id, \
                isolation, library, name, popover_background, swift, version
                echo: warning: \(file):11:1: 'colour' is unknown and ignored; expected one of background, icon, name, \
                superclass, title
                echo: echo 1, ABI 1, offers echo.Echo

                """)
    }

    @Test func `a popover background that the manifest lacks is a warning`() throws {
        let stage = try Stage()
        try CPlugin.build("echo", classes: ["Echo"], in: stage.folder)
        try stage.edit("echo", "title = \"Echo\"", "title = \"Echo\"\nbackground = \"Bubble\"")
        let run = try stage.check("echo")
        #expect(run.status == 0)
        #expect(
            run.output == """
                echo: warning: class 'Echo' has the background 'Bubble', which is not the name of a [[popover_background]]
                echo: echo 1, ABI 1, offers echo.Echo

                """)
    }

    @Test func `a class that the library lacks is named`() throws {
        let stage = try Stage()
        try CPlugin.build("echo", classes: ["Echo", "Ehco", "Eco"], in: stage.folder)
        let run = try stage.check("echo")
        #expect(run.status == 1)
        #expect(
            run.output == """
                echo: the manifest offers class 'Ehco', of which the library creates no instance
                echo: the manifest offers class 'Eco', of which the library creates no instance

                """)
    }

    @Test(arguments: ["clock", "gallery", "notes", "settings", "system_monitor"])
    func `the bundled plugins pass`(id: String) throws {
        let stage = try Stage()
        let staged = try DaemonProcess.stagePlugins(in: stage.bus.directory)
        let run = try HouseCommand.run(
            [HouseCommand.binaries + "/tabctl", "plugin", "check", "\(staged)/\(id)"],
            environment: stage.bus.environment)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output)\(run.errors)")
        #expect(run.output.hasPrefix("\(id): "))
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }
}
