/// What is done with the stack of a navigation controller.
enum StackAction: Sendable {
    case push(String, animated: Bool)
    case pop
    case popTo(String)
    case popToRoot
    case set(String, animated: Bool)
    /// A user taps the way back.
    case back
    /// Hides the navigation bar.
    case hideBar(Bool)
    case hideToolbar(Bool)

    static func push(_ name: String) -> StackAction { .push(name, animated: false) }
    static func set(_ letters: String) -> StackAction { .set(letters, animated: false) }
}
