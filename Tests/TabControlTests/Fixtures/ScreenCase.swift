internal import Testing

@testable import TabControl

/// A screen, events of its user, and the effects that they must have.
struct ScreenCase: CustomTestStringConvertible, Sendable {
    /// Events, and their effects.
    typealias Step = (events: [InputEvent], effects: [ScreenEffect])

    let testDescription: String
    private let screen: ScreenExample
    private let steps: [Step]
    private let foot: String?

    /// - Parameter foot: The beginning of the last row at the end; nil for any.
    init(_ description: String, on screen: ScreenExample = ScreenExample(), _ steps: Step..., foot: String? = nil) {
        testDescription = description
        self.screen = screen
        self.steps = steps
        self.foot = foot
    }

    func check() {
        var screen = screen
        for (events, effects) in steps { #expect(events.flatMap { screen.receive($0) } == effects) }
        if let foot { #expect(screen.foot.hasPrefix(foot)) }
    }
}

extension [InputEvent] {
    static func keys(_ keys: Key...) -> Self { keys.map { .key($0) } }

    /// One character after the other.
    static func typing(_ text: String) -> Self { text.map { .key(.character($0)) } }

    static func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) -> Self {
        [.mouse(MouseEvent(kind, row: row, column: column))]
    }

    static func click(row: Int, column: Int) -> Self {
        mouse(.press, row: row, column: column) + mouse(.release, row: row, column: column)
    }

    static func drag(from: CellPlace, to: CellPlace) -> Self {
        mouse(.press, row: from.row, column: from.column) + mouse(.drag, row: to.row, column: to.column)
            + mouse(.release, row: to.row, column: to.column)
    }
}
