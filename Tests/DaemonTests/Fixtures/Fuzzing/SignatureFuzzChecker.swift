import TestSupport

/// A call and its expected outcome.
struct SignatureFuzzCase {
    var message: WireMessage
    /// The error names that are allowed, without their common prefix. Empty when the call may also succeed.
    var errors: Set<String> = []
    /// Words that the error's message must contain.
    var words: [String] = []

    var label: String {
        "\(message.path ?? "") \(message.interface ?? "").\(message.member ?? "")"
            + "(\(message.signature.prefix(80))) \(message.body.prefix(4))"
    }
}

/// Makes calls and checks the replies against the contract.
final class SignatureFuzzChecker {
    let client: WireClient
    private(set) var failures: [String] = []
    private(set) var calls = 0

    /// All errors of the contract.
    private static let names: Set<String> = [
        "UnknownObject", "UnknownInterface", "UnknownMethod", "UnknownProperty", "PropertyReadOnly", "InvalidArgs",
        "AccessDenied", "LimitsExceeded", "NotSupported", "Timeout", "InvalidArgument", "OutOfRange",
        "InternalInconsistency", "HierarchyInconsistency", "MissingAnchor", "NoSuchType", "PluginFailed",
        "PluginUnavailable",
    ]
    private static let ours: Set<String> = [
        "InvalidArgument", "OutOfRange", "InternalInconsistency", "HierarchyInconsistency", "MissingAnchor",
        "NoSuchType", "PluginFailed", "PluginUnavailable",
    ]

    init(_ client: WireClient) { self.client = client }

    func record(_ text: String) {
        if failures.count < 40 { failures.append(text) }
    }

    /// The objects with their properties.
    func state() throws -> [String: ArraySlice<UInt8>] {
        try client.call(.getManagedObjects).objects
    }

    /// Notes differences from an earlier state.
    func expect(_ before: [String: ArraySlice<UInt8>], after label: String) throws {
        let after = try state()
        guard after != before else { return }
        let paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let changes = paths.sorted().map { "\($0)\(Self.difference(before[$0] ?? [], after[$0] ?? []))" }
        record("\(changes.joined(separator: ", ")) changed with \(label)")
    }

    /// Returns the text around the first difference of two encoded objects.
    private static func difference(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> String {
        let common = zip(old, new).prefix { $0 == $1 }.count
        let texts = [old, new].map { bytes in
            String(
                decoding: bytes.dropFirst(max(0, common - 40)).prefix(120).map { (32..<127).contains($0) ? $0 : 46 },
                as: UTF8.self)
        }
        return " (\(texts[0]) is now \(texts[1]))"
    }

    /// Makes all calls at once and checks the replies: one for each call that expects a reply, and no others.
    func run(_ cases: [SignatureFuzzCase]) throws {
        for start in stride(from: 0, to: cases.count, by: 200) {
            try runAtOnce(cases[start..<min(start + 200, cases.count)])
        }
    }

    private func runAtOnce(_ cases: ArraySlice<SignatureFuzzCase>) throws {
        var open: [UInt32: SignatureFuzzCase] = [:]
        var silent: [UInt32: SignatureFuzzCase] = [:]
        for test in cases {
            let serial = client.send(test.message)
            if test.message.flags & WireMessage.noReplyExpected == 0 {
                open[serial] = test
            } else {
                silent[serial] = test
            }
        }
        calls += cases.count
        let ping = client.send(.call(TabNames.root.text, PeerInterface.name, "Ping", texts: []))
        var isAnswered = false
        while !isAnswered || !open.isEmpty {
            guard let answer = client.receive(within: Int(TestTimeout.milliseconds)) else {
                for test in open.values { record("silence after \(test.label)") }
                throw TestTimeoutError(description: "the daemon is silent: \(failures.joined(separator: "\n"))")
            }
            if answer.kind == WireMessage.Kind.call.rawValue { client.onCall(answer) }
            guard answer.isReply else { continue }
            if answer.replySerial == ping {
                isAnswered = true
            } else if let test = open.removeValue(forKey: answer.replySerial) {
                check(answer, test)
            } else if let test = silent[answer.replySerial] {
                record("an unwanted reply to \(test.label)")
            } else if cases.count < 200 || answer.replySerial > ping {
                record("a second reply to call \(answer.replySerial)")
            }
        }
    }

    func check(_ answer: ReceivedMessage, _ test: SignatureFuzzCase) {
        guard answer.isError else {
            if !test.errors.isEmpty { record("accepted: \(test.label)") }
            return
        }
        let name = String(answer.errorName.split(separator: ".").last ?? "")
        let prefix = Self.ours.contains(name) ? TabNames.errorPrefix : DBusError.standardPrefix
        let allowed = test.errors.isEmpty ? Self.names : test.errors
        if answer.errorName != prefix + name || !allowed.contains(name) {
            record("\(answer.errorName) '\(answer.text.prefix(200))' for \(test.label)")
        }
        check(answer.signature == "s" ? answer.text : "", test)
    }

    private func check(_ text: String, _ test: SignatureFuzzCase) {
        let isShort = text.unicodeScalars.count < 12
        let isLong = text.utf8.count > 20_000
        let isObeyed = text.unicodeScalars.contains {
            $0.properties.isBidiControl || ($0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t")
        }
        let lacks = test.words.filter { !text.contains($0) }
        guard isShort || isLong || isObeyed || !lacks.isEmpty else { return }
        record("the message '\(text.prefix(300))' (lacks \(lacks.map { $0.prefix(40) })) for \(test.label)")
    }
}
