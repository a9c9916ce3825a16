internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct ActionCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "action", abstract: "Perform a user's action on a view, and wait until its owner has handled it.",
        usage: "tabctl action [--json] [--verbose] <controller> <view> [<action>] [<value> ...]",
        discussion: """
            The actions of a view depend on its class. You can leave out the action if there is only one:

              Button            primaryActionTriggered
              TextField         editingDidBegin TEXT, editingChanged TEXT, editingDidEnd TEXT,
                                primaryActionTriggered TEXT (Return)
              TextView          editingDidBegin TEXT, editingChanged TEXT (may be left out), editingDidEnd TEXT
              Switch            valueChanged true|false
              Slider            valueChanged NUMBER
              SegmentedControl  valueChanged POSITION|none
              TableView         selectRow POSITION, deleteRow POSITION, moveRow FROM TO,
                                rowMenuItemSelected POSITION ITEM
              TabBar            selectItem POSITION
              ScrollView        scrolled X Y
              any with a menu   menuItemSelected ITEM

            Rows, segments and items count from 1. \
            For example: 'tabctl action 2 StartStop', 'tabctl action 5 Cities moveRow 1 3'. \
            'tabctl view' prints ids and Identifiers. For a tab bar or navigation controller, the action goes to the \
            view controller that it shows.
            """)

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The id of the view, or its Identifier.")
    var view: String

    // A negative number must not be parsed as an option.
    @Argument(parsing: .allUnrecognized, help: "The action, and its value.")
    var words: [String] = []

    func run(_ service: Service, on path: ObjectPath) async throws {
        // The views of containers have no actions, so the displayed view controller is meant.
        let displayed = Displayed(in: path, of: try await service.objects(with: path))
        let shown = displayed.content ?? path
        try await service.viewController(shown).loadViewIfNeeded()
        let entry = try find(in: try await service.view(of: shown).views)
        let action = try ActionValue(words, for: entry)
        // Sends the given Identifier too, because a new owner of the view controller may assign new ids.
        let identifier = UInt32(view) == entry.id ? nil : view
        do throws(DBusError) {
            try await service.sendAction(action.action, action.value, to: entry.id, identifier: identifier, of: shown)
        } catch {
            throw explain(error, entry)
        }
        format.print(["view": .integer(entry.id), "action": .string(action.action), "value": JSON(action.value)])
    }

    /// Replaces the daemon's message about a missing row, segment or item, because the daemon counts from 0.
    private func explain(_ error: DBusError, _ view: ViewEntry) -> ControlError {
        guard error.tabError == .outOfRange, let kind = view.kind else { return ControlError(error) }
        let counts: [ViewKind: (Int, String)] = [
            .segmentedControl: (view.segments.count, "segment"), .tableView: (view.rows.count, "row"),
            .tabBar: (view.items.count, "item"),
        ]
        guard let (count, noun) = counts[kind] else { return ControlError(error) }
        return ControlError(error).withMessage(
            "'\(words.joined(separator: " "))' is out of range: view \(ViewOutline.name(of: view)) has "
                + "\(Position.count(count, noun)), counted from 1")
    }

    /// Finds a view by its id, else by its Identifier.
    private func find(in views: [ViewEntry]) throws(ControlError) -> ViewEntry {
        let id = UInt32(view)
        if let entry = views.first(where: { $0.id == id })
            ?? views.first(where: { $0.text(ViewKeys.identifier) == view })
        {
            return entry
        }
        let known = views.compactMap { $0.text(ViewKeys.identifier) }
        throw ControlError(
            message: "no view has the id or Identifier '\(view.prefix(80))'; "
                + (known.isEmpty
                    ? "no view has an Identifier" : "the Identifiers are \(known.joined(separator: ", "))")
                + "; 'tabctl view' prints the ids")
    }
}

/// A user's action on a view, given as words of a command line: `ACTION VALUE…`. The action may be left out if the
/// class of the view has only one.
struct ActionValue: Hashable {
    let action: String
    let value: Variant

    /// - Throws: An error with status 1 for an action that the class lacks, and with status 64 for an invalid value.
    init(_ words: [String], for view: ViewEntry) throws(ControlError) {
        var actions = ViewClasses.viewClass(view.className)?.actions ?? [:]
        // A view without a menu does not offer the actions of menus.
        if view.menu.isEmpty { actions[UserActions.menuItemSelected.name] = nil }
        if view.rowMenu.isEmpty { actions[UserActions.rowMenuItemSelected.name] = nil }
        let own = actions.filter { ViewClasses.commonActions[$0.key] == nil }
        let name = "view \(view.id) is a \(view.className), which"
        guard !actions.isEmpty else {
            throw ControlError(message: "\(name) has no actions")
        }
        let forms = actions.sorted { $0.key < $1.key }.map { "\($0) \(Self.texts(of: $1).form)" }
        let offer = forms.joined(separator: ", ")
        var values = words[...]
        // A text view has taken a text alone since it had only one action.
        let implied = view.isKind(.textView) && words.count == 1 ? UserActions.editingChanged.name : nil
        if let implied, let first = words.first, actions[first] == nil, !Self.allActions.contains(first) {
            action = implied
        } else if let first = words.first, own.count > 1 || Self.allActions.contains(first) {
            guard actions[first] != nil else {
                throw ControlError(message: "\(name) has no action '\(first.prefix(80))'; it has \(offer)")
            }
            action = first
            values = words.dropFirst()
        } else if let only = own.isEmpty ? actions.keys.first : own.keys.first, own.count <= 1 {
            action = only
        } else {
            throw ControlError(message: "\(name) has several actions; name one: \(offer)", status: ExitStatus.usage)
        }
        let signature = actions[action] ?? ""
        guard
            let value = Self.value(
                Array(values), signature,
                isOptional: signature == "b" && action == UserActions.buttonTriggered.name)
        else {
            let given = values.isEmpty ? "nothing" : values.map { "'\($0.prefix(80))'" }.joined(separator: " ")
            throw ControlError(
                message: "\(given) is not a value of \(action) for view \(view.id), a \(view.className); "
                    + "expected \(Self.texts(of: signature).description)",
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
        case ("(us)", 2):
            return Position(argument: words[0]).map { RowMenuChoice(row: $0.index, item: words[1]).variant }
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

    /// Returns the index of a position, or -1 for `none`.
    private static func index(_ word: String) -> Int32? {
        word == Position.noneWord ? -1 : Position(argument: word).flatMap { Int32(exactly: $0.index) }
    }

    /// Parses a decimal number. Words such as `inf` and hexadecimal digits, which `Double.init` accepts, are rejected.
    static func number(_ word: String) -> Double? {
        guard word.utf8.allSatisfy({ $0 < 0x80 && !$0.isLetter || $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        return Double(word).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the placeholder of a value in a list of actions, and what a message expects.
    private static func texts(of signature: String) -> (form: String, description: String) {
        switch signature {
        case "b": ("true|false", "true, false, yes, no, on, off, 1 or 0")
        case "s": ("TEXT", "one text (in quotes if it has spaces)")
        case "d": ("NUMBER", "one number, such as 0.5")
        case "i": ("POSITION|\(Position.noneWord)", "one position, counted from 1, or 'none'")
        case "u": ("POSITION", "one position, counted from 1")
        case "(uu)": ("FROM TO", "two positions, from and to, counted from 1")
        case "(us)": ("POSITION ITEM", "a position, counted from 1, and the identifier of an item")
        case "(dd)": ("X Y", "two numbers, x and y")
        default: (signature, "a value of type \(signature)")
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
