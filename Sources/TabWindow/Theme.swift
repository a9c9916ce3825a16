internal import EventLoop
internal import GTKWidgets
internal import TabInterface

/// The style sheet: the contract's colours and texts, and the parts that libadwaita does not have.
@EventLoop
enum Theme {
    /// Loads the style sheet for the colours that the user prefers.
    static func load() {
        let (isDark, isHighContrast) = (Application.isDark, Application.isHighContrast)
        let colours = SystemColour.all.map { colour in
            let value = css(colour.value(isDark: isDark, isHighContrast: isHighContrast))
            return "@define-color tabd_\(colour.name) \(ofDesktop(colour.name, value) ?? value);\n"
        }
        StyleSheet.load(colours.joined() + sheet + bars)
        Measurements.forget()
    }

    /// Returns a system colour for which the desktop's theme has its own; nil for any other. `value` has the opacity.
    private static func ofDesktop(_ name: String, _ value: String) -> String? {
        switch name {
        case "label": "@window_fg_color"
        case "secondaryLabel", "separator":
            value.split(separator: ",").last.map { "alpha(@window_fg_color,\($0)" }
        case "systemBackground": "@window_bg_color"
        case "secondarySystemBackground": "mix(@window_bg_color, @window_fg_color, 0.06)"
        case "tint": "@accent_color"
        default: nil
        }
    }

    /// Returns `#RRGGBB` or `#RRGGBBAA` in the form of style sheets.
    private static func css(_ value: String) -> String {
        guard value.utf8.count == 9, let alpha = UInt8(value.suffix(2), radix: 16) else { return value }
        return "alpha(\(value.prefix(7)), \(Double(alpha) / 255))"
    }

    /// Returns the colour of the contract in the style sheet; nil for an empty or unknown one.
    ///
    /// The style sheet is code. The colour may come from another machine's daemon, so it is checked here too.
    static func colour(_ name: String) -> String? {
        guard (try? TextRules.colour(name)) != nil else { return nil }
        if name.hasPrefix("#") { return css(name) }
        return SystemColour.named[name] == nil ? nil : "@tabd_\(name)"
    }

    /// Returns the colour of the contract for drawing; nil for an empty or unknown one.
    static func color(_ name: String, of widget: Widget) -> Color? {
        guard (try? TextRules.colour(name)) != nil else { return nil }
        return SystemColour.named[name] == nil ? Color(name) : widget.color(named: "tabd_" + name)
    }

    /// The weight of a font in style sheets; nil for that of the text style.
    static func weight(of weight: FontWeight) -> Int? {
        switch weight {
        case .regular: nil
        case .light: 300
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        }
    }

    /// The class of a text style.
    static func styleClass(of style: TextStyle) -> String? {
        switch style {
        case .largeTitle: "title-1"
        case .title: "title-2"
        case .headline: "heading"
        case .caption: "caption"
        case .monospacedDigit: "numeric"
        case .body: nil
        }
    }

    /// The texts of bars and segmented controls have little room, so they grow less than others.
    private static var bars: String {
        let scale = Application.textScale
        let share = min(scale, 1.3) / scale
        return """
            .tabd-tab { font-size: \(0.8 * share)em; }
            .tabd-badge { font-size: \(0.75 * share)em; }
            .tabd-segments button { font-size: \(share)em; }

            """
    }

    private static let sheet = """
        .tabd-stage { background: shade(@window_bg_color, 0.9); }
        .tabd-page { background: @window_bg_color; color: @window_fg_color; }
        .tabd-banner { background: @warning_bg_color; color: @warning_fg_color; padding: 6px 12px; }
        .tabd-bar { background: @headerbar_bg_color; color: @headerbar_fg_color; }
        .tabd-bar-top { box-shadow: inset 0 -1px @headerbar_shade_color; }
        .tabd-bar-bottom { box-shadow: inset 0 1px @headerbar_shade_color; }
        .tabd-tab { padding: 2px; border-radius: 6px; min-height: 0; min-width: 0; font-weight: normal; }
        .tabd-tab.tabd-selected { color: @accent_color; }
        .tabd-focused { outline: 3px solid @accent_color; outline-offset: -3px; border-radius: 6px; }
        .tabd-badge { background: @tabd_systemRed; color: white; border-radius: 9px; padding: 0 5px;
            font-weight: bold; min-height: 16px; min-width: 8px; }
        .tabd-attention { background: @accent_color; border-radius: 4px; min-width: 8px; min-height: 8px; }
        .tabd-bar-button { padding: 4px 8px; min-height: 28px; min-width: 28px; }
        .tabd-dim { background: alpha(black, 0.3); }
        .tabd-popover { background: @popover_bg_color; color: @popover_fg_color; border-radius: 12px; }
        .tabd-waiting { opacity: 0.5; }
        .tabd-link:focus-visible { outline: 2px solid @accent_color; border-radius: 4px; }
        .tabd-table row { padding: 0 12px; }
        .tabd-close { min-height: 0; min-width: 0; padding: 4px; }
        .tabd-footer { padding: 4px 12px; font-size: 0.85em; opacity: 0.7; }
        .tabd-menu-item { padding: 4px 12px; min-height: 22px; font-weight: normal; }
        .tabd-control { min-height: 0; min-width: 0; padding: 2px 8px; }
        .tabd-secondary { color: alpha(currentColor, 0.6); }
        .tabd-status { font-size: 1px; opacity: 0; }
        button.tabd-drop:drop(active), row.tabd-drop:drop(active) { box-shadow: inset 0 0 0 2px @accent_color; }

        """
}
