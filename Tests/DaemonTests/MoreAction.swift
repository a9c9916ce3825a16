/// What a user does in More's list.
enum MoreAction: Sendable {
    case row(Int)
    case edit
    case drag(String, Int)
    case done
    /// The same by the table of the list: a row is selected, a row is dragged onto another.
    case select(Int)
    case move(Int, to: Int)

    /// A row of the table as a look tells it.
    static func text(_ title: String, _ isEnabled: Bool, isSelected: Bool) -> String {
        (isSelected ? ">" : "") + (isEnabled ? title : "(\(title))")
    }
}
