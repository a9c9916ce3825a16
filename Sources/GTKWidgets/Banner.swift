package import EventLoop

/// A line of text across the window that says what is wrong.
@EventLoop
package final class Banner: Box {
    private let label = Label(role: .alert)

    package init() {
        super.init(.horizontal)
        label.justification = .center
        label.lines = 0
        label.expands = true
        append(label)
        classes = ["tabd-banner"]
        isVisible = false
    }

    /// The text; empty hides the line.
    package var text: String {
        get { label.text }
        set {
            label.text = newValue
            isVisible = !newValue.isEmpty
        }
    }
}
