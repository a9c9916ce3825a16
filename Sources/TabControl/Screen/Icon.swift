/// What stands for an icon in a terminal: a symbol of one cell.
enum Icon {
    /// nil for an icon for which there is none; then its text alone is shown.
    static func symbol(_ image: String) -> String? {
        guard !image.isEmpty else { return nil }
        // A file gets the symbol of the theme's icon with the same name.
        if image.hasPrefix("file:") { return symbol(ofTheme: stem(of: image)) ?? "▣" }
        return symbol(ofTheme: Substring(image))
    }

    /// The name of a file without its folder and extension.
    private static func stem(of file: String) -> Substring {
        let name = file.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { name[..<$0] } ?? name
    }

    private static func symbol(ofTheme image: Substring) -> String? {
        var name = image.hasSuffix("-symbolic") ? image.dropLast(9) : image
        // As the naming specification says: what is not known is what is before its last part.
        while true {
            if let symbol = symbols[String(name)] { return symbol }
            guard let dash = name.lastIndex(of: "-") else { return nil }
            name = name[..<dash]
        }
    }

    /// What names an image where there is no text; empty for no image.
    static func text(_ image: String) -> String {
        guard let last = image.split(separator: "/").last, !image.isEmpty else { return "" }
        return symbol(image) ?? String(last)
    }

    /// The symbols by icon name, from several themes. Clock, alarm, stopwatch and timer have different symbols,
    /// because a bar may have all of them.
    private static let symbols = [
        "accessories": "✎", "alarm": "♪", "applications": "▦", "appointment": "◴", "appointment-missed": "◵",
        "appointment-soon": "◑", "audio": "♫", "avatar": "☺", "battery": "▮", "bookmark": "★", "bookmarks": "★",
        "call": "☎", "camera": "◉", "chronometer": "◔", "clock": "◷", "computer": "▭", "contact": "☺", "dialog": "!",
        "dialog-error": "✗", "dialog-information": "◉", "dialog-password": "⚿", "dialog-question": "?", "document": "▤",
        "document-edit": "✎", "document-open-recent": "↺", "document-save": "↓", "drive": "▬", "edit": "✎",
        "edit-clear": "✗", "edit-delete": "✗", "edit-find": "⌕", "emblem": "◆", "emblem-favorite": "♥",
        "emblem-ok": "✓", "face": "☺", "find": "⌕", "find-location": "◎", "folder": "▤", "folder-download": "↓",
        "font": "¶", "font-x-generic": "¶", "globe": "◎", "go-bottom": "↓", "go-down": "↓", "go-home": "⌂",
        "go-next": "→", "go-previous": "←", "go-top": "↑", "go-up": "↑", "help": "?", "hourglass": "◕", "image": "▣",
        "input": "⌨", "list-add": "+", "list-remove": "-", "mail": "✉", "mark-location": "◎",
        "media-playback-pause": "‖", "media-playback-start": "▶", "media-playback-stop": "■", "multimedia": "♫",
        "network": "◈", "notification": "♪", "object-select": "✓", "open-menu": "≡", "preferences": "⚙",
        "preferences-desktop-font": "¶", "preferences-desktop-locale": "⚑", "preferences-desktop-theme": "◐",
        "preferences-system-notifications": "♪", "preferences-system-time": "◷", "starred": "★", "stopwatch": "◔",
        "system": "⚙", "system-search": "⌕", "system-users": "☺", "text": "▤", "timer": "◕", "tools": "⚒", "user": "☺",
        "user-bookmarks": "★", "user-home": "⌂", "user-trash": "✗", "utilities": "⚒", "utilities-system-monitor": "∿",
        "video": "▷", "view-fullscreen": "◱", "view-grid": "▦", "view-list": "≡", "view-more": "⋯", "view-refresh": "↻",
        "weather": "☀", "web-browser": "◎", "world": "◎", "x-office": "▤",
    ]
}
