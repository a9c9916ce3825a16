internal import TabInterface
internal import TerminalUI

/// The terminal colours of the contract's colour names: those for a dark screen, except texts and the background, which
/// are the terminal's own.
enum Palette {
    static let tint = foreground("tint") ?? .rgb(0x0A, 0x84, 0xFF)
    static let red = foreground("systemRed") ?? .rgb(0xFF, 0x45, 0x3A)
    /// The background of the focused element.
    static let focus = tint

    private static let ofTerminal: Set = ["label", "secondaryLabel", "systemBackground"]

    /// Returns a colour of the contract as digits; nil for one of the terminal.
    private static func digits(_ name: String) -> String? {
        guard let system = SystemColour.named[name] else { return name }
        return ofTerminal.contains(name) ? nil : system.dark
    }

    /// Returns the colour of a name; nil for the terminal's default colours.
    static func foreground(_ name: String) -> Color? {
        digits(name).flatMap(hexadecimal).map { .rgb($0.red, $0.green, $0.blue) }
    }

    /// Returns the background colour of a view; nil for a colour that is almost transparent.
    ///
    /// - Parameter below: The background below, if it is known.
    static func background(_ name: String, over below: Color?) -> Color? {
        guard let color = digits(name).flatMap(hexadecimal), color.alpha >= 0x28 else { return nil }
        return mixed(color, over: below)
    }

    /// Blends a translucent colour with the background below. An unknown background counts as dark.
    static func mixed(_ color: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8), over below: Color?) -> Color {
        var base: (red: UInt8, green: UInt8, blue: UInt8) = (0x1C, 0x1C, 0x1E)
        if case .rgb(let red, let green, let blue) = below { base = (red, green, blue) }
        func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            UInt8((Int(top) * Int(color.alpha) + Int(bottom) * (255 - Int(color.alpha))) / 255)
        }
        return .rgb(mixed(color.red, base.red), mixed(color.green, base.green), mixed(color.blue, base.blue))
    }

    /// Returns black or white, whichever is readable on a colour.
    static func text(on background: Color) -> Color {
        luminance(of: background) > 140 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
    }

    /// Returns the luminance, from 0 to 255.
    static func luminance(of color: Color) -> Int {
        guard case .rgb(let red, let green, let blue) = color else { return 255 }
        return (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    }

    /// Parses `#RRGGBB` or `#RRGGBBAA`.
    private static func hexadecimal(_ text: String) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)? {
        guard text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9,
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        let wide = text.utf8.count == 9
        let rgb = wide ? value >> 8 : value
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgb >> shift) }
        return (byte(16), byte(8), byte(0), wide ? UInt8(truncatingIfNeeded: value) : 255)
    }
}

/// The symbols for icons in a terminal, one cell each.
enum Icon {
    /// Returns the symbol of an icon; nil for an icon without a symbol, which is shown as text.
    static func symbol(_ image: String) -> String? {
        guard !image.isEmpty else { return nil }
        if ImageName.isName(image) { return "▣" }
        // A file gets the symbol of the icon with the same name.
        if image.hasPrefix("file:") { return symbol(ofTheme: stem(of: image)) ?? "▣" }
        return symbol(ofTheme: Substring(image))
    }

    /// Returns the name of a file without its folder and extension.
    private static func stem(of file: String) -> Substring {
        let name = file.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { name[..<$0] } ?? name
    }

    private static func symbol(ofTheme image: Substring) -> String? {
        var name = image.hasSuffix("-symbolic") ? image.dropLast(9) : image
        // The Icon Naming Specification: an unknown name falls back to the name without its last part.
        while true {
            if let symbol = symbols[String(name)] { return symbol }
            guard let dash = name.lastIndex(of: "-") else { return nil }
            name = name[..<dash]
        }
    }

    /// Returns the symbol or the name of an image; empty for no image.
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
        "media-playback-pause": "‖", "media-playback-start": "▶", "media-playback-stop": "■",
        "media-playlist-repeat": "↻", "media-playlist-repeat-song": "↺", "media-playlist-shuffle": "⇄",
        "media-skip-backward": "«", "media-skip-forward": "»", "multimedia": "♫",
        "network": "◈", "notification": "♪", "object-select": "✓", "open-menu": "≡", "preferences": "⚙",
        "preferences-desktop-font": "¶", "preferences-desktop-locale": "⚑", "preferences-desktop-theme": "◐",
        "preferences-system-notifications": "♪", "preferences-system-time": "◷", "starred": "★", "stopwatch": "◔",
        "system": "⚙", "system-search": "⌕", "system-users": "☺", "text": "▤", "timer": "◕", "tools": "⚒", "user": "☺",
        "user-bookmarks": "★", "user-home": "⌂", "user-trash": "✗", "utilities": "⚒", "utilities-system-monitor": "∿",
        "video": "▷", "view-fullscreen": "◱", "view-grid": "▦", "view-list": "≡", "view-more": "⋯", "view-refresh": "↻",
        "weather": "☀", "web-browser": "◎", "world": "◎", "x-office": "▤",
    ]
}
