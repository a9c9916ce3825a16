/// How the delegate of a scenario deals with a question: it does something, then it answers.
struct Question: Sendable {
    var actions: [Action] = []
    let allows: Bool
    /// Controllers for which the answer is the opposite.
    var except = ""

    static let allow = Question(allows: true)
    static let deny = Question(allows: false)

    func allows(_ name: String) -> Bool { except.contains(name) ? !allows : allows }
}
