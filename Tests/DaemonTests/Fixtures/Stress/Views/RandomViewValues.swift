import TestSupport

/// Random values of a view's properties, of as many kinds as there are keys.
struct RandomViewValues {
    /// A class with its keys in a fixed order, so that a seed determines the sequence.
    struct Kind {
        let viewClass: ViewClass
        let keys: [(name: String, key: ViewKeyDescription)]
    }

    static let kinds = ViewClasses.all.map { viewClass in
        Kind(viewClass: viewClass, keys: viewClass.keys.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    static let kindsByName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.viewClass.name, $0) })

    private static let texts = ["", "x", "Öl und Essig", "two\nlines", "\u{1F44D}\u{1F3FD}", "0123456789"]
    private static let longest = Variant.string(String(repeating: "x", count: ViewLimits.text))
    private static let images = ["", "view-list-symbolic", "file:///usr/share/icons/x.png"]
    private static let links = ["", "https://example.org/a?b=c", "mailto:ada@example.org"]
    private static let colours = ["", "#102030", "#A0b0C0d0", "systemRed", "label", "tint"]

    var numbers: Numbers

    init(_ numbers: Numbers) { self.numbers = numbers }

    // MARK: Random choices

    mutating func chance(_ one: UInt64, in all: UInt64) -> Bool { numbers.next() % all < one }

    mutating func number(below end: Int) -> Int { Int(numbers.next() % UInt64(end)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    mutating func length() -> Double { Double(number(below: 4000)) / 10 }

    mutating func frame() -> DBusRect { DBusRect(length() - 50, length() - 50, length(), length()) }

    // MARK: Valid values

    /// The keys with which frames depend on contents: `ViewArrangementTests`.
    private static let arranging: Set<ViewKeyDescription> = Set(
        [
            ViewKeys.distribution.description, ViewKeys.stackAlignment.description, ViewKeys.fitsContent.description,
            ViewKeys.spacingAfter.description, ViewKeys.minimumSize.description, ViewKeys.maximumSize.description,
            ViewKeys.layoutGuide.description,
        ])

    /// A valid value for a key. Identifiers, selections, sections, row ids and attributes depend on other values, and the
    /// frames of the oracle on no content, so such keys have their defaults here.
    mutating func value(of name: String, _ key: ViewKeyDescription) -> Variant {
        if ["Identifier", "Sections", "RowIDs", "TextAttributes"].contains(name) || name.hasPrefix("Selected")
            || chance(1, in: 12) || Self.arranging.contains(key)
        {
            return key.defaultValue
        }
        switch (key.rule, key.defaultValue) {
        case (.choice(let allowed), _): return .string(pick(allowed))
        case (.menu, _):
            return (0..<number(below: 4)).map { index in
                MenuItem(
                    parent: index == 3 ? 0 : -1, identifier: "item\(index)", title: pick(Self.texts),
                    image: pick(Self.images), kind: index == 0 ? "submenu" : "action", state: pick(MenuItem.states),
                    attributes: MenuItem.allAttributes.filter { _ in chance(1, in: 4) })
            }.variant
        case (.words(let allowed), _): return allowed.filter { _ in chance(1, in: 4) }.variant
        case (.image, _): return .string(pick(Self.images))
        case (.colour, _): return .string(pick(Self.colours))
        case (.fraction, _): return .double(chance(1, in: 4) ? -1 : Double(number(below: 101)) / 100)
        case (.positive, _): return .double(length() + 1)
        case (.priority, _): return .uint32(UInt32(1 + number(below: 1000)))
        case (.rows, _): return (0..<number(below: 4)).map { _ in row() }.variant
        case (.link, _): return .string(pick(Self.links))
        case (.series, _):
            return (0..<number(below: 4)).map { _ in
                ChartSeries(
                    name: pick(Self.texts), values: (0..<number(below: 6)).map { _ in length() },
                    color: pick(Self.colours))
            }.variant
        case (.items, _):
            return (0..<number(below: 4)).map { _ in
                TabBarEntry(
                    title: pick(Self.texts), image: pick(Self.images), badgeValue: pick(Self.texts),
                    enabled: chance(1, in: 2))
            }.variant
        case (_, .bool): return .bool(chance(name == "Hidden" ? 1 : 2, in: 4))
        case (_, .uint32): return .uint32(UInt32(number(below: 5)))
        case (_, .double): return .double(name == "Spacing" ? Double(number(below: 9)) : length() - 200)
        case (_, .string): return chance(1, in: 20_000) ? Self.longest : .string(pick(Self.texts))
        case (_, .array(of: "d", _)): return (0..<number(below: 6)).map { _ in length() }.variant
        case (_, .array): return (0..<number(below: 4)).map { _ in pick(Self.texts) }.variant
        // The daemon replaces it with its own.
        case (_, .dictionary): return key.defaultValue
        default: return structure(like: key.defaultValue)
        }
    }

    private mutating func row() -> TableRow {
        TableRow(
            title: pick(Self.texts), detail: pick(Self.texts), image: pick(Self.images),
            accessory: pick(TableRow.accessories), enabled: chance(1, in: 2))
    }

    private mutating func structure(like value: Variant) -> Variant {
        guard case .structure(let fields) = value, case .double? = fields.first else {
            let (width, height) = (number(below: 4), number(below: 4))
            let bytes = (0..<width * height * 4).map { UInt8($0 & 0xFF) }
            return Pixels(width: UInt32(width), height: UInt32(height), bytes: bytes).variant
        }
        return .structure(fields.map { _ in .double(Double(number(below: 20))) })
    }

    // MARK: Invalid values

    /// An invalid value for a key, and the name of the error.
    mutating func wrongValue(of key: ViewKeyDescription) -> (Variant, String) {
        if chance(1, in: 3) { return (.int16(1), "InvalidArgs") }
        switch (key.rule, key.defaultValue) {
        case (.choice, _): return (.string("sideways"), "InvalidArgument")
        case (.menu, _): return ([MenuItem(identifier: "", title: "x")].variant, "InvalidArgument")
        case (.words, _): return (["sideways"].variant, "InvalidArgument")
        case (.image, _): return (.string(pick(["../x", "http://example.org/x", "a b"])), "InvalidArgument")
        case (.colour, _): return (.string(pick(["mauve", "#12345", "#12345g"])), "InvalidArgument")
        case (.link, _): return (.string(pick(["javascript:x", "https://a b", "x"])), "InvalidArgument")
        case (.series, _): return ([ChartSeries(values: [.nan])].variant, "InvalidArgument")
        case (.textAttributes, _): return ([TextAttribute(0..<70_000, .bold)].variant, "OutOfRange")
        case (.fraction, _): return (.double(pick([1.5, .nan, -.infinity])), "InvalidArgument")
        case (.positive, _): return (.double(pick([0, -1, .nan, .infinity])), "InvalidArgument")
        case (.spacing, _): return (.double(pick([-2, -0.5, .nan, .infinity])), "InvalidArgument")
        case (.priority, _): return (.uint32(pick([0, 1001, .max])), "InvalidArgument")
        case (.size, _): return (DBusSize(width: 1, height: pick([-1, .nan, .infinity])).variant, "InvalidArgument")
        case (.rows, _): return ([TableRow(title: "x", accessory: "star")].variant, "InvalidArgument")
        case (.items, _): return ([TabBarEntry(title: "x", image: "a b")].variant, "InvalidArgument")
        case (.finite, .double): return (.double(pick([.nan, .infinity])), "InvalidArgument")
        case (.finite, .array): return ([0, Double.nan].variant, "InvalidArgument")
        case (.finite, .structure(let fields)):
            return (.structure(fields.map { _ in .double(.infinity) }), "InvalidArgument")
        case (_, .structure): return (Pixels(width: 2, height: 2, bytes: [1, 2, 3]).variant, "InvalidArgument")
        case (_, .int32): return (.int32(pick([-2, 7, .max])), "OutOfRange")
        case (_, .string) where chance(1, in: 20):
            return (.string(String(repeating: "x", count: ViewLimits.text + 1)), "LimitsExceeded")
        default: return (.variant(key.defaultValue), "InvalidArgs")
        }
    }
}

/// The limits of the contract.
enum ViewLimits {
    static let views = 2000
    static let depth = 32
    static let text = 64 << 10
}
