import Foundation
import TabDaemon
import TestSupport

/// A document that would overflow the stack of a reader without a depth limit. `DepthTests` has the others.
@EventLoop @Suite(.bus) struct DeepDocumentTests {
    private static let document = Array(repeating: "a", count: 50_000).joined(separator: ".") + " = 1"
    private static let tooDeep = "too many levels of keys, tables and arrays; the limit is 32"

    @Test func `deeply nested documents are refused, from files and from clients`() async throws {
        let bus = try PrivateBus.current
        try bus.configure("# one\n" + Self.document)
        let layout = bus.directory + "/config/tabd/layout.toml"
        try ("# one\n" + Self.document).write(toFile: layout, atomically: true, encoding: .utf8)
        let log = bus.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient(log: log)
        let error = await complaint { _ = try await client.manager.applyLayout("# one\n" + Self.document) }
        #expect(error.contains(": line 2, column ") && error.hasSuffix(Self.tooDeep), "\(error)")
        #expect(await daemon.stop() == 0)
        let reported = try String(contentsOfFile: log, encoding: .utf8)
        #expect(reported.contains("\(bus.configurationFile):2:65: \(Self.tooDeep); ignoring the file"), "\(reported)")
        #expect(reported.contains("\(layout):2:65: \(Self.tooDeep)"), "\(reported)")
    }
}
