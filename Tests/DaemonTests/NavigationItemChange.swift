/// What a controller wants its navigation bar to show.
enum NavigationItemChange: Sendable {
    case title(String)
    case hidesBackButton(Bool)
    /// Has one button at the left, with this title.
    case leftItem(String)
}
