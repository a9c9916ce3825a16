package import DBusInterface

/// One action of an alert, `(ssbb)`.
package struct AlertActionEntry: DBusStructure, Hashable {
    package var title: String
    /// `default`, `cancel` or `destructive`.
    package var style: String
    package var enabled: Bool
    /// Whether the return key stands for it.
    package var preferred: Bool

    package init(title: String, style: String = "default", enabled: Bool = true, preferred: Bool = false) {
        self.title = title
        self.style = style
        self.enabled = enabled
        self.preferred = preferred
    }

    package static let layout = Layout<AlertActionEntry>(
        { AlertActionEntry(title: $0, style: $1, enabled: $2, preferred: $3) }, \.title, \.style, \.enabled, \.preferred
    )
}
