internal import CAdwaita
package import EventLoop

/// A row or a column of widgets.
@EventLoop
package class Box: Widget {
    package enum Axis: Sendable { case horizontal, vertical }

    package init(_ axis: Axis, spacing: Int = 0, role: Role = .own) {
        super.init(tabd_widget_new(gtk_box_get_type(), role.value))
        gtk_box_set_spacing(cast(), Int32(clamping: spacing))
        self.axis = axis
        setOrientation()
    }

    package final var axis = Axis.horizontal { didSet { if axis != oldValue { setOrientation() } } }

    private func setOrientation() {
        gtk_orientable_set_orientation(
            opaque, axis == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
    }

    package final func setMargins(_ margin: Int) {
        let margin = Int32(clamping: margin)
        gtk_widget_set_margin_start(pointer, margin)
        gtk_widget_set_margin_end(pointer, margin)
        gtk_widget_set_margin_top(pointer, margin)
        gtk_widget_set_margin_bottom(pointer, margin)
    }
}

/// A widget with others over it.
@EventLoop
package final class Overlay: Widget {
    package init(_ content: Widget) {
        super.init(gtk_overlay_new())
        gtk_overlay_set_child(opaque, content.pointer)
    }

    override var ordersChildren: Bool { false }
    override func attach(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.pointer) }
    override func detach(_ child: Widget) { gtk_overlay_remove_overlay(opaque, child.pointer) }
}

/// Scrolls a larger widget.
@EventLoop
package final class Scroller: Widget {
    /// Called when the user has scrolled.
    package var onScroll: (@EventLoop (_ x: Double, _ y: Double) -> Void)?
    private let content: Widget
    private var isSetting = false

    package init(_ content: Widget, horizontal: Bool = true) {
        self.content = content
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(opaque, content.pointer)
        gtk_scrolled_window_set_policy(
            opaque, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        for adjustment in [gtk_scrolled_window_get_hadjustment(opaque), gtk_scrolled_window_get_vadjustment(opaque)] {
            guard let adjustment else { continue }
            Signal.connect("value-changed", of: UnsafeMutableRawPointer(adjustment)) { [weak self] in
                guard let self, !isSetting else { return }
                onScroll?(offset.x, offset.y)
            }
        }
    }

    package var contentInset = ContentInset.zero {
        didSet { if contentInset != oldValue { inset(content.pointer, by: contentInset) } }
    }

    package var offset: (x: Double, y: Double) {
        get {
            (
                gtk_adjustment_get_value(gtk_scrolled_window_get_hadjustment(opaque)),
                gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque))
            )
        }
        set {
            isSetting = true
            gtk_adjustment_set_value(gtk_scrolled_window_get_hadjustment(opaque), newValue.x)
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), newValue.y)
            isSetting = false
        }
    }
}

/// A row with a widget in its middle, whatever is at its ends.
@EventLoop
package final class CenterBox: Widget {
    private var parts: [Widget] = []

    package init(role: Role = .own) { super.init(tabd_widget_new(gtk_center_box_get_type(), role.value)) }

    package func set(start: Widget, center: Widget, end: Widget) {
        parts = [start, center, end]
        gtk_center_box_set_start_widget(opaque, start.pointer)
        gtk_center_box_set_center_widget(opaque, center.pointer)
        gtk_center_box_set_end_widget(opaque, end.pointer)
    }
}
