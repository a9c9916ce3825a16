/// In which order the controllers that come and those that go hear of it.
enum TransitionOrder: Hashable, Sendable {
    /// `G-13b`.
    case modernSwitch
    /// `G-13a`.
    case legacySwitch
    /// Push, pop and set of a navigation controller (`L5`, `N17`).
    case navigation
    /// Presenting and dismissing (`L5`).
    case presentation
    /// Changes of a list and of a window: first all disappear, then the new ones appear (`S-32`, `S-33`).
    case sequential

    /// One callback, sent to each controller concerned, container before child (`S-2`).
    enum Step: Sendable {
        case willAppear, isAppearing, didAppear, willDisappear, didDisappear, navigationWillShow

        /// Whether it is sent to the controllers that come, not to those that go.
        var isOfComing: Bool { [.willAppear, .isAppearing, .didAppear].contains(self) }
    }

    init(_ order: LifecycleOrder) {
        self = order == .modern ? .modernSwitch : .legacySwitch
    }

    /// `viewIsAppearing` follows the last "will" and precedes the first "did" (`S-20`).
    var steps: [Step] {
        switch self {
        case .modernSwitch: [.willAppear, .willDisappear, .isAppearing, .didAppear, .didDisappear]
        case .legacySwitch: [.willAppear, .willDisappear, .isAppearing, .didDisappear, .didAppear]
        case .navigation:
            [.willDisappear, .willAppear, .navigationWillShow, .isAppearing, .didDisappear, .didAppear]
        case .presentation: [.willDisappear, .willAppear, .isAppearing, .didAppear, .didDisappear]
        case .sequential: [.willDisappear, .didDisappear, .willAppear, .isAppearing, .didAppear]
        }
    }

    /// Of an animated change of tabs: what is sent when it begins, and what is left for its end (`G-25`).
    var beginning: [Step] { steps.filter { ![.didAppear, .didDisappear].contains($0) } }
    var end: [Step] { steps.filter { [.didAppear, .didDisappear].contains($0) } }
}
