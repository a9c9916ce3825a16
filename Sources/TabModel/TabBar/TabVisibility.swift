/// Whether a tab bar controller offers a view controller as a tab.
package struct TabVisibility: Hashable, Sendable {
    /// A hidden tab is neither on the bar nor in More (`K-50`).
    package var isHidden = false
    /// The value that a reset restores (`K-51`). A change applies at once.
    package var isHiddenByDefault = false {
        didSet { if isHiddenByDefault != oldValue { isHidden = isHiddenByDefault } }
    }
    /// Whether the user may hide the tab and show it again.
    package var allowsHiding = false

    package init() {}
}
