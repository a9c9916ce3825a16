internal import EventLoop
internal import GTKWidgets

/// The style sheet: the contract's colours and texts, and the parts that libadwaita does not have.
@EventLoop
enum Theme {
    /// Loads the style sheet for light or dark colours.
    static func load() {
        let isDark = Application.isDark
        let colours = systemColours.map { name, values in
            "@define-color tabd_\(name) \(isDark ? values.dark : values.light);\n"
        }
        StyleSheet.load(colours.sorted().joined() + sheet)
    }

    /// Returns the colour of the contract in the style sheet; nil for an empty or unknown one.
    static func colour(_ name: String) -> String? {
        if name.hasPrefix("#") {
            guard name.utf8.count == 9, let alpha = UInt8(name.suffix(2), radix: 16) else { return name }
            return "alpha(\(name.prefix(7)), \(Double(alpha) / 255))"
        }
        return systemColours[name] == nil ? nil : "@tabd_\(name)"
    }

    /// The class of a text style.
    static func styleClass(ofText style: String) -> String? {
        ["largeTitle": "title-1", "title": "title-2", "headline": "heading", "caption": "caption"][style]
            ?? (style == "monospacedDigit" ? "numeric" : nil)
    }

    /// Texts and backgrounds are those of the desktop's theme.
    private static let systemColours: [String: (light: String, dark: String)] = [
        "systemRed": ("#ff3b30", "#ff453a"), "systemBlue": ("#007aff", "#0a84ff"),
        "systemGreen": ("#34c759", "#30d158"), "systemOrange": ("#ff9500", "#ff9f0a"),
        "systemGray": ("#8e8e93", "#8e8e93"), "label": ("@window_fg_color", "@window_fg_color"),
        "secondaryLabel": ("alpha(@window_fg_color, 0.6)", "alpha(@window_fg_color, 0.6)"),
        "systemBackground": ("@window_bg_color", "@window_bg_color"), "tint": ("@accent_color", "@accent_color"),
    ]

    private static let sheet = """
        .tabd-stage { background: shade(@window_bg_color, 0.9); }
        .tabd-page { background: @window_bg_color; color: @window_fg_color; }
        .tabd-banner { background: @warning_bg_color; color: @warning_fg_color; padding: 6px 12px; }
        .tabd-bar { background: @headerbar_bg_color; color: @headerbar_fg_color; }
        .tabd-bar-top { box-shadow: inset 0 -1px @headerbar_shade_color; }
        .tabd-bar-bottom { box-shadow: inset 0 1px @headerbar_shade_color; }
        .tabd-tab { padding: 2px; border-radius: 6px; min-height: 0; min-width: 0; font-weight: normal; font-size: 0.8em; }
        .tabd-tab.tabd-selected { color: @accent_color; }
        .tabd-focused { outline: 3px solid @accent_color; outline-offset: -3px; border-radius: 6px; }
        .tabd-badge { background: @tabd_systemRed; color: white; border-radius: 9px; padding: 0 5px; font-size: 0.75em;
            font-weight: bold; min-height: 16px; min-width: 8px; }
        .tabd-attention { background: @accent_color; border-radius: 4px; min-width: 8px; min-height: 8px; }
        .tabd-bar-button { padding: 4px 8px; min-height: 28px; min-width: 28px; }
        .tabd-dim { background: alpha(black, 0.3); }
        .tabd-popover { background: @popover_bg_color; color: @popover_fg_color; border-radius: 12px; }
        .tabd-waiting { opacity: 0.5; }
        .tabd-table row { padding: 0 12px; }
        .tabd-control { min-height: 0; min-width: 0; padding: 2px 8px; }
        .tabd-secondary { color: alpha(currentColor, 0.6); }
        .tabd-status { font-size: 1px; opacity: 0; }
        button.tabd-drop:drop(active), row.tabd-drop:drop(active) { box-shadow: inset 0 0 0 2px @accent_color; }

        """
}
