package import DBusInterface

/// An attribute of a part of a label's text, in its key `TextAttributes` (S-241).
package struct TextAttribute: DBusStructure, Hashable {
    /// The start and the length of the part, in Unicode scalars.
    package var start: UInt32
    package var length: UInt32
    /// One of `Name`.
    package var name: String
    package var value: Variant

    /// The names of attributes.
    package enum Name: String, CaseIterable, Sendable {
        case bold, italic, underline, strikethrough, code, link, color

        var signature: String { self == .link || self == .color ? "s" : "b" }
    }

    /// Front ends draw up to two parts of the text for each attribute.
    package static let maximumCount = 1000

    package init(start: UInt32, length: UInt32, name: String, value: Variant) {
        self.start = start
        self.length = length
        self.name = name
        self.value = value
    }

    package init(_ range: Range<Int>, _ name: Name, _ value: Variant = .bool(true)) {
        self.init(
            start: UInt32(clamping: range.lowerBound), length: UInt32(clamping: range.count), name: name.rawValue,
            value: value)
    }

    package static let layout = FieldLayout(
        "TextAttribute", Self.init(start:length:name:value:), "start", "length", "name", "value", values: \.start,
        \.length, \.name, \.value)

    /// The part of the text, in Unicode scalars.
    package var range: Range<Int> { Int(start)..<(Int(start) + Int(length)) }

    /// The value to show, nil if it has another type than the name demands. An unsafe link is an empty one.
    fileprivate func shownValue(of name: Name) -> Variant? {
        guard value.signature == name.signature else { return nil }
        guard name == .link, case .string(let uri) = value else { return value }
        // A front end checks the URI too, because it may come from another machine's daemon.
        return .string(((try? TextRules.link(uri)) ?? nil) ?? "")
    }

    /// Checks the name and the value. `name` names the attribute in the messages.
    fileprivate func check(named name: String) throws(DBusError) {
        guard let kind = Name(rawValue: self.name) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgument("\(name) is '\(self.name.prefix(80))'; expected one of \(names)")
        }
        guard value.signature == kind.signature else {
            throw .invalidArgs(
                "the value of \(name), \(kind.rawValue), has type '\(value.signature)', expected '\(kind.signature)'")
        }
        guard case .string(let text) = value else { return }
        let rule = kind == .link ? TextRules.link : TextRules.colour
        try ViewKeyDescription.check(text, by: rule, named: "the value of \(name)")
    }
}

extension [TextAttribute] {
    /// Checks the number, the names and the values. `name` names the key.
    func check(named name: String) throws(DBusError) {
        guard count <= TextAttribute.maximumCount else {
            throw .limitsExceeded(
                "\(name) has \(count) attributes: at most \(TextAttribute.maximumCount) are allowed")
        }
        for (index, attribute) in enumerated() { try attribute.check(named: "\(name), attribute \(index)") }
    }
}

/// How a part of a label's text differs from the rest.
package struct TextTraits: Hashable, Sendable {
    /// nil for the weight of the label.
    package var isBold: Bool?
    package var isItalic = false
    package var isUnderlined = false
    package var isStruckThrough = false
    package var isCode = false
    /// A checked URI; nil for none.
    package var link: String?
    /// A colour of the contract; nil for that of the label.
    package var color: String?

    package init() {}

    /// - Parameter value: A result of `shownValue`.
    fileprivate mutating func apply(_ name: TextAttribute.Name, _ value: Variant) {
        switch (name, value) {
        case (.bold, .bool(let flag)): isBold = flag
        case (.italic, .bool(let flag)): isItalic = flag
        case (.underline, .bool(let flag)): isUnderlined = flag
        case (.strikethrough, .bool(let flag)): isStruckThrough = flag
        case (.code, .bool(let flag)): isCode = flag
        case (.link, .string(let uri)): link = uri.isEmpty ? nil : uri
        case (.color, .string(let name)): color = name.isEmpty ? nil : name
        default: break
        }
    }
}

/// A part of a text with the same traits, in Unicode scalars.
package struct TextRun: Hashable, Sendable {
    package let range: Range<Int>
    package let traits: TextTraits

    package init(range: Range<Int>, traits: TextTraits) {
        self.range = range
        self.traits = traits
    }
}

/// The parts of a text that have no attribute of one name yet.
private struct FreeParts {
    /// Leads from each part to itself if it is free, otherwise towards the next free one.
    private var next: [Int]

    init(count: Int) { next = Array(0...count) }

    /// Takes the free parts of a range, and returns them.
    mutating func take(_ range: Range<Int>) -> [Int] {
        var taken: [Int] = []
        var part = firstFree(from: range.lowerBound)
        while part < range.upperBound {
            taken.append(part)
            next[part] = part + 1
            part = firstFree(from: part + 1)
        }
        return taken
    }

    private mutating func firstFree(from start: Int) -> Int {
        var part = start
        while next[part] != part {
            // Shortens the way for the next search.
            next[part] = next[next[part]]
            part = next[part]
        }
        return part
    }
}

extension ViewEntry {
    /// The parts of a label's text that differ from the rest, in order and without overlaps. Of attributes with the same
    /// name the later one wins. The link of the label is below all attributes.
    package var textRuns: [TextRun] {
        guard hasValue(ViewKeys.textAttributes) || hasValue(ViewKeys.link) else { return [] }
        let count = self[ViewKeys.text].unicodeScalars.count
        var attributes = Array(self[ViewKeys.textAttributes].prefix(TextAttribute.maximumCount))
        if let link = text(ViewKeys.link) { attributes.insert(TextAttribute(0..<count, .link, .string(link)), at: 0) }
        let ranges = attributes.map { $0.range.clamped(to: 0..<count) }
        let bounds = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        let places = Dictionary(uniqueKeysWithValues: bounds.enumerated().map { ($1, $0) })
        var traits = [TextTraits](repeating: TextTraits(), count: max(bounds.count - 1, 0))
        for name in TextAttribute.Name.allCases {
            var free = FreeParts(count: traits.count)
            // From the last attribute on, each takes only what no later one has taken.
            for (attribute, range) in zip(attributes, ranges).reversed()
            where attribute.name == name.rawValue && !range.isEmpty {
                guard let first = places[range.lowerBound], let end = places[range.upperBound],
                    let value = attribute.shownValue(of: name)
                else { continue }
                for part in free.take(first..<end) { traits[part].apply(name, value) }
            }
        }
        return traits.enumerated().compactMap { index, traits in
            traits == TextTraits() ? nil : TextRun(range: bounds[index]..<bounds[index + 1], traits: traits)
        }
    }

    /// Whether the whole text of a label is bold, by its weight or its style.
    package var isBold: Bool {
        [FontWeight.semibold, .bold].contains(self[ViewKeys.weight])
            || [TextStyle.largeTitle, .title, .headline].contains(self[ViewKeys.textStyle])
    }
}
