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
        control.onToggle = { [weak self] isOn in self?.sendNewest(UserActions.switchChanged, isOn) }
    }

    override func show(_ view: ViewEntry) {
        if !isSending(UserActions.switchChanged) { control.isOn = view[ViewKeys.isOn] }
    }
}

@EventLoop
final class SliderNode: ViewNode {
    private let slider = Slider()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, slider)
        slider.onChange = { [weak self] value in self?.sendNewest(UserActions.sliderChanged, value) }
    }

    override func show(_ view: ViewEntry) {
        guard !isSending(UserActions.sliderChanged) else { return }
        slider.set(view[ViewKeys.value], from: view[ViewKeys.minimum], to: view[ViewKeys.maximum])
    }
}

@EventLoop
final class SegmentedControlNode: ViewNode {
    private let control = SegmentedControl()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, control)
        control.onSelect = { [weak self] index in
            self?.sendNewest(UserActions.segmentChanged, Int32(clamping: index))
        }
    }

    override func show(_ view: ViewEntry) {
        guard !isSending(UserActions.segmentChanged) else { return }
        control.set(view.segments, selected: view.selectedSegment ?? -1)
    }

    override var styleClasses: Set<String> { ["linked", "tabd-segments"] }
}

@EventLoop
final class ProgressNode: ViewNode {
    private let bar = ProgressBar()

    init(_ view: ViewEntry, of owner: any ViewOwner) { super.init(view, of: owner, bar) }

    override func show(_ view: ViewEntry) { bar.progress = view[ViewKeys.progress] }
}
