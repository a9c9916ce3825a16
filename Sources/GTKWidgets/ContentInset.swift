internal import CAdwaita
internal import EventLoop

/// The distances from the edges of a widget that scrolls to its content, in points. `left` is the left side for all
/// languages.
package struct ContentInset: Hashable, Sendable {
    package var top, left, bottom, right: Double

    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package static let zero = ContentInset(top: 0, left: 0, bottom: 0, right: 0)

    /// Returns a margin that GTK takes. The length may come from another machine, and may be anything.
    static func pixels(_ length: Double) -> Int32 { length > 0 ? Int32(min(length, 32_767)) : 0 }
}

@EventLoop
extension Widget {
    /// Insets the content of this scrolled window, and its scroll bars.
    func inset(_ content: UnsafeMutablePointer<GtkWidget>, by inset: ContentInset) {
        for widget in [content, gtk_scrolled_window_get_vscrollbar(opaque)] {
            gtk_widget_set_margin_top(widget, ContentInset.pixels(inset.top))
            gtk_widget_set_margin_bottom(widget, ContentInset.pixels(inset.bottom))
        }
        let isMirrored = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
        for widget in [content, gtk_scrolled_window_get_hscrollbar(opaque)] {
            gtk_widget_set_margin_start(widget, ContentInset.pixels(isMirrored ? inset.right : inset.left))
            gtk_widget_set_margin_end(widget, ContentInset.pixels(isMirrored ? inset.left : inset.right))
        }
    }
}
