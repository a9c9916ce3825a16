import TestSupport

/// The words of a command, with the syntax of `Fixtures/scenario_words.h`.
struct CommandWords {
    private var remainder: Substring

    init(_ line: some StringProtocol) { remainder = Substring(line) }

    var hasMore: Bool { !remainder.isEmpty && remainder != " " }

    /// Removes the rest of the line, without its leading blank.
    mutating func text() -> String {
        defer { remainder = "" }
        return String(remainder.first == " " ? remainder.dropFirst() : remainder)
    }

    /// Removes the next word; empty at the end.
    mutating func word() -> String {
        if remainder.first == " " { remainder.removeFirst() }
        let word = remainder.prefix { $0 != " " }
        remainder.removeFirst(word.count)
        return String(word)
    }

    mutating func number() -> UInt64 { UInt64(word()) ?? 0 }
    mutating func flag() -> Bool { number() != 0 }
    mutating func decimal() -> Double { Double(word()) ?? 0 }
    mutating func identifier() -> UInt32 { UInt32(number()) }

    mutating func rect() -> DBusRect { DBusRect(decimal(), decimal(), decimal(), decimal()) }

    /// The path of the view controller with the next number; `/` for 0.
    mutating func path() -> ObjectPath {
        let number = number()
        return number == 0 ? .none : TabNames.viewController(number)
    }

    mutating func paths() -> [ObjectPath] {
        var paths: [ObjectPath] = []
        while hasMore { paths.append(path()) }
        return paths
    }

    /// The buttons of a bar: ids and titles.
    mutating func buttons() -> [BarButtonItemEntry] {
        var buttons: [BarButtonItemEntry] = []
        while hasMore { buttons.append(BarButtonItemEntry(id: identifier(), title: word())) }
        return buttons
    }

    /// The value of a property, by its type.
    mutating func value() throws(DBusError) -> Variant {
        switch word() {
        case "b": .bool(flag())
        case "u": .uint32(identifier())
        case "t": .uint64(number())
        case "s": .string(word())
        case "size": DBusSize(width: decimal(), height: decimal()).variant
        case "rect": rect().variant
        case "view": reference().variant
        case "views": [reference()].variant
        case let type: throw .invalidArgs("'\(type)' is not a type")
        }
    }

    /// The numbers of a view controller and of its view. The bar of a tab bar controller is its view 0.
    private mutating func reference() -> ViewReference {
        let (path, view) = (path(), identifier())
        guard !path.isNone else { return .none }
        return ViewReference(viewController: view == 0 ? ObjectPath("\(path)/tab_bar") : path, view: view)
    }
}
