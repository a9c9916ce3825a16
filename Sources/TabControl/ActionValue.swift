internal import DBusInterface
internal import TabInterface

/// What a user does to a view, as words of a command line: `ACTION VALUE…`, or the value alone where the class of the
/// view has one action only.
struct ActionValue: Hashable {
    let action: String
    let value: Variant

    /// - Throws: status 1 for an action that the class lacks, 64 for words that are no value of it.
    init(_ words: [String], for view: ViewEntry) throws(ControlError) {
        let actions = ViewClasses.viewClass(view.className)?.actions ?? [:]
        let name = "view \(view.id) is a \(view.className), which"
        guard !actions.isEmpty else {
            throw ControlError(message: "\(name) has no actions")
        }
        let offer = actions.keys.sorted().map { "\($0) \(Self.form(of: actions[$0] ?? ""))" }.joined(separator: ", ")
        var values = words[...]
        if let first = words.first, actions.count > 1 || Self.allActions.contains(first) {
            guard actions[first] != nil else {
                throw ControlError(message: "\(name) has no action '\(first.prefix(80))'; it has \(offer)")
            }
            action = first
            values = words.dropFirst()
        } else if actions.count == 1, let only = actions.keys.first {
            action = only
        } else {
            throw ControlError(message: "\(name) has more than one action; name it: \(offer)", status: ExitStatus.usage)
        }
        let signature = actions[action] ?? ""
        guard let value = Self.value(Array(values), signature, isOptional: action == "primaryActionTriggered") else {
            let given = values.isEmpty ? "nothing" : values.map { "'\($0.prefix(80))'" }.joined(separator: " ")
            throw ControlError(
                message: "\(given) is no value of \(action) of view \(view.id), a \(view.className): "
                    + "\(Self.description(of: signature)) allowed",
                status: ExitStatus.usage)
        }
        self.value = value
    }

    private static let allActions = Set(ViewClasses.all.flatMap { $0.actions.keys })

    private static func value(_ words: [String], _ signature: String, isOptional: Bool) -> Variant? {
        if words.isEmpty { return isOptional ? .bool(true) : nil }
        switch (signature, words.count) {
        case ("b", 1): return flag(words[0]).map(Variant.bool)
        case ("s", 1): return .string(words[0])
        case ("d", 1): return number(words[0]).map(Variant.double)
        case ("i", 1): return index(words[0]).map(Variant.int32)
        case ("u", 1): return Position(argument: words[0]).map { .uint32($0.index) }
        case ("(uu)", 2):
            let positions = words.compactMap(Position.init(argument:))
            return positions.count == 2 ? .structure(positions.map { .uint32($0.index) }) : nil
        case ("(dd)", 2):
            let numbers = words.compactMap(number)
            return numbers.count == 2 ? .structure(numbers.map(Variant.double)) : nil
        default: return nil
        }
    }

    private static func flag(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// The index of a position, or -1 for none.
    private static func index(_ word: String) -> Int32? {
        word == Position.noneWord ? -1 : Position(argument: word).flatMap { Int32(exactly: $0.index) }
    }

    /// Not the words and hexadecimal digits that Swift reads as well.
    static func number(_ word: String) -> Double? {
        guard word.utf8.allSatisfy({ $0 < 0x80 && !$0.isLetter || $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        return Double(word).flatMap { $0.isFinite ? $0 : nil }
    }

    /// How a value is written, for a list of actions.
    private static func form(of signature: String) -> String {
        switch signature {
        case "b": "true|false"
        case "s": "TEXT"
        case "d": "NUMBER"
        case "i": "POSITION|\(Position.noneWord)"
        case "u": "POSITION"
        case "(uu)": "FROM TO"
        case "(dd)": "X Y"
        default: signature
        }
    }

    private static func description(of signature: String) -> String {
        switch signature {
        case "b": "true, false, yes, no, on, off, 1 and 0 are"
        case "s": "one text is (in quotes when it has spaces)"
        case "d": "one number, such as 0.5, is"
        case "i": "one position, counted from 1, or 'none' is"
        case "u": "one position, counted from 1, is"
        case "(uu)": "two positions, from where and to where, counted from 1, are"
        case "(dd)": "two numbers, x and y, are"
        default: "a value of type \(signature) is"
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
