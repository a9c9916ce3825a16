internal import CAdwaita
internal import EventLoop
internal import Glibc

/// Finds the texts of labels that the windows of the program show without enough room.
@EventLoop
enum ClippedTexts {
    /// Prints each clipped text, and then `end`, for each SIGUSR1.
    nonisolated static func printOnSignal() {
        g_unix_signal_add(
            SIGUSR1,
            { _ in
                EventLoop.assumeIsolated { ClippedTexts.printAll() }
                return 1
            }, nil)
    }

    private static func printAll() {
        let windows = gtk_window_list_toplevels()
        var next = windows
        while let node = next {
            node.pointee.data.map { printTexts(in: $0.assumingMemoryBound(to: GtkWidget.self)) }
            next = node.pointee.next
        }
        g_list_free(windows)
        print("end")
        fflush(nil)
    }

    private static func printTexts(in widget: UnsafeMutablePointer<GtkWidget>) {
        guard gtk_widget_get_mapped(widget) != 0, !isBar(widget) else { return }
        if tabd_is_a(widget, gtk_label_get_type()) != 0, isClipped(widget) {
            print("clipped \(String(cString: gtk_label_get_text(OpaquePointer(widget))))")
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            printTexts(in: current)
            child = gtk_widget_get_next_sibling(current)
        }
    }

    /// Whether a widget is a bar. Bars shorten titles that are too long for them.
    private static func isBar(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        gtk_widget_has_css_class(widget, "tabd-bar") != 0
            || gtk_widget_get_css_name(widget).map { String(cString: $0) } == "headerbar"
    }

    private static func isClipped(_ label: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard let layout = gtk_label_get_layout(OpaquePointer(label)) else { return false }
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_pixel_size(layout, &width, &height)
        return pango_layout_is_ellipsized(layout) != 0 || height > gtk_widget_get_height(label)
            || width > gtk_widget_get_width(label)
    }
}
