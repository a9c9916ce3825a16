import TestSupport

/// A generator of property values: valid values, edge cases and values of wrong types.
struct RandomValues {
    private var numbers: Numbers

    init(seed: UInt64) { numbers = Numbers(state: seed) }

    private mutating func chance(_ one: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &numbers) < one }

    private mutating func any<Element>(_ elements: [Element], else other: Element) -> Element {
        elements.randomElement(using: &numbers) ?? other
    }

    mutating func number() -> Double {
        let strange = [
            0, -0.0, 1, -1, 0.5, 7.99, 8, 16, -16, 1e300, -1e300, .infinity, -.infinity, .nan, 1e-300, 40_000 * 16,
            .greatestFiniteMagnitude,
        ]
        return chance(1, of: 3) ? any(strange, else: 0) : Double.random(in: -50...600, using: &numbers)
    }

    mutating func rect() -> DBusRect {
        guard chance(1, of: 3) else {
            return DBusRect(
                x: Double.random(in: -20...500, using: &numbers), y: Double.random(in: -20...300, using: &numbers),
                width: Double.random(in: 0...400, using: &numbers), height: Double.random(in: 0...200, using: &numbers))
        }
        return DBusRect(x: number(), y: number(), width: number(), height: number())
    }

    mutating func size() -> DBusSize { DBusSize(width: number(), height: number()) }

    mutating func text() -> String {
        let texts = [
            "", "Alarm", "two words", "日本語の文", "שלום עולם", "مرحبا (1)", "e\u{301}", "\u{301}", "👨‍👩‍👧", "🇩🇪🇩",
            "a\tb", "line\nbreak\r\n\nend", "\u{1B}[31mred", "\u{202E}turned", String(repeating: "long ", count: 60),
            String(repeating: "好", count: 100), "\u{0}", "…", "0",
        ]
        return any(texts, else: "")
    }

    mutating func image() -> String {
        any(["", "alarm-symbolic", "file:///a/b.png", "file:", "/", "no-such-icon", "-", "go-home"], else: "")
    }

    mutating func colour() -> String {
        any(["", "systemRed", "label", "#10203040", "#FFFFFF", "#00000000", "#12", "#+12345", "tint"], else: "")
    }

    /// Returns views with parents before children, in deep and wide trees.
    mutating func viewTree() -> [ViewEntry] {
        let count = UInt32.random(in: 1...24, using: &numbers)
        return (1...count).map { id in
            let parent = id == 1 ? 0 : chance(1, of: 2) ? id - 1 : UInt32.random(in: 1..<id, using: &numbers)
            return view(id, in: parent)
        }
    }

    private mutating func view(_ id: UInt32, in parent: UInt32) -> ViewEntry {
        guard let kind = ViewClasses.all.randomElement(using: &numbers), !chance(1, of: 30) else {
            return ViewEntry(id: id, parent: parent, className: text(), frame: rect())
        }
        var properties: [String: Variant] = [:]
        for key in kind.keys.keys.sorted() where chance(1, of: ViewClasses.commonKeys[key] == nil ? 2 : 10) {
            properties[key] = value(of: key, kind.keys[key]?.defaultValue ?? .bool(true))
        }
        if kind.actions["moveRow"] != nil {
            for key in ["AllowsMove", "AllowsDelete"] { properties[key] = .bool(true) }
        }
        return ViewEntry(id: id, parent: parent, className: kind.name, frame: rect(), properties: properties)
    }

    private mutating func value(of key: String, _ standard: Variant) -> Variant {
        guard !chance(1, of: 12) else { return wrong() }
        switch (key, standard) {
        case ("Image", _): return .string(image())
        case (_, .string) where key.hasSuffix("Color"): return .string(colour())
        case ("Alignment", _): return .string(any(["left", "center", "right", "natural"], else: ""))
        case ("Style", _): return .string(any(["bar", "line", "filled", "destructive", "title"], else: ""))
        case ("ContentMode", _): return .string(any(["scaleToFill", "center"], else: ""))
        case ("Rows", _):
            return (0..<Int.random(in: 0...30, using: &numbers)).map { _ in
                TableRow(
                    title: text(), detail: text(), image: image(),
                    accessory: any(["none", "checkmark", "disclosure"], else: ""), enabled: !chance(1, of: 5))
            }.variant
        case ("Items", _):
            return (0..<Int.random(in: 0...8, using: &numbers)).map { _ in
                TabBarEntry(title: text(), image: image(), badgeValue: text(), enabled: !chance(1, of: 5))
            }.variant
        case ("Segments", _): return (0..<Int.random(in: 0...6, using: &numbers)).map { _ in text() }.variant
        case ("Values", _): return (0..<Int.random(in: 0...40, using: &numbers)).map { _ in number() }.variant
        case ("Series", _):
            return (0..<Int.random(in: 0...20, using: &numbers)).map { _ in
                ChartSeries(
                    name: text(), values: (0..<Int.random(in: 0...9, using: &numbers)).map { _ in number() },
                    color: colour())
            }.variant
        case ("AxisLabels", _): return (0..<Int.random(in: 0...9, using: &numbers)).map { _ in text() }.variant
        case ("TextAttributes", _):
            return (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
                TextAttribute(
                    start: any([0, 1, 2, 5, .max], else: 0), length: any([0, 1, 3, 60, .max], else: 0),
                    name: any(TextAttribute.Name.allCases.map(\.rawValue), else: ""),
                    value: any(
                        [.bool(true), .bool(false), .string("https://a.b"), .string("systemRed")], else: wrong()))
            }.variant
        case ("Pixels", _): return pixels().variant
        case (_, .string): return .string(text())
        case (_, .bool): return .bool(chance(1, of: 2))
        case (_, .int32): return .int32(any([-1, 0, 1, 2, 40, .min, .max], else: 0))
        case (_, .uint32): return .uint32(any([0, 1, 2, 3, .max], else: 0))
        case (_, .double): return .double(number())
        default: return standard.signature == DBusSize.signature ? size().variant : standard
        }
    }

    private mutating func pixels() -> Pixels {
        let (width, height) = (UInt32.random(in: 0...9, using: &numbers), UInt32.random(in: 0...9, using: &numbers))
        if chance(1, of: 4) { return Pixels(width: .max, height: .max - width, bytes: [1, 2, 3, 255]) }
        let count = chance(1, of: 4) ? 7 : Int(width * height * 4)
        return Pixels(
            width: width, height: height, bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    }

    private mutating func wrong() -> Variant {
        any(
            [
                .bool(true), .string("\u{1B}"), .double(.nan), .int32(.min), .uint64(.max), [String]().variant,
                .variant(.string("x")), .structure([.byte(1)]), [1.0, .nan].variant,
            ], else: .bool(false))
    }
}
