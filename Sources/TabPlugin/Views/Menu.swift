internal import CTabPlugin

/// An element of a menu: an `Action` or a `Menu`.
public protocol MenuElement: Sendable {
    var title: String { get }
    /// The name of an icon or of an ``Image``, or an absolute `file:` URI.
    var image: String { get }
}

/// An item of a menu that runs code when the user chooses it, like UIAction.
///
/// ```swift
/// let copy = Action(title: "Copy", image: "edit-copy-symbolic") { _ in log(.info, "copied") }
/// let label = Label(text: "Hello")
/// label.menu = Menu(children: [copy])
/// ```
@PluginActor
public struct Action: MenuElement {
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The user can't choose the item.
        public static let disabled = Attributes(rawValue: 1)
        /// The item deletes data.
        public static let destructive = Attributes(rawValue: 2)
        public static let hidden = Attributes(rawValue: 4)

        var words: [Value] {
            [(Self.disabled, "disabled"), (.destructive, "destructive"), (.hidden, "hidden")]
                .filter { contains($0.0) }.map { .string($0.1) }
        }
    }

    /// The mark beside the title.
    public enum State: String, Hashable, Sendable { case off, on, mixed }

    public nonisolated let title: String
    public nonisolated let image: String
    /// The name for scripts, unique in the menu. Without one, the action has a number.
    public nonisolated let identifier: String
    public nonisolated let attributes: Attributes
    public nonisolated let state: State
    /// The index of the row whose menu the user used; nil for the menu of a view.
    public internal(set) var row: Int?
    let handler: @PluginActor (Action) -> Void

    private static var lastNumber = 0

    /// - Parameter handler: The code to run when the user chooses the item. Capture `self` weakly.
    public init(
        title: String, image: String = "", identifier: String? = nil, attributes: Attributes = [], state: State = .off,
        handler: @escaping @PluginActor (Action) -> Void
    ) {
        Self.lastNumber += 1
        self.title = title
        self.image = image
        self.identifier = identifier ?? "action\(Self.lastNumber)"
        self.attributes = attributes
        self.state = state
        self.handler = handler
    }
}

/// A list of actions and other menus, like UIMenu.
public struct Menu: MenuElement {
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shows the children within the menu that contains this one.
        public static let displayInline = Options(rawValue: 1)
    }

    public let title: String
    public let image: String
    public let options: Options
    /// At most 128 elements in all, in 4 levels.
    public let children: [any MenuElement]

    public init(title: String = "", image: String = "", options: Options = [], children: [any MenuElement]) {
        self.title = title
        self.image = image
        self.options = options
        self.children = children
    }

    /// The action with an identifier, at any depth.
    func action(_ identifier: String) -> Action? {
        for child in children {
            if let action = child as? Action, action.identifier == identifier { return action }
            if let action = (child as? Menu)?.action(identifier) { return action }
        }
        return nil
    }

    /// The items as the bus has them: each after its parent.
    var value: Value {
        var items: [Value] = []
        add(to: &items, parent: -1)
        return .array(of: "(isssssas)", items)
    }

    private func add(to items: inout [Value], parent: Int32) {
        for child in children {
            func item(_ identifier: String, _ kind: String, _ state: String, _ attributes: [Value]) -> Value {
                .structure([
                    .int32(parent), .string(identifier), .string(child.title), .string(child.image), .string(kind),
                    .string(state), .array(of: "s", attributes),
                ])
            }
            if let action = child as? Action {
                items.append(item(action.identifier, "action", action.state.rawValue, action.attributes.words))
            } else if let menu = child as? Menu {
                let index = Int32(clamping: items.count)
                items.append(item("", menu.options.contains(.displayInline) ? "inline" : "submenu", "off", []))
                menu.add(to: &items, parent: index)
            }
        }
    }
}

extension View {
    /// Runs the handler of a chosen action.
    ///
    /// - Parameter row: The row whose menu the user used; nil for the menu of the view.
    func choose(_ identifier: Value?, from menu: Menu?, row: Int? = nil) throws(PluginError) {
        guard case .string(let identifier)? = identifier else { throw .invalidArgs }
        guard var action = menu?.action(identifier) else { throw .invalidArgument }
        action.row = row
        action.handler(action)
    }
}
