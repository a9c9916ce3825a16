import Foundation
import TabDaemon
import TestSupport
import Testing

/// Documents that would overflow the stack of a reader without a depth limit.
@EventLoop @Suite(.bus) struct DeepDocumentTests {
    private static let many = 50_000

    private static let documents: [(label: String, text: String)] = [
        ("a dotted key", Array(repeating: "a", count: many).joined(separator: ".") + " = 1"),
        ("a header", "[" + Array(repeating: "a", count: many).joined(separator: ".") + "]"),
        ("the header of an array", "[[" + Array(repeating: "'.'", count: many).joined(separator: " . ") + "]]"),
        ("arrays", "a = " + String(repeating: "[", count: many)),
        ("arrays that end", "a = " + String(repeating: "[", count: many) + String(repeating: "]", count: many)),
        ("inline tables", "a = " + String(repeating: "{a=", count: many)),
        ("arrays of tables", "a = " + String(repeating: "[{a=", count: many)),
        ("keys in inline tables", "a = {" + Array(repeating: "b", count: many).joined(separator: ".") + "=1}"),
    ]

    private static let tooDeep = "too many levels of keys, tables and arrays; the limit is 32"

    @Test func `deeply nested documents are refused, from files and from clients`() async throws {
        let bus = try PrivateBus.current
        let document = try #require(Self.documents.first).text
        try bus.configure("# one\n" + document)
        let layout = bus.directory + "/config/tabd/layout.toml"
        try ("# one\n" + document).write(toFile: layout, atomically: true, encoding: .utf8)
        let log = bus.directory + "/log"
        let daemon = try await DaemonProcess.start(log: log)
        let client = try BusClient()
        for (label, text) in Self.documents {
            do throws(DBusError) {
                _ = try await client.manager.applyLayout("# one\n" + text)
                Issue.record("\(label) is a layout")
            } catch {
                #expect(error.message.hasPrefix("line 2, column ") && error.message.hasSuffix(Self.tooDeep), "\(label)")
            }
        }
        #expect(await daemon.stop() == 0)
        let reported = try String(contentsOfFile: log, encoding: .utf8)
        #expect(reported.contains("\(bus.configurationFile):2:65: \(Self.tooDeep); ignoring the file"), "\(reported)")
        #expect(reported.contains("\(layout):2:65: \(Self.tooDeep)"), "\(reported)")
    }
}
