import Foundation
import TestSupport

/// The arguments of `tabd`, and the libraries that its programs load.
@Suite struct DaemonCommandTests {
    private func tabd(_ arguments: [String]) throws -> HouseCommand {
        try HouseCommand.run([HouseCommand.binaries + "/tabd"] + arguments)
    }

    @Test(arguments: [
        (["--bogus"], "Unknown option '--bogus'"), (["-x"], "Unknown option '-x'"),
        (["--log-level"], "Missing value for '--log-level <log-level>'"),
        (["--plugin-path="], "Missing value for '--plugin-path <plugin-path>'"),
        (["--plugin-path", "--replace"], "Missing value for '--plugin-path <plugin-path>'"),
        (["--locale-path"], "Missing value for '--locale-path <locale-path>'"),
        (["--log-level=loud"], "'loud' is not a log level; expected one of trace, debug, info"),
        (["--replace=1"], "The option '--replace' does not take any value, but '1' was specified."),
        (["Manager"], "An interface is only allowed with --introspect"),
        (["--introspect", "Manager", "Focus"], "Unexpected argument 'Focus'"),
        (["--introspect", "--", "--help"], "'--help' is not an interface"),
    ])
    func `a wrong argument is refused with the reason and the usage`(words: [String], reason: String) throws {
        let result = try tabd(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("Error: \(reason)"), "\(result.errors)")
        #expect(result.errors.contains("\nUsage: tabd [--introspect] [<interface>] "))
        #expect(result.errors.hasSuffix("\n  See 'tabd --help' for more information.\n"))
    }

    @Test(arguments: ["--help", "-h"]) func `the help names every option of the manual page`(option: String) throws {
        let help = try tabd([option])
        #expect(help.status == 0 && help.errors.isEmpty)
        let options = [
            "introspect", "qt-header", "view-classes", "check-config", "plugin-path", "locale-path", "replace",
            "log-level", "version",
            "help",
        ]
        for option in options {
            #expect(help.output.contains("--\(option)"), "\(option)")
        }
    }

    @Test func `--check-config prints the mistakes of the configuration`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/tabd/tabd.toml"
        func check() throws -> HouseCommand {
            try HouseCommand.run(
                [HouseCommand.binaries + "/tabd", "--check-config"], environment: ["XDG_CONFIG_HOME": folder.path])
        }
        let missing = try check()
        #expect(missing.status == 0 && missing.output.isEmpty && missing.errors == "tabd: \(file) does not exist\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/tabd", withIntermediateDirectories: true)
        try "log_level = \"debug\"\n".write(toFile: file, atomically: true, encoding: .utf8)
        let valid = try check()
        #expect(valid.status == 0 && valid.output.isEmpty && valid.errors.isEmpty)
        try "nonsense = 1\n[hosts]\nidle = -1\n".write(toFile: file, atomically: true, encoding: .utf8)
        let invalid = try check()
        #expect(invalid.status == 78 && invalid.errors.isEmpty)
        let lines = invalid.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("\(file):1: "), "\(lines)")
    }

    @Test func `an option takes its value with a space or with an equals sign`() throws {
        for words in [["--log-level", "info"], ["--log-level=info"]] {
            #expect(try tabd(words + ["--introspect", "Manager"]).status == 0, "\(words)")
        }
    }

    @Test(arguments: ["tabd", "tabd-plugin-host"])
    func `a program loads neither Foundation nor ICU`(program: String) throws {
        let result = try HouseCommand.run(["ldd", HouseCommand.binaries + "/" + program])
        let names = result.output.split(separator: "\n").compactMap { $0.split(whereSeparator: \.isWhitespace).first }
        #expect(names.contains("libswiftCore.so"), "\(result.output)\(result.errors)")
        #expect(names.filter { $0.contains("Foundation") || $0.lowercased().contains("icu") } == [])
    }
}
