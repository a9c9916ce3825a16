internal import CAdwaita
package import EventLoop

/// A rectangle in points, which are CSS pixels.
package struct Rect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A widget. The object keeps it, and GTK keeps it as long as it has a parent.
@EventLoop
package class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>
    /// The children of a container, which live as long as they are in it.
    private(set) var children: [Widget] = []

    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        g_object_ref_sink(pointer)
        self.pointer = pointer
    }

    isolated deinit { g_object_unref(pointer) }

    var opaque: OpaquePointer { OpaquePointer(pointer) }
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
    func cast<Object>(to type: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        raw.assumingMemoryBound(to: type)
    }

    // MARK: Children

    /// Adds a child in front of the others, or moves it there.
    package final func append(_ child: Widget) {
        insert(child, before: nil)
    }

    /// Adds a child behind another one; in front of all for nil.
    package final func insert(_ child: Widget, before sibling: Widget?) {
        // A child of another container moves.
        if let parent = gtk_widget_get_parent(child.pointer), parent != pointer, ordersChildren {
            gtk_widget_unparent(child.pointer)
        }
        if gtk_widget_get_parent(child.pointer) == nil {
            children.append(child)
            attach(child)
        }
        if ordersChildren { gtk_widget_insert_before(child.pointer, pointer, sibling?.pointer) }
    }

    /// Whether children can be anywhere among the others. Some containers of GTK keep an order of their own.
    var ordersChildren: Bool { true }

    package final func remove(_ child: Widget) {
        guard let index = children.firstIndex(where: { $0 === child }) else { return }
        detach(child)
        children.remove(at: index)
    }

    /// Gives a new child its parent. A container of GTK has a function of its own.
    func attach(_ child: Widget) { gtk_widget_set_parent(child.pointer, pointer) }

    func detach(_ child: Widget) { gtk_widget_unparent(child.pointer) }

    // MARK: State

    package final var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { if newValue != isVisible { gtk_widget_set_visible(pointer, newValue ? 1 : 0) } }
    }

    package final var isEnabled: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { if newValue != isEnabled { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) } }
    }

    /// Whether it, or a widget in it, has the keyboard.
    package final var hasFocus: Bool {
        var widget = gtk_widget_get_root(pointer).flatMap { gtk_root_get_focus($0) }
        while let current = widget {
            if current == pointer { return true }
            widget = gtk_widget_get_parent(current)
        }
        return false
    }

    package final func grabFocus() { gtk_widget_grab_focus(pointer) }

    /// Whether the pointer passes through to what is behind.
    package final var ignoresPointer: Bool {
        get { gtk_widget_get_can_target(pointer) == 0 }
        set { gtk_widget_set_can_target(pointer, newValue ? 0 : 1) }
    }

    package final var opacity: Double {
        get { gtk_widget_get_opacity(pointer) }
        set { gtk_widget_set_opacity(pointer, newValue) }
    }

    package final var tooltip: String {
        get { gtk_widget_get_tooltip_text(pointer).map { String(cString: $0) } ?? "" }
        set { if newValue != tooltip { gtk_widget_set_tooltip_text(pointer, newValue.isEmpty ? nil : newValue) } }
    }

    package final var size: (width: Double, height: Double) {
        (Double(gtk_widget_get_width(pointer)), Double(gtk_widget_get_height(pointer)))
    }

    /// The width that it needs to show all its content.
    package final var naturalWidth: Double { naturalLength(of: pointer, GTK_ORIENTATION_HORIZONTAL) }

    /// The size that it needs to show all its content.
    package final var naturalSize: (width: Double, height: Double) {
        (naturalWidth, naturalLength(of: pointer, GTK_ORIENTATION_VERTICAL))
    }

    private func naturalLength(of widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation) -> Double {
        var length: Int32 = 0
        gtk_widget_measure(widget, orientation, -1, nil, &length, nil, nil)
        return Double(length)
    }

    /// The space around a child, to both sides together.
    final func padding(around child: UnsafeMutablePointer<GtkWidget>?) -> (width: Double, height: Double) {
        guard let child else { return (0, 0) }
        let own = naturalSize
        return (
            own.width - naturalLength(of: child, GTK_ORIENTATION_HORIZONTAL),
            own.height - naturalLength(of: child, GTK_ORIENTATION_VERTICAL)
        )
    }

    package final func setMinimumSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(pointer, Int32(clamping: width), Int32(clamping: height))
    }

    package final var expands: Bool {
        get { gtk_widget_get_hexpand(pointer) != 0 }
        set {
            gtk_widget_set_hexpand(pointer, newValue ? 1 : 0)
            gtk_widget_set_vexpand(pointer, newValue ? 1 : 0)
        }
    }

    package enum Alignment: Sendable { case fill, start, center, end }

    package final func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
        func value(_ alignment: Alignment) -> GtkAlign {
            switch alignment {
            case .fill: GTK_ALIGN_FILL
            case .start: GTK_ALIGN_START
            case .center: GTK_ALIGN_CENTER
            case .end: GTK_ALIGN_END
            }
        }
        if let horizontally { gtk_widget_set_halign(pointer, value(horizontally)) }
        if let vertically { gtk_widget_set_valign(pointer, value(vertically)) }
    }

    // MARK: Style

    private var styleClasses: Set<String> = []

    /// Replaces the CSS classes that this property has set before.
    package final var classes: Set<String> {
        get { styleClasses }
        set {
            for name in styleClasses.subtracting(newValue) { gtk_widget_remove_css_class(pointer, name) }
            for name in newValue.subtracting(styleClasses) { gtk_widget_add_css_class(pointer, name) }
            styleClasses = newValue
        }
    }

    // MARK: Accessibility

    package enum AccessibleText: Sendable { case label, hint, value }

    private var accessibleTexts: [AccessibleText: String] = [:]

    /// Sets a text for screen readers; empty for the widget's own.
    package final func setAccessible(_ kind: AccessibleText, _ text: String) {
        guard accessibleTexts[kind, default: ""] != text else { return }
        accessibleTexts[kind] = text
        let property =
            switch kind {
            case .label: GTK_ACCESSIBLE_PROPERTY_LABEL
            case .hint: GTK_ACCESSIBLE_PROPERTY_DESCRIPTION
            case .value: GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT
            }
        if text.isEmpty {
            tabd_reset_accessible_property(pointer, Int32(property.rawValue))
        } else {
            tabd_set_accessible_text(pointer, Int32(property.rawValue), text)
        }
    }

    package enum AccessibleState: Hashable, Sendable, CaseIterable { case busy, checked, expanded, invalid, selected }

    private var accessibleStates: Set<AccessibleState> = []

    /// Sets the states that a screen reader says. States that a widget has of its own stay.
    package final func setAccessible(_ states: Set<AccessibleState>) {
        for state in AccessibleState.allCases where states.contains(state) != accessibleStates.contains(state) {
            let name =
                switch state {
                case .busy: GTK_ACCESSIBLE_STATE_BUSY
                case .checked: GTK_ACCESSIBLE_STATE_CHECKED
                case .expanded: GTK_ACCESSIBLE_STATE_EXPANDED
                case .invalid: GTK_ACCESSIBLE_STATE_INVALID
                case .selected: GTK_ACCESSIBLE_STATE_SELECTED
                }
            tabd_set_accessible_state(pointer, Int32(name.rawValue), states.contains(state) ? 1 : 0)
        }
        accessibleStates = states
    }

    /// Sets whether a screen reader calls it selected.
    package final func setAccessibleSelected(_ isSelected: Bool) {
        tabd_set_accessible_state(pointer, Int32(GTK_ACCESSIBLE_STATE_SELECTED.rawValue), isSelected ? 1 : 0)
    }

    // MARK: Input

    /// Calls a function when a button is released on the widget.
    ///
    /// - Parameters:
    ///   - button: 1 for the primary button, 3 for the secondary one, 0 for any.
    ///   - isFirst: Whether the widget decides before its children do.
    package final func onClick(
        button: UInt32 = 1, first isFirst: Bool = false, _ body: @escaping @EventLoop (Double, Double) -> Void
    ) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, button)
        if isFirst { gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE) }
        Signal.connect(click: "released", of: UnsafeMutableRawPointer(gesture), body)
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls a function while the pointer drags from where it was pressed: with the distance, and at last with nil.
    package final func onDrag(_ body: @escaping @EventLoop (_ distance: (x: Double, y: Double), _ isOver: Bool) -> Void)
    {
        guard let gesture = gtk_gesture_drag_new() else { return }
        Signal.connect(point: "drag-update", of: UnsafeMutableRawPointer(gesture)) { body(($0, $1), false) }
        Signal.connect(point: "drag-end", of: UnsafeMutableRawPointer(gesture)) { body(($0, $1), true) }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls a function for each key that is pressed while the keyboard is in the widget. It returns whether it handled
    /// the key.
    ///
    /// - Parameter isFirst: Whether the widget decides before its children do.
    package final func onKey(first isFirst: Bool = false, _ body: @escaping @EventLoop (KeyPress) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        if isFirst { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
        Signal.connect(key: "key-pressed", of: UnsafeMutableRawPointer(controller)) { key, modifiers in
            body(KeyPress(key, modifiers))
        }
        gtk_widget_add_controller(pointer, controller)
    }

    /// Calls a function when the keyboard enters or leaves the widget.
    package final func onFocus(_ body: @escaping @EventLoop (_ isInside: Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        Signal.connect("enter", of: UnsafeMutableRawPointer(controller)) { body(true) }
        Signal.connect("leave", of: UnsafeMutableRawPointer(controller)) { body(false) }
        gtk_widget_add_controller(pointer, controller)
    }

    /// Lets the user drag the widget within this program, with a text that says what it is.
    package final func allowDragging(_ text: String) {
        guard let source = gtk_drag_source_new() else { return }
        var value = GValue()
        g_value_init(&value, tabd_type_dragged())
        text.withCString { g_value_set_boxed(&value, $0) }
        let provider = gdk_content_provider_new_for_value(&value)
        g_value_unset(&value)
        gtk_drag_source_set_content(source, provider)
        gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
        g_object_unref(UnsafeMutableRawPointer(provider))
        gtk_widget_add_controller(pointer, source)
    }

    /// Lets the user drop dragged widgets of this program. The function gets their texts, and returns whether it took the
    /// text.
    package final func onDrop(_ body: @escaping @EventLoop (String) -> Bool) {
        guard let target = gtk_drop_target_new(tabd_type_dragged(), GDK_ACTION_MOVE) else { return }
        Signal.connect(drop: UnsafeMutableRawPointer(target), body)
        gtk_widget_add_controller(pointer, target)
    }
}

/// A key that was pressed, by GDK's name, such as `Escape` or `a`, with its modifiers.
package struct KeyPress: Hashable, Sendable {
    package let name: String
    package let isControl: Bool
    package let isAlt: Bool
    package let isShift: Bool

    init(_ key: UInt32, _ modifiers: GdkModifierType) {
        name = gdk_keyval_name(key).map { String(cString: $0) } ?? ""
        isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        isAlt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
        isShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    }
}
