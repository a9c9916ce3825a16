/// Where the focus of a tab bar controller of profile tv is (section J).
enum Focus: Hashable, Sendable {
    /// On an item of the bar; nil when there is none.
    case bar(Int?)
    /// On an item that is to be selected when the delay is over, unless the focus moves on before.
    case pending(Int, token: UInt64)
    /// On a view of the content.
    case content(ViewAddress)

    var isInContent: Bool {
        guard case .content = self else { return false }
        return true
    }
}
