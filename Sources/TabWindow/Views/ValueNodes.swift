internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

@EventLoop
final class SwitchNode: ViewNode {
    private let control = Switch()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, control)
        control.onToggle = { [weak self] isOn in self?.sendNewest("valueChanged", .bool(isOn)) }
    }

    override func show(_ view: ViewEntry) {
        if !isSending("valueChanged") { control.isOn = view.properties["On"]?.get() ?? false }
    }
}

@EventLoop
final class SliderNode: ViewNode {
    private let slider = Slider()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, slider)
        slider.onChange = { [weak self] value in self?.sendNewest("valueChanged", .double(value)) }
    }

    override func show(_ view: ViewEntry) {
        guard !isSending("valueChanged") else { return }
        slider.set(view.number("Value"), from: view.number("Minimum"), to: view.number("Maximum", 1))
    }
}

@EventLoop
final class SegmentedControlNode: ViewNode {
    private let control = SegmentedControl()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, control)
        control.onSelect = { [weak self] index in self?.sendNewest("valueChanged", .int32(Int32(clamping: index))) }
    }

    override func show(_ view: ViewEntry) {
        if !isSending("valueChanged") { control.set(view.segments, selected: view.selectedSegment ?? -1) }
    }

    override var styleClasses: Set<String> { ["linked", "tabd-segments"] }
}

@EventLoop
final class ProgressNode: ViewNode {
    private let bar = ProgressBar()

    init(_ view: ViewEntry, of owner: any ViewOwner) { super.init(view, of: owner, bar) }

    override func show(_ view: ViewEntry) { bar.progress = view.number("Progress") }
}
