import Foundation
import TestSupport

/// The error for a type whose plugin can't be used, and creation after the plugin is repaired.
@EventLoop @Suite(.bus) struct PluginFaultTests {
    private nonisolated static func edit(_ id: String, in folder: String, _ old: String, _ new: String) throws {
        let path = "\(folder)/\(id)/plugin.toml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }

    @Test func `the error for a type names its plugin's problem and the available types`() async throws {
        let folder = try PrivateBus.current.directory + "/fixtures"
        let stage = try await PluginStage {
            for id in ["torn", "old", "lacking", "good"] {
                try CPlugin.build(id, classes: ["Echo"], text: "#include \"echo.c\"\n", in: $0)
            }
            try Self.edit("torn", in: $0, "abi =", "ab =")
            try Self.edit("old", in: $0, "abi = 1", "abi = 2")
            try FileManager.default.removeItem(atPath: $0 + "/lacking/liblacking.so")
        }
        for (type, reason) in [
            ("torn.Echo", "PluginUnavailable: plugin 'torn' is failed: \(folder)/torn/plugin.toml:1:1: 'abi'"),
            ("old.Echo", "PluginUnavailable: plugin 'old' is incompatible: Built for version 2"),
            ("lacking.Echo", "PluginFailed: \(folder)/lacking/liblacking.so does not exist"),
        ] {
            let answer = await complaint { _ = try await stage.create(type) }
            #expect(answer.hasPrefix(reason), "\(answer)")
        }
        for type in ["good.Nothing", "nothing.Echo"] {
            let answer = await complaint { _ = try await stage.create(type) }
            #expect(answer.hasPrefix("NoSuchType: no plugin offers '\(type)'; available types: "), "\(answer)")
            #expect(answer.contains("good.Echo"))
            for broken in ["torn.", "old.", "lacking."] { #expect(!answer.contains(broken), "\(answer)") }
        }
    }

    @Test func `a plugin that was just installed or repaired is found at once`() async throws {
        let folder = try PrivateBus.current.directory + "/fixtures"
        @Sendable func build(_ id: String) throws {
            try CPlugin.build(id, classes: ["Echo"], text: "#include \"echo.c\"\n", in: folder)
        }
        let stage = try await PluginStage {
            for id in ["torn", "old"] { try build(id) }
            try Self.edit("torn", in: $0, "abi =", "ab =")
            try Self.edit("old", in: $0, "abi = 1", "abi = 2")
        }
        for round in 1...3 {
            let type = "new\(round).Echo"
            #expect(await failure { _ = try await stage.create(type) } == "NoSuchType")
            try await onThread { try build("new\(round)") }
            #expect(try await !stage.texts(of: stage.create(type)).isEmpty)
        }
        try Self.edit("torn", in: folder, "ab =", "abi =")
        #expect(try await !stage.texts(of: stage.create("torn.Echo")).isEmpty)
        try Self.edit("old", in: folder, "abi = 2", "abi = 1")
        #expect(try await !stage.texts(of: stage.create("old.Echo")).isEmpty)
    }
}
