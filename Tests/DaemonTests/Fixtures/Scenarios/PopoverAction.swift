/// An action on the popover of a controller, or on the controller that it presents.
enum PopoverAction: Sendable {
    case style(ModalPresentationStyle)
    case preferred(Double, Double)
    case modal(Bool)
    case set(PopoverWord)
    /// Presents from `from`, with initial properties. Fails when the daemon can reject it at once.
    case present(from: String, with: [PopoverWord] = [], animated: Bool = false)
    /// The time limit for an anchor expires.
    case timeout
    case dismiss(animated: Bool = false)
    /// A dismissal by the user without a touch, as with Escape.
    case escape
    case delegate(PopoverScript?)
    /// The delegate sends its deferred replies.
    case answer

    /// Whether its result is that of a presentation.
    var isPresentation: Bool {
        switch self {
        case .present, .timeout: true
        default: false
        }
    }
}

/// A property of a popover, with its value.
enum PopoverWord: Sendable {
    case view(String, UInt32)
    case tabBar
    case noView
    /// nil is the null rect.
    case rect(Rect?)
    case item(String, UInt32)
    case permitted(UInt64)
    case margins(Insets)
    case color(String)
    case passthrough(String, UInt32)
    case overlap(Bool)
    case underArrow(Bool)
}

/// The replies of a popover's delegate.
struct PopoverScript: Sendable {
    /// The methods that it implements.
    var methods: Set<PopoverCallback>
    /// The questions to which it defers the reply until `PopoverAction.answer`.
    var holds: Set<PopoverCallback> = []
    var prepare: [PopoverWord] = []
    var should = true
    var style = ""
    var place: [PopoverWord] = []
    /// The name of a replacement controller. With `N` the presented controller is wrapped in a new navigation
    /// controller of that name.
    var replacement = ""

    static let everything = Set(PopoverCallback.allCases)

    init(
        _ methods: Set<PopoverCallback> = PopoverScript.everything, holds: Set<PopoverCallback> = [],
        prepare: [PopoverWord] = [], should: Bool = true, style: String = "", place: [PopoverWord] = [],
        replacement: String = ""
    ) {
        self.methods = methods
        self.holds = holds
        self.prepare = prepare
        self.should = should
        self.style = style
        self.place = place
        self.replacement = replacement
    }
}

/// A value of a popover that a scenario can observe.
enum PopoverObservation: Sendable {
    /// The direction, frame, content and offset: `up 352.0 140.0 320.0 413.0 | 352.0 153.0 320.0 400.0 | 0.0`, or
    /// `unknown`.
    case place
    case isPresented
    case adaptiveStyle
    /// Whether the controller has a popover.
    case exists
    /// The anchor: `A.2 null`, `A.item 1`, `nil`.
    case anchor
    /// The state of the presentation: `waits`, `presented`, or the error.
    case outcome
    /// The calls to the delegate since the last observation.
    case delegateCalls
    case presenting
}
