internal import GTKWidgets

/// The keys of a window.
enum Shortcuts {
    enum Command: Hashable {
        case quit, shortcuts, back, nextTab, previousTab, dismiss
        /// From 0; the last one for 8.
        case tab(Int)
    }

    static func command(for key: KeyPress) -> Command? {
        if key.isAlt, !key.isControl {
            if let number = Int(key.name), (1...9).contains(number) { return .tab(number - 1) }
            return key.name == "Left" ? .back : nil
        }
        guard key.isControl, !key.isAlt else { return key.name == "Escape" ? .dismiss : nil }
        return switch key.name {
        case "q", "w": .quit
        case "question": .shortcuts
        case "Page_Down", "Tab": .nextTab
        case "Page_Up", "ISO_Left_Tab": .previousTab
        default: nil
        }
    }

    /// The page of shortcuts.
    static let groups: [(title: String, shortcuts: [(keys: String, title: String)])] = [
        (
            "Tabs",
            [
                ("<Alt>1...9", "Select a tab"), ("<Control>Page_Down", "Next tab"),
                ("<Control>Page_Up", "Previous tab"),
            ]
        ),
        ("Page", [("<Alt>Left", "Back"), ("Escape", "Dismiss a popover or an alert")]),
        ("General", [("<Control>question", "Keyboard shortcuts"), ("<Control>q", "Close the window")]),
    ]
}
