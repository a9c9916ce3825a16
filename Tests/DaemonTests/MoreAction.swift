/// What a user does in More's list.
enum MoreAction: Sendable {
    case row(Int)
    case edit
    case drag(String, Int)
    case done
}
