import TabPlugin

/// Checks of controls.
final class ControlChecks: Checks {
    override func check() {
        let slider = Slider()
        slider.value = 2
        equal(slider.value, 1, "a slider's value ends at its maximum")
        slider.maximumValue = 0.5
        equal(slider.value, 0.5, "a new maximum takes the value along")
        slider.minimumValue = 3
        equal(slider.value, 3, "an upside-down range has its lower end")

        let segments = SegmentedControl()
        segments.segments = ["a", "b"]
        segments.selectedSegmentIndex = 2
        equal(segments.selectedSegmentIndex, nil, "an index outside of the segments")
        segments.selectedSegmentIndex = 1
        segments.segments = ["a"]
        equal(segments.selectedSegmentIndex, nil, "an index whose segment has gone")

        let progress = ProgressView()
        progress.progress = 1.5
        equal(progress.progress, 1, "progress ends at 1")
        progress.progress = -1
        equal(progress.progress, 0, "progress begins at 0")
        progress.progress = nil
        equal(progress.progress, nil, "unknown progress")

        var heard: [String] = []
        let button = Button(title: "a") { heard.append("primary") }
        button.addAction(for: .primaryActionTriggered) { heard.append("first") }
        button.addAction(for: .valueChanged) { heard.append("other") }
        button.addAction(for: .primaryActionTriggered) { heard.append("second") }
        button.sendActions(for: .primaryActionTriggered)
        equal(heard, ["first", "second"], "actions in their order")
        button.removeActions(for: .primaryActionTriggered)
        button.sendActions(for: .primaryActionTriggered)
        equal(heard.count, 2, "actions that were removed")

        let textView = TextView()
        isTrue(button.isFocusable && TableView().isFocusable && textView.isFocusable, "controls are focusable")
        isTrue(!View().isFocusable && !Label().isFocusable, "other views are not focusable")
        textView.isEditable = false
        isTrue(!textView.isFocusable, "a text view that is not editable is not focusable")
        textView.isFocusable = true
        button.isFocusable = false
        isTrue(textView.isFocusable && !button.isFocusable, "a choice of the code wins over the default")

        isTrue(ImageView.Pixels(width: 1, height: 1, rgba: [0, 0, 0]) == nil, "a pixel has four bytes")
        isTrue(ImageView.Pixels(width: 2, height: 1, rgba: Array(repeating: 0, count: 8)) != nil, "two pixels")
        isTrue(
            ImageView.Pixels(width: 1 << 30, height: 1 << 30, rgba: []) == nil, "a size that no array has")
    }
}
