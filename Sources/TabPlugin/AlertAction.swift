/// One of the actions of an ``AlertController``.
@PluginActor
public final class AlertAction {
    public enum Style: String, Sendable {
        case `default`
        /// Leaves everything unchanged. An alert has at most one action of this style.
        case cancel
        case destructive
    }

    public let title: String?
    public let style: Style
    public var isEnabled = true
    let handler: ((AlertAction) -> Void)?

    /// - Parameter handler: Runs after the dismissal.
    public init(title: String?, style: Style = .default, handler: ((AlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
