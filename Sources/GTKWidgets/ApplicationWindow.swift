internal import CAdwaita
package import EventLoop

/// A window with a header bar, notices below it, and content.
@EventLoop
package final class ApplicationWindow: Widget {
    private let header: HeaderBar
    private let toasts: UnsafeMutablePointer<GtkWidget>
    private let box = Box(.vertical)

    /// - Parameter content: Fills the window below the header bar.
    package init(title: String, width: Int, height: Int, header: HeaderBar, content: Widget) {
        self.header = header
        toasts = adw_toast_overlay_new()
        super.init(
            adw_application_window_new(
                Application.current.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkApplication.self) }))
        box.append(header)
        content.expands = true
        box.append(content)
        adw_toast_overlay_set_child(OpaquePointer(toasts), box.pointer)
        adw_application_window_set_content(cast(), toasts)
        gtk_window_set_default_size(cast(), Int32(clamping: width), Int32(clamping: height))
        self.title = title
    }

    package var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { if newValue != title { gtk_window_set_title(cast(), newValue) } }
    }

    /// Shows the window in front of the others.
    package func present() { gtk_window_present(cast()) }

    package func close() { gtk_window_close(cast()) }

    /// Shows a short message for a few seconds.
    package func show(message: String) {
        guard let toast = adw_toast_new(message.replacing("&", with: "&amp;").replacing("<", with: "&lt;")) else {
            return
        }
        adw_toast_set_timeout(toast, 3)
        adw_toast_overlay_add_toast(OpaquePointer(toasts), toast)
    }

    /// Calls a function when the user closes the window.
    package func onClose(_ body: @escaping @EventLoop () -> Void) {
        Signal.connect(preventing: "close-request", of: raw) {
            body()
            return false
        }
    }

    /// Shows the page of shortcuts.
    ///
    /// - Parameter groups: The title of each group, with the keys as GTK writes them (`<Control>q`) and their titles.
    package func showShortcuts(_ groups: [(title: String, shortcuts: [(keys: String, title: String)])]) {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        var text = """
            <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property><child>
            <object class="GtkShortcutsSection"><property name="section-name">all</property>
            """
        for group in groups {
            text += """
                <child><object class="GtkShortcutsGroup"><property name="title">\(escaped(group.title))</property>
                """
            for shortcut in group.shortcuts {
                text += """
                    <child><object class="GtkShortcutsShortcut">
                    <property name="accelerator">\(escaped(shortcut.keys))</property>
                    <property name="title">\(escaped(shortcut.title))</property></object></child>
                    """
            }
            text += "</object></child>"
        }
        text += "</object></child></object></interface>"
        guard let builder = gtk_builder_new_from_string(text, -1) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard let object = gtk_builder_get_object(builder, "window") else { return }
        let window = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(window, cast())
        gtk_window_present(window)
    }

    /// Shows what the program is.
    package func showAbout(name: String, version: String, icon: String, comments: String) {
        guard let about = adw_about_window_new() else { return }
        let window = OpaquePointer(about)
        adw_about_window_set_application_name(window, name)
        adw_about_window_set_version(window, version)
        adw_about_window_set_application_icon(window, icon)
        adw_about_window_set_comments(window, comments)
        adw_about_window_set_license_type(window, GTK_LICENSE_APACHE_2_0)
        gtk_window_set_transient_for(UnsafeMutableRawPointer(about).assumingMemoryBound(to: GtkWindow.self), cast())
        gtk_window_present(UnsafeMutableRawPointer(about).assumingMemoryBound(to: GtkWindow.self))
    }
}

/// The bar of a window with its title.
@EventLoop
package final class HeaderBar: Widget {
    private let titles: OpaquePointer

    package init() {
        let title = adw_window_title_new("", "")
        titles = OpaquePointer(title ?? gtk_label_new(nil))
        super.init(adw_header_bar_new())
        adw_header_bar_set_title_widget(opaque, title)
    }

    package func setTitle(_ title: String, subtitle: String) {
        adw_window_title_set_title(titles, title)
        adw_window_title_set_subtitle(titles, subtitle)
    }

    override var ordersChildren: Bool { false }
    override func attach(_ child: Widget) { adw_header_bar_pack_end(opaque, child.pointer) }
    override func detach(_ child: Widget) { adw_header_bar_remove(opaque, child.pointer) }
}
