internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

/// A view controller on the command line: its path, the number in it, its restoration identifier or its title.
enum ControllerArgument: ExpressibleByArgument, Hashable, Sendable {
    case path(ObjectPath)
    /// A restoration identifier, else a title.
    case name(String)
    case identifier(String)
    case title(String)

    static let help: ArgumentHelp = "The number, identifier, title or object path of a view controller."

    /// The prefixes for an identifier or a title that looks like a number, a path or the other.
    private static let identifierPrefix = "identifier:"
    private static let titlePrefix = "title:"

    /// Returns nil for an empty text, a path that is not a view controller's, and an invalid number.
    init?(argument: String) {
        if argument.hasPrefix("/") || Position.hasOnlyDigits(argument) {
            let path = ObjectPath(argument.hasPrefix("/") ? argument : "\(TabNames.viewControllers)/\(argument)")
            guard TabNames.viewController(of: path) != nil else { return nil }
            self = .path(path)
        } else if argument.hasPrefix(Self.identifierPrefix), argument != Self.identifierPrefix {
            self = .identifier(String(argument.dropFirst(Self.identifierPrefix.count)))
        } else if argument.hasPrefix(Self.titlePrefix), argument != Self.titlePrefix {
            self = .title(String(argument.dropFirst(Self.titlePrefix.count)))
        } else {
            self = .name(argument)
        }
    }

    static var defaultCompletionKind: CompletionKind { .custom(Completions.controllers) }

    /// The identifier that this argument can be; nil if it can't be one.
    var identifier: String? {
        switch self {
        case .name(let text), .identifier(let text): text
        case .path, .title: nil
        }
    }

    /// The title that this argument can be; nil if it can't be one.
    var title: String? {
        switch self {
        case .name(let text), .title(let text): text
        case .path, .identifier: nil
        }
    }

    /// The argument in messages.
    var text: String {
        switch self {
        case .path(let path): PropertyText.object(path)
        case .name(let text), .identifier(let text), .title(let text): "'\(text.prefix(80))'"
        }
    }

    /// The kinds of names that this argument can be, in messages.
    var kinds: String {
        switch self {
        case .path: "number"
        case .name: "identifier or title"
        case .identifier: "identifier"
        case .title: "title"
        }
    }

    static let noController = "no tab bar controller exists; 'tabctl create' creates one"
}

/// A tab of a tab bar controller on the command line: its position, or another name of its view controller.
enum TabArgument: ExpressibleByArgument, Hashable, Sendable {
    case position(Position)
    case controller(ControllerArgument)

    static let help: ArgumentHelp =
        "The position of the tab among all tabs, counted from 1, or its identifier, title or object path."

    init?(argument: String) {
        if Position.hasOnlyDigits(argument) {
            guard let position = Position(argument: argument) else { return nil }
            self = .position(position)
        } else {
            guard let controller = ControllerArgument(argument: argument) else { return nil }
            self = .controller(controller)
        }
    }

    static var defaultCompletionKind: CompletionKind { .custom(Completions.tabs) }
}

/// `TAB=POSITION` on the command line: a view controller and its new position on the bar.
struct MoveArgument: ExpressibleByArgument, Hashable, Sendable {
    let tab: ControllerArgument
    let position: Position

    init?(argument: String) {
        // A title can contain an equals sign, a position can't.
        guard let separator = argument.lastIndex(of: "="),
            let tab = ControllerArgument(argument: String(argument[..<separator])),
            let position = Position(argument: String(argument[argument.index(after: separator)...]))
        else { return nil }
        self.tab = tab
        self.position = position
    }
}
