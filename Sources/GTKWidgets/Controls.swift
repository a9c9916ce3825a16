internal import CAdwaita
package import EventLoop

/// A button with a title, an icon or both.
@EventLoop
package final class Button: Widget {
    package var onClick: (@EventLoop () -> Void)?
    private var content: Widget?

    package init(role: Role = .own) {
        super.init(tabd_widget_new(gtk_button_get_type(), role.value))
        Signal.connect("clicked", of: raw) { [weak self] in self?.onClick?() }
    }

    /// Shows a title.
    package func setTitle(_ title: String) {
        content = nil
        if gtk_button_get_label(cast()).map({ String(cString: $0) }) != title { gtk_button_set_label(cast(), title) }
    }

    /// The space around the title, to both sides together.
    package var padding: (width: Double, height: Double) { padding(around: gtk_button_get_child(cast())) }

    /// Shows a widget. Screen readers need a label then.
    package func setContent(_ widget: Widget) {
        guard content !== widget else { return }
        content = widget
        gtk_button_set_child(cast(), widget.pointer)
    }
}

/// A switch that is on or off.
@EventLoop
package final class Switch: Widget {
    /// Called when the user changes it. It shows the new state when `isOn` is set.
    package var onToggle: (@EventLoop (Bool) -> Void)?
    private var isSetting = false

    package init() {
        super.init(gtk_switch_new())
        align(horizontally: .center, vertically: .center)
        Signal.connect(change: "active", of: raw) { [weak self] in
            guard let self, !isSetting else { return }
            onToggle?(isOn)
        }
    }

    package var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set {
            isSetting = true
            if newValue != isOn { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
            isSetting = false
        }
    }
}

/// A value between two limits.
@EventLoop
package final class Slider: Widget {
    /// Called for each value while the user drags.
    package var onChange: (@EventLoop (Double) -> Void)?
    private var isSetting = false

    package init() {
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05))
        gtk_scale_set_draw_value(cast(), 0)
        Signal.connect("value-changed", of: raw) { [weak self] in
            guard let self, !isSetting else { return }
            onChange?(gtk_range_get_value(cast()))
        }
    }

    package func set(_ value: Double, from minimum: Double, to maximum: Double) {
        isSetting = true
        let range = max(maximum - minimum, .leastNormalMagnitude)
        gtk_range_set_range(cast(), minimum, minimum + range)
        gtk_range_set_increments(cast(), range / 20, range / 5)
        gtk_range_set_value(cast(), value)
        isSetting = false
    }

    package var value: Double { gtk_range_get_value(cast()) }
}

/// Buttons of which one is selected.
@EventLoop
package final class SegmentedControl: Box {
    package var onSelect: (@EventLoop (Int) -> Void)?
    private var titles: [String] = []
    private var isSetting = false

    package init() {
        super.init(.horizontal, role: .group)
        classes = ["linked"]
        gtk_box_set_homogeneous(cast(), 1)
    }

    package var segments: [ToggleButton] { children.compactMap { $0 as? ToggleButton } }

    package func set(_ titles: [String], selected: Int) {
        isSetting = true
        if titles != self.titles {
            self.titles = titles
            for child in children { remove(child) }
            for (index, title) in titles.enumerated() {
                let button = ToggleButton(title)
                button.expands = true
                button.onToggle = { [weak self, weak button] isOn in
                    guard let self, !isSetting else { return }
                    // A tap on the selected segment does not turn it off.
                    guard isOn else { button?.isOn = true; return }
                    onSelect?(index)
                }
                append(button)
            }
        }
        for (index, child) in children.enumerated() { (child as? ToggleButton)?.isOn = index == selected }
        isSetting = false
    }
}

/// A button that stays pressed.
@EventLoop
package final class ToggleButton: Widget {
    package var onToggle: (@EventLoop (Bool) -> Void)?
    private var isSetting = false

    package init(_ title: String) {
        super.init(gtk_toggle_button_new_with_label(title))
        Signal.connect("toggled", of: raw) { [weak self] in
            guard let self, !isSetting else { return }
            onToggle?(isOn)
        }
    }

    /// The space around the title, to both sides together.
    package var padding: (width: Double, height: Double) { padding(around: gtk_button_get_child(cast())) }

    package var isOn: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set {
            isSetting = true
            if newValue != isOn { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
            isSetting = false
        }
    }
}

/// The progress of something.
@EventLoop
package final class ProgressBar: Widget {
    private var pulse: LoopTimer?

    package init() {
        super.init(gtk_progress_bar_new())
        align(vertically: .center)
    }

    /// 0 to 1; negative for unknown, which moves a block to and fro.
    package var progress: Double = 0 {
        didSet {
            guard progress != oldValue else { return }
            pulse = nil
            if progress < 0 { step() } else { gtk_progress_bar_set_fraction(opaque, min(progress, 1)) }
        }
    }

    private func step() {
        gtk_progress_bar_pulse(opaque)
        pulse = LoopTimer(after: 150, accuracy: 50) { [weak self] in self?.step() }
    }
}

/// A sign that something is going on.
@EventLoop
package final class Spinner: Widget {
    package init() {
        super.init(gtk_spinner_new())
        gtk_spinner_start(opaque)
    }
}
