internal import CTabPlugin

/// What a view is for assistive technology.
public enum AccessibilityRole: String, Hashable, Sendable, CaseIterable {
    /// The role of the view's class: a `Button` is a button.
    case automatic
    /// Not an element of its own, as decoration. Its subviews are.
    case none
    case alert, button, chart, checkBox, group, header, image, link, list, menuButton, progressIndicator, radioButton
    case scrollView, searchField, segmentedControl, slider, staticText, status, `switch`, tabBar, textField, textView
    case timer
}

/// A state of a view for assistive technology.
public enum AccessibilityState: String, Hashable, Sendable, CaseIterable {
    case busy, checked, collapsed, expanded, invalid, mixed, required, selected, updatesFrequently
}

/// How an announcement treats other speech.
public enum AnnouncementPriority: Hashable, Sendable {
    /// Waits until the screen reader is silent.
    case polite
    /// Interrupts other speech.
    case assertive
}

extension ViewController {
    /// Has front ends announce a text to users of screen readers, as `UIAccessibility.post(notification:argument:)` does
    /// with an announcement. An empty text, and one of more than 4,096 bytes, is logged as an error.
    ///
    /// ```swift
    /// final class Mailbox: ViewController {
    ///     func didDelete(_ count: Int) { announce("\(count) messages deleted") }
    /// }
    /// ```
    public func announce(_ text: String, priority: AnnouncementPriority = .polite) {
        request("announce a text") { table, host, arena in
            table.announce?(host, number, arena.string(text), priority == .assertive)
        }
    }
}
