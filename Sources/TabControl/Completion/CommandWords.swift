internal import DBusInterface
internal import TabMirror

/// The words of a command line before the word that is completed.
struct CommandWords {
    /// The name of the command, for example `tap`; empty if the line has none.
    let command: String
    private let positionals: [String]

    /// The options with a value among the commands whose arguments are completed with live values.
    private static let optionsWithValue: Set = [
        "--property", "--selected", "--timeout", "--view-controller",
    ]

    /// The commands that are not for all view controllers. This list does not name their types, because those name the
    /// completions of their arguments.
    private static let scopes: [String: ControllerScope] = [
        "badge": .tabs, "icon": .tabs, "close": .tabBarControllers, "customize": .tabBarControllers,
        "focus": .tabBarControllers, "hide": .tabBarControllers,
        "hide-tab": .tabBarControllers, "insert-tab": .tabBarControllers, "move-tab": .tabBarControllers,
        "press": .tabBarControllers, "remove-tab": .tabBarControllers, "reorder": .tabBarControllers,
        "reset-tabs": .tabBarControllers, "row": .tabBarControllers,
        "select": .tabBarControllers,
        "set-tabs": .tabBarControllers, "show": .windows, "tap": .tabBarControllers,
    ]

    /// - Parameters:
    ///   - words: All words of the line, as the user typed them.
    ///   - index: The index of the word that is completed.
    init(_ words: [String], before index: Int) {
        var positionals: [String] = []
        var isValue = false
        let line = HostWords(words, before: index)
        for word in line.rest.prefix(line.index).dropFirst() {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-") {
                isValue = Self.optionsWithValue.contains(word)
            } else {
                positionals.append(CompletionWord.unquoted(word))
            }
        }
        command = positionals.first ?? ""
        self.positionals = Array(positionals.dropFirst())
    }

    /// The controllers that the command is for.
    var scope: ControllerScope { Self.scopes[command] ?? .all }

    /// Returns the controller that the first argument names; nil if it names none.
    func controller(in tree: ManagedObjects) -> ObjectPath? {
        guard let word = positionals.first, let argument = ControllerArgument(argument: word) else { return nil }
        return try? tree.find(argument, in: scope)
    }
}
