internal import CAdwaita
package import EventLoop

/// A widget that draws lines and areas.
@EventLoop
package final class Drawing: Widget {
    private let onDraw: @EventLoop (Pen, _ width: Double, _ height: Double) -> Void

    package init(
        role: Role = .image, _ onDraw: @escaping @EventLoop (Pen, _ width: Double, _ height: Double) -> Void
    ) {
        self.onDraw = onDraw
        super.init(tabd_widget_new(gtk_drawing_area_get_type(), role.value))
        typealias Draw = (OpaquePointer, Int32, Int32)
        let callback = Callback<Draw, Void> { onDraw(Pen(context: $0.0), Double($0.1), Double($0.2)) }
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                guard let context else { return }
                Callback<Draw, Void>.call(data, (context, width, height), or: ())
            }, callback.retained(), Callback<Draw, Void>.release)
    }

    package func redraw() { gtk_widget_queue_draw(pointer) }

    /// Draws a small text.
    ///
    /// - Parameters:
    ///   - x: The place of the text's left edge, or of another part of it.
    ///   - part: The part of the text's width that is at `x`: 0 for the left edge, 1 for the right edge.
    ///   - y: The upper edge.
    /// - Returns: The size of the text.
    @discardableResult
    package func text(
        _ text: String, on pen: Pen?, x: Double = 0, part: Double = 0, y: Double = 0, _ color: Color? = nil
    ) -> (width: Double, height: Double) {
        guard let layout = gtk_widget_create_pango_layout(pointer, text) else { return (0, 0) }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let list = pango_attr_list_new()
        pango_attr_list_insert(list, pango_attr_scale_new(Self.smallScale))
        pango_layout_set_attributes(layout, list)
        pango_attr_list_unref(list)
        var (width, height) = (Int32(0), Int32(0))
        pango_layout_get_pixel_size(layout, &width, &height)
        if let pen, let color {
            pen.move(to: x - Double(width) * part, y)
            cairo_set_source_rgba(pen.context, color.red, color.green, color.blue, color.alpha)
            pango_cairo_show_layout(pen.context, layout)
            cairo_new_path(pen.context)
        }
        return (Double(width), Double(height))
    }

    /// The size of a small text, compared with the user's font.
    private static let smallScale = 0.8
}

@EventLoop
extension Widget {
    /// A colour that the style sheet names, such as `accent_color`.
    package final func color(named name: String) -> Color? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(gtk_widget_get_style_context(pointer), name, &color) != 0 else {
            return nil
        }
        return Color(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }
}

/// A colour with parts from 0 to 1.
package struct Color: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Reads what a style sheet can contain; nil for anything else.
    package init?(_ text: String) {
        var color = GdkRGBA()
        guard gdk_rgba_parse(&color, text) != 0 else { return nil }
        self.init(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }
}

/// Draws on a widget.
package struct Pen {
    let context: OpaquePointer

    package func move(to x: Double, _ y: Double) { cairo_move_to(context, x, y) }
    package func line(to x: Double, _ y: Double) { cairo_line_to(context, x, y) }
    package func close() { cairo_close_path(context) }

    package func rectangle(x: Double, y: Double, width: Double, height: Double) {
        cairo_rectangle(context, x, y, width, height)
    }

    /// A quarter of a circle, from one angle to another in degrees, clockwise from the right.
    package func arc(x: Double, y: Double, radius: Double, from: Double, to: Double) {
        cairo_arc(context, x, y, radius, from * .pi / 180, to * .pi / 180)
    }

    package func fill(_ color: Color, keeping isKept: Bool = false) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        if isKept { cairo_fill_preserve(context) } else { cairo_fill(context) }
    }

    package func stroke(_ color: Color, width: Double) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_set_line_width(context, width)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }
}
