internal import CAdwaita
package import EventLoop

/// The style sheet of the program, with a class for each declaration that a widget needs.
@EventLoop
package enum StyleSheet {
    private static var base = ""
    private static var rules: [String: String] = [:]
    private static var provider: UnsafeMutablePointer<GtkCssProvider>?

    /// Sets the fixed part of the style sheet.
    package static func load(_ text: String) {
        base = text
        reload()
    }

    /// Returns the class of widgets with a declaration such as `color: #ff0000;`.
    package static func styleClass(_ declaration: String) -> String {
        if let name = rules[declaration] { return name }
        let name = "tabd-\(rules.count)"
        rules[declaration] = name
        reload()
        return name
    }

    private static func reload() {
        if provider == nil, let display = gdk_display_get_default() {
            provider = gtk_css_provider_new()
            gtk_style_context_add_provider_for_display(
                display, provider.map { OpaquePointer($0) }, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        let text = base + rules.sorted { $0.value < $1.value }.map { ".\($1) { \($0) }\n" }.joined()
        gtk_css_provider_load_from_data(provider, text, text.utf8.count)
    }
}
