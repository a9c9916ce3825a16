/// A user is arranging the tabs (section E.5).
struct EditSession: Hashable, Sendable {
    /// The bar's tabs when it began.
    let initialBar: [ViewControllerID]
    /// The bar's tabs as they are arranged now.
    var bar: [ViewControllerID]
    /// The tab that a user has picked up by a tap on its row; nil for none.
    var picked: ViewControllerID?

    init(bar: [ViewControllerID]) {
        initialBar = bar
        self.bar = bar
    }

    /// Moving and moving back is no change (`E-45`).
    var isChanged: Bool { bar != initialBar }
}
