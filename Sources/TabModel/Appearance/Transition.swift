/// A change of tabs that has begun and not ended (`G-25`): the "will" callbacks were sent, the "did" callbacks were not.
package struct Transition: Hashable, Sendable {
    /// Never used again for another one.
    package let token: UInt64
    let departure: Departure
    package let to: ViewControllerID
    /// How far the delegate has driven an interactive one, 0 to 1.
    package internal(set) var progress = 0.0
    let order: TransitionOrder
    /// Container before child.
    let coming: [ViewControllerID]
    let going: [ViewControllerID]

    package var from: ViewControllerID { departure.displayed }
    package var animation: Animation { departure.animation }
}

/// How an animated change of tabs is drawn, and what it comes back to when it is cancelled (`C-26`).
struct Departure: Hashable, Sendable {
    let animation: Animation
    let displayed: ViewControllerID
    let slot: Slot
    let lastDirect: ViewControllerID?
}

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

/// How a change of tabs is drawn, as the delegate wants it (`F-8`, `F-9`).
package struct Animation: Hashable, Sendable {
    /// As in UIView.AnimationCurve.
    package enum Curve: String, Hashable, Sendable, CaseIterable { case easeInOut, easeIn, easeOut, linear }

    /// In seconds, 0 to 10.
    package let duration: Double
    package let curve: Curve
    /// Whether the delegate drives it and ends it, instead of a clock.
    package let isInteractive: Bool

    package init(duration: Double, curve: Curve = .easeInOut, isInteractive: Bool = false) {
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
    }

    /// Whether it ends as soon as it has begun.
    var isInstant: Bool { !isInteractive && duration <= 0 }
}
