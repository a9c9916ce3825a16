import TestSupport

/// Values that are passed into a plugin in C and returned by it.
@EventLoop @Suite(.bus) struct PluginValueTests {
    private let stage: PluginStage

    init() async throws { stage = try await PluginStage { try CPlugin.build("echo", classes: ["Echo"], in: $0) } }

    private static let basic: [Variant] = [
        .byte(0), .byte(255), .bool(false), .bool(true), .int16(.min), .int16(.max), .uint16(.max), .int32(.min),
        .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max), .double(-0.0), .double(.pi),
        .double(.infinity), .double(.nan), .string(""), .string("grün 日本語 👩‍👩‍👧"), .objectPath(ObjectPath("/")),
        .objectPath(ObjectPath("/org/tabd/Tabs1")), .signature(Signature("")), .signature(Signature("a{s(iv)}")),
    ]

    /// An empty array of each kind.
    private static let empty: [Variant] =
        ["b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "ay", "as", "a{sv}", "(i)", "(a(sv)ay)"].map {
            .array(of: $0, [])
        }
        + ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"].flatMap { key -> [Variant] in
            [.dictionary(key: key, value: "v", [:]), .dictionary(key: key, value: "a(ii)", [:])]
        }

    /// A value with the given number of levels, two of which are the dictionary and the variant around it.
    private static func nested(_ levels: Int, _ wrap: (Variant) -> Variant) -> Variant {
        var value = Variant.string("core")
        for _ in 0..<levels - 3 { value = wrap(value) }
        return value
    }

    private static func deep(_ levels: Int) -> [Variant] {
        [
            nested(levels) { .variant($0) }, nested(levels) { .structure([$0]) },
            nested(levels) { .array(of: $0.signature, [$0]) },
            nested(levels) { .dictionary(key: "s", value: $0.signature, [.string("k"): $0]) },
        ]
    }

    /// Passes the values as arguments, then makes the plugin save and restore them.
    private func travel(_ values: [Variant], _ label: String) async throws {
        let arguments = Dictionary(uniqueKeysWithValues: values.enumerated().map { ("V\($0)", $1) })
        let controller = try await stage.create("echo.Echo", arguments)
        let expected = arguments.mapValues { Variant.variant($0).rendering }
        func compare(_ texts: [String: String], _ way: String) {
            for (name, text) in expected { #expect(texts[name] == text, "\(label), \(way)") }
            #expect(texts.count == expected.count + 1)
        }
        let given = try await stage.texts(of: controller)
        #expect(given["Action"] == "arguments")
        compare(given, "as an argument")
        try await stage.client.manager.destroy(controller)
        #expect(try await stage.reopen() == controller)
        try await stage.client.viewController(controller).loadViewIfNeeded()
        let restored = try await stage.texts(of: controller)
        #expect(restored["Action"] == "state")
        compare(restored, "saved and restored")
        try await stage.client.manager.destroy(controller)
    }

    @Test func `a value of every type is returned unchanged`() async throws {
        try await travel([], "nothing")
        try await travel(Self.basic, "basic types")
        try await travel(Self.empty, "empty arrays")
        for levels in 3...32 { try await travel(Self.deep(levels), "\(levels) levels") }
    }

    @Test func `stress: random values are returned unchanged`() async throws {
        for seed in Stress.rounds(20, long: 2000) {
            var random = RandomValues(seed: seed)
            let values = (0..<40).map { random.value(levels: 1 + $0 % 8) }
            try await travel(values, "seed \(seed)")
        }
    }

    @Test func `a value with more than 32 levels does not reach a plugin`() async throws {
        // The bus itself does not carry that many levels of dictionaries.
        for value in Self.deep(33).prefix(3) {
            #expect(await failure { _ = try await stage.create("echo.Echo", ["V": value]) } == "InvalidArgument")
        }
    }

    @Test func `the value of an action arrives with its type`() async throws {
        let controller = try await stage.create("echo.Echo")
        let point = DBusSize(width: 1.5, height: -2).variant
        let cases: [(UInt32, String, Variant)] = [
            (10001, "primaryActionTriggered", .bool(true)), (10002, "editingChanged", .string("grün\n")),
            (10002, "editingDidEnd", .string("")), (10003, "valueChanged", .bool(false)),
            (10004, "valueChanged", .double(0.25)), (10005, "valueChanged", .int32(-1)),
            (10005, "valueChanged", .int32(1)), (10006, "selectRow", .uint32(1)),
            (10006, "moveRow", .structure([.uint32(0), .uint32(1)])), (10007, "scrolled", point),
            (10008, "selectItem", .uint32(1)),
        ]
        for (view, action, value) in cases {
            try await stage.client.sendAction(action, value, to: view, of: controller)
            #expect(try await stage.texts(of: controller)["Action"] == "\(view) \(action) \(value.rendering)")
        }
    }
}
