import TabModel

/// What is done to the popover of a controller, or to what it presents.
enum PopoverAction: Sendable {
    case style(ModalPresentationStyle)
    case preferred(Double, Double)
    case modal(Bool)
    case set(PopoverWord)
    /// By `from`, with these properties to begin with; refused when that is known at once.
    case present(from: String, with: [PopoverWord] = [], animated: Bool = false)
    /// The time for an anchor is over.
    case timeout
    case dismiss(animated: Bool = false)
    /// A user's, without a point.
    case escape
    case delegate(PopoverScript?)
    /// The delegate answers what it has not answered yet.
    case answer

    /// Whether it tells what becomes of a presentation.
    var isPresentation: Bool {
        switch self {
        case .present, .timeout: true
        default: false
        }
    }
}

/// A property of a popover.
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

/// What a popover's delegate answers.
struct PopoverScript: Sendable {
    /// What it has.
    var methods: Set<PopoverCallback>
    /// Questions that it does not answer before `PopoverAction.answer`.
    var holds: Set<PopoverCallback> = []
    var prepare: [PopoverWord] = []
    var should = true
    var style = ""
    var place: [PopoverWord] = []
    /// A controller's name, or `N`: then the presented one is wrapped in a new navigation controller of that name.
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

/// What can be read of a popover.
enum PopoverLook: Sendable {
    /// `up 352.0 140.0 320.0 413.0 | 352.0 153.0 320.0 400.0 | 0.0`: direction, frame, content and offset; `unknown`.
    case place
    case isPresented
    case adaptiveStyle
    /// Whether there is one.
    case exists
    /// The anchor that is set: `A.2 null`, `A.item 1`, `nil`.
    case anchor
    /// What has become of the presentation: `waits`, `presented`, or how it was refused.
    case outcome
    /// What the delegate was told, and drops that.
    case told
    case presenting
}
