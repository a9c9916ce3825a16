import TestSupport

/// Hostile values of the right types.
struct HostileValues {
    var numbers: Numbers
    /// The paths of existing objects.
    var paths: [String] = []

    private static let long = String(repeating: "x", count: 65_536)
    private static let texts = [
        "", " ", "\u{202E}\u{2066}abc", "\u{1}\u{1B}[31m\u{7F}\n", "\u{FFFD}", "\u{FFFE}\u{FFFF}\u{10FFFF}", long,
        "a" + String(repeating: "\u{301}", count: 2000), long + "y", "%s%n%d", "../../etc/passwd", "file:///etc/passwd",
        "file:/a%00b", "#12345", "none", "phone", "popover", "\u{1F468}\u{200D}\u{1F468}", "[layout]\nx = 1\n",
        String(repeating: "[", count: 20_000),
    ]
    private static let doubles: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, -0.0, 1e308, -1e308, .leastNonzeroMagnitude, 1e19, -1, 16_385, 320,
    ]
    private static let integers: [UInt64] = [
        0, 1, 2, 0x7F, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 53, .max >> 1, 1 << 63, .max,
    ]

    private mutating func pick<Element>(_ from: [Element], or other: Element) -> Element {
        from.randomElement(using: &numbers) ?? other
    }

    /// Nested variants. With the values around them at most 64 levels, as the bus disconnects clients that send more.
    static func deep(_ depth: Int) -> (String, WireValue) {
        (0..<depth).reduce(("u", .number(1))) { inner, _ in ("v", .variant(inner.0, inner.1)) }
    }

    mutating func value(_ type: String) -> WireValue {
        switch type.first {
        case "b": return .number(UInt64.random(in: 0...1, using: &numbers))
        case "d": return .double(pick(Self.doubles, or: 0))
        case "s": return .text(pick(Self.texts, or: ""))
        case "g": return .text(pick(["", "a{sv}", "vv"], or: ""))
        case "o":
            let strange = [
                "/", "/org/tabd/Tabs1", "/nowhere", "/org/tabd/Tabs1/view_controllers/0",
                "/org/tabd/Tabs1/view_controllers/99999999999999999999", "/" + Self.long,
                "/org/tabd/Tabs1/plugins/clock",
            ]
            return .text(Bool.random(using: &numbers) ? pick(strange, or: "/") : pick(paths, or: "/"))
        case "v": return variant()
        case "(", "{": return .list(WireType.members(type).map { value($0) })
        case "a": return type == "a{sv}" ? options() : array(WireType.element(type))
        default: return .number(pick(Self.integers, or: 0))
        }
    }

    private mutating func variant() -> WireValue {
        let types = ["y", "i", "u", "x", "t", "d", "s", "o", "g", "as", "ao", "(dd)", "a{sv}", "v"]
        if Int.random(in: 0..<4, using: &numbers) == 0 {
            let (type, value) = Self.deep(Int.random(in: 1...50, using: &numbers))
            return .variant(type, value)
        }
        let type = pick(types, or: "s")
        return .variant(type, type == "v" ? .variant("s", .text("")) : value(type))
    }

    private mutating func array(_ element: String) -> WireValue {
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: return .list([])
        case 1: return .list(Array(repeating: .plain(element, isFilled: true), count: 2000))
        case 2:
            let twice = value(element)
            return .list([twice, twice])
        case let count: return .list((2..<count).map { _ in value(element) })
        }
    }

    /// Options with unknown keys, repeated keys, and values of other types.
    private mutating func options() -> WireValue {
        let known = ["Title", "Animated", "Popover", "Size", "Types", "Timeout", "Methods", "Visible", "Profile"]
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: return .list([])
        case 1: return .options((0..<2000).map { ("x\($0)", "u", .number(1)) })
        case 2: return .options([("", "s", .text("")), ("\u{202E}\u{1}", "s", .text("")), (Self.long, "s", .text(""))])
        case 3: return .options([("Title", "s", .text("a")), ("Title", "s", .text("b"))])
        default: return .list((0..<2).map { _ in .list([.text(pick(known, or: "")), variant()]) })
        }
    }
}

extension SignatureFuzz {
    /// Methods that end or start processes, or objects that the rest of the test needs.
    private static let excluded: Set<String> = [
        "Restart", "Load", "Reload", "Unload", "Reset", "Respawn", "ExpectHost",
    ]

    /// Makes calls of the right form with hostile values. A refused call must not change anything.
    static func runValues(_ count: Int, seed: UInt64, _ checker: SignatureFuzzChecker) throws {
        var values = HostileValues(numbers: Numbers(state: seed))
        var targets: [SignatureFuzzTarget] = []
        var before: [String: ArraySlice<UInt8>] = [:]
        for number in 0..<count where !Stress.isOver {
            if number % 100 == 0 {
                try replenish(checker)
                targets = try SignatureFuzzTarget.walk(TabNames.root.text, with: checker.client).filter(\.isObject)
                before = try checker.state()
                values.paths = before.keys.sorted()
            }
            guard let target = targets.randomElement(using: &values.numbers), let test = call(target, &values) else {
                continue
            }
            let answer = try checker.client.call(test.message)
            checker.check(answer, test)
            if answer.isError {
                try checker.expect(before, after: "seed \(seed), call \(number), refused: \(test.label)")
            }
            before = try checker.state()
        }
    }

    static func call(_ target: SignatureFuzzTarget, _ values: inout HostileValues) -> SignatureFuzzCase? {
        let isWrite = Bool.random(using: &values.numbers)
        let writable = target.properties.filter(\.isWritable)
        if isWrite, let property = writable.randomElement(using: &values.numbers) {
            let value = values.value(property.type)
            return SignatureFuzzCase(
                message: .set(target.path, property.interface, property.name, property.type, value))
        }
        let methods = target.methods.filter { !excluded.contains($0.name) }
        guard let method = methods.randomElement(using: &values.numbers) else { return nil }
        return SignatureFuzzCase(
            message: WireMessage(
                path: target.path, interface: method.interface, member: method.name,
                signature: method.arguments.joined(), body: method.arguments.map { values.value($0) }))
    }

    /// Recreates destroyed objects, and removes surplus ones.
    private static func replenish(_ checker: SignatureFuzzChecker) throws {
        let objects = try checker.state()
        if objects.count < 25 {
            let types: WireValue = .list(["clock.WorldClock", "gallery.Labels"].map { .text($0) })
            let create = WireMessage.manager("CreateTabBarController", "a{sv}", [.options([("Types", "as", types)])])
            _ = try checker.client.call(create)
        }
        for path in objects.keys.sorted().dropFirst(60) {
            _ = try checker.client.call(.manager("Destroy", "o", [.text(path)]))
        }
    }
}
