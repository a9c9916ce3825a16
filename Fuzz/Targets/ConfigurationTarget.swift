import PluginHosting

@testable import TabDaemon

extension FuzzTarget {
    /// `tabd.toml`: every mistake is reported with its line, and every value stays in its range.
    static let configuration = FuzzTarget(name: "configuration", maximumLength: 4096) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        var configuration = DaemonConfiguration()
        configuration.read(text, from: "tabd.toml")
        for warning in configuration.warnings {
            let parts = warning.split(separator: ":", maxSplits: 2)
            let line = parts.count == 3 ? Int(parts[1]) : nil
            try Finding.expect(line.map { (1...lines).contains($0) } == true, "'\(warning)' in \(lines) lines")
        }
        try Finding.expect((1...10_000).contains(configuration.deadlines.delegate), "a deadline out of its range")
        try Finding.expect((1...100_000).contains(configuration.limits.views), "a limit out of its range")
        try Finding.expect((16...1_048_576).contains(configuration.hosting.memory), "a memory out of its range")
        try Finding.expect(configuration.pluginPath.allSatisfy { $0.hasPrefix("/") }, "a path that is not absolute")
    }
}
