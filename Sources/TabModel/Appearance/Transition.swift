/// A running change of tabs (`G-25`): the "will" callbacks were sent, the "did" callbacks were not.
package struct Transition: Hashable, Sendable {
    /// Never reused for another change.
    package let token: UInt64
    let origin: TransitionOrigin
    package let to: ViewControllerID
    /// How far the delegate has driven an interactive change, 0 to 1.
    package internal(set) var progress = 0.0
    let order: TransitionOrder
    /// Container before child.
    let coming: [ViewControllerID]
    let going: [ViewControllerID]

    package var from: ViewControllerID { origin.displayed }
    package var animation: Animation { origin.animation }
}

/// How an animated change of tabs is drawn, and the state to return to when it is cancelled (`C-26`).
struct TransitionOrigin: Hashable, Sendable {
    let animation: Animation
    let displayed: ViewControllerID
    let slot: Slot
    let lastDirect: ViewControllerID?
}

/// The order of callbacks for appearing and disappearing controllers.
enum TransitionOrder: Hashable, Sendable {
    /// `G-13b`.
    case modernSwitch
    /// `G-13a`.
    case legacySwitch
    /// Push, pop and set of a navigation controller (`L5`, `N17`).
    case navigation
    /// Presenting and dismissing (`L5`).
    case presentation
    /// Changes of a list and of a window: all disappear first, then the new ones appear (`S-32`, `S-33`).
    case sequential

    /// One callback, sent to each controller concerned, container before child (`S-2`).
    enum Step: Sendable {
        case willAppear, isAppearing, didAppear, willDisappear, didDisappear, navigationWillShow

        /// Whether it is sent to the appearing controllers, not to the disappearing ones.
        var isOfComing: Bool { [.willAppear, .isAppearing, .didAppear].contains(self) }

        /// The states of a controller's view after these callbacks. The others change nothing.
        static let appearanceStates: [Step: AppearanceState] = [
            .willAppear: .appearing, .didAppear: .appeared, .willDisappear: .disappearing, .didDisappear: .disappeared,
        ]

        /// Returns the callback of a controller; nil for the one to a navigation controller's delegate.
        func event(of id: ViewControllerID, animated: Bool) -> Event? {
            switch self {
            case .willAppear: .viewWillAppear(id, animated: animated)
            case .isAppearing: .viewIsAppearing(id, animated: animated)
            case .didAppear: .viewDidAppear(id, animated: animated)
            case .willDisappear: .viewWillDisappear(id, animated: animated)
            case .didDisappear: .viewDidDisappear(id, animated: animated)
            case .navigationWillShow: nil
            }
        }
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

    /// The steps of an animated change of tabs at its beginning; the rest follows at its end (`G-25`).
    var beginning: [Step] { steps.filter { ![.didAppear, .didDisappear].contains($0) } }
    var end: [Step] { steps.filter { [.didAppear, .didDisappear].contains($0) } }
}

/// The animation that the delegate chose for a change of tabs (`F-8`, `F-9`).
package struct Animation: Hashable, Sendable {
    /// The curves of UIView.AnimationCurve.
    package enum Curve: String, Hashable, Sendable, CaseIterable { case easeInOut, easeIn, easeOut, linear }

    /// In seconds, 0 to 10.
    package let duration: Double
    package let curve: Curve
    /// Whether the delegate or a gesture drives and ends the change, instead of a clock.
    package let isInteractive: Bool
    /// Whether a front end may drive a change that its user's gesture begins (`S-209`).
    package let followsGesture: Bool

    package init(
        duration: Double, curve: Curve = .easeInOut, isInteractive: Bool = false, followsGesture: Bool = false
    ) {
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
        self.followsGesture = followsGesture
    }

    /// The animation of a change that a gesture drives; nil if it does not follow gestures.
    package var drivenByGesture: Animation? {
        followsGesture ? Animation(duration: duration, curve: curve, isInteractive: true, followsGesture: true) : nil
    }

    /// Whether the change ends as soon as it begins.
    var isInstant: Bool { !isInteractive && duration <= 0 }
}

/// The state of a controller's view between off screen and on screen (`G-2`, `L3`).
package enum AppearanceState: String, Sendable {
    case disappeared, appearing, appeared, disappearing
}

/// The order of the appearance callbacks of a tab switch. Two were observed in UIKit (`G-13a`, `G-13b`, `S-3`).
package enum LifecycleOrder: String, CaseIterable, Sendable {
    case modern, legacy
}
