internal import CAdwaita
package import EventLoop

/// A container that places each child at a frame, clips to its own, and needs no room itself.
///
/// GTK's own layout managers measure all children for each change of one. Here a changed label costs its own measure.
@EventLoop
package final class Canvas: Widget {
    private var frames: [ObjectIdentifier: Rect] = [:]
    /// Called with a new size.
    package var onResize: (@EventLoop (_ width: Double, _ height: Double) -> Void)?
    private var lastSize: (Int32, Int32) = (0, 0)
    /// The size that it asks for, as the content of a scroll view does.
    package var contentSize: (width: Double, height: Double) = (0, 0) {
        didSet { if oldValue != contentSize { gtk_widget_queue_resize(pointer) } }
    }

    private nonisolated static let key = "tabd-canvas"

    /// - Parameter role: What it is for screen readers.
    package init(role: Role = .generic) {
        super.init(tabd_widget_new(gtk_fixed_get_type(), role.value))
        gtk_widget_set_layout_manager(
            pointer,
            gtk_custom_layout_new(
                nil,
                { widget, orientation, _, minimum, natural, _, _ in
                    nonisolated(unsafe) let (minimum, natural) = (minimum, natural)
                    Canvas.with(widget) { canvas in
                        let size = canvas.contentSize
                        let length = orientation == GTK_ORIENTATION_HORIZONTAL ? size.width : size.height
                        minimum?.pointee = pixels(length)
                        natural?.pointee = pixels(length)
                    }
                },
                { widget, width, height, _ in Canvas.with(widget) { $0.allocate(width, height) } }))
        g_object_set_data(cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
        gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    }

    isolated deinit { g_object_set_data(cast(), Self.key, nil) }

    /// Calls a function with the canvas of a widget. GTK calls back on the thread of the loop.
    private nonisolated static func with(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ body: @EventLoop (Canvas) -> Void
    ) {
        guard let widget else { return }
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        guard let data = g_object_get_data(object, key) else { return }
        nonisolated(unsafe) let context = data
        EventLoop.assumeIsolated { body(Unmanaged<Canvas>.fromOpaque(context).takeUnretainedValue()) }
    }

    /// Places a child. A child without a frame fills the canvas.
    package func place(_ child: Widget, at frame: Rect?) {
        guard frames[ObjectIdentifier(child)] != frame else { return }
        frames[ObjectIdentifier(child)] = frame
        gtk_widget_queue_allocate(pointer)
    }

    package func frame(of child: Widget) -> Rect? { frames[ObjectIdentifier(child)] }

    override func detach(_ child: Widget) {
        frames[ObjectIdentifier(child)] = nil
        // Another container may have it by now.
        if gtk_widget_get_parent(child.pointer) == pointer { super.detach(child) }
    }

    private func allocate(_ width: Int32, _ height: Int32) {
        // A child may have moved to another container in the meantime.
        for child in children
        where gtk_widget_should_layout(child.pointer) != 0 && gtk_widget_get_parent(child.pointer) == pointer {
            let frame =
                frames[ObjectIdentifier(child)]
                ?? Rect(x: 0, y: 0, width: Double(width), height: Double(height))
            allocate(child, frame)
        }
        if lastSize != (width, height) {
            lastSize = (width, height)
            onResize?(Double(width), Double(height))
        }
    }

    /// A widget of GTK can be larger than its frame. It is centred then.
    private func allocate(_ child: Widget, _ frame: Rect) {
        var (minimumWidth, minimumHeight): (Int32, Int32) = (0, 0)
        gtk_widget_measure(child.pointer, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
        let width = max(pixels(frame.width), minimumWidth)
        gtk_widget_measure(child.pointer, GTK_ORIENTATION_VERTICAL, width, &minimumHeight, nil, nil, nil)
        let height = max(pixels(frame.height), minimumHeight)
        var point = graphene_point_t()
        point.x = Float((frame.x - Double(width - pixels(frame.width)) / 2).rounded())
        point.y = Float((frame.y - Double(height - pixels(frame.height)) / 2).rounded())
        gtk_widget_allocate(child.pointer, width, height, -1, gsk_transform_translate(nil, &point))
    }
}

/// Returns a length in whole pixels, within what GTK can handle.
func pixels(_ length: Double) -> Int32 {
    length.isFinite ? Int32(min(max(length.rounded(), 0), 32767)) : 0
}
