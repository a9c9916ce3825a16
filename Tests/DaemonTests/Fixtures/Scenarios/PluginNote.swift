/// A note of the controllers of `Fixtures/scenario.c`: the event, its controller, and its arguments.
struct PluginNote {
    let event: String
    let subject: UInt64
    private let arguments: [Substring]

    init(_ line: Substring) {
        let words = line.split(separator: " ")
        event = words.first.map(String.init) ?? ""
        subject = words.dropFirst().first.flatMap { UInt64($0) } ?? 0
        arguments = Array(words.dropFirst(2))
    }

    var numbers: [UInt64] { arguments.compactMap { UInt64($0) } }
    private var first: UInt64 { numbers.first ?? 0 }
    var index: Int64 { arguments.first.flatMap { Int64($0) } ?? 0 }

    var text: String { arguments.joined(separator: " ") }

    /// The popover callback that asks a delegate.
    var callback: PopoverCallback? {
        guard event == "asks" else { return nil }
        return PopoverCallback.asked.first { $0.value == first }?.key
    }

    /// The note in the notation of `EventLog`, or nil for notes that are not callbacks or are about a controller
    /// without a name.
    func word(_ name: (UInt64) -> String?) -> String? {
        func named(_ number: UInt64) -> String { number == 0 ? "nil" : name(number) ?? "?" }
        guard let subject = name(subject) else { return nil }
        let list = numbers.dropFirst().map(named).joined()
        switch event {
        case "didLoad", "willDismiss", "didDismiss", "didAttemptToDismiss": return "\(subject).\(event)"
        case "willAppear", "isAppearing", "didAppear", "willDis", "didDis":
            return "\(subject).\(event)" + (first == 1 ? "(true)" : "")
        case "willMove", "didMove": return "\(subject).\(event)(\(named(first)))"
        case "activated": return "\(subject).activated(\(first))"
        case "willPresent": return "\(subject).willPresent(\(arguments.first ?? ""))"
        case "asks": return callback.map { "\(subject).asks(\($0.rawValue))" }
        case "tapped": return "tapped(\(first))"
        case "should", "did": return "\(event)(\(named(first)))"
        case "animator": return "animator(\(named(first)),\(list))"
        case "willBegin": return "willBegin(\(list))"
        case "willEnd", "didEnd": return "\(event)(\(list),\(first == 1))"
        default: return nil
        }
    }

    /// Whether the bus sends a signal about it as well. For a pure question it does not.
    var hasSignal: Bool { !["animator", "asks"].contains(event) }

    /// The word of the signal that the bus sends just before a delegate is asked.
    func wordBefore(_ name: (UInt64) -> String?) -> String? {
        guard let subject = name(subject) else { return nil }
        if event == "animator" { return numbers.last.flatMap(name).map { "should(\($0))" } }
        switch callback {
        case .prepareForPresentation: return "\(subject).prepare"
        case .shouldDismiss: return "\(subject).shouldDismiss"
        case .willReposition: return "\(subject).willReposition"
        default: return nil
        }
    }
}

extension PopoverCallback {
    /// The callbacks that ask, with their numbers in `tab_question`.
    static let asked: [PopoverCallback: UInt64] = [
        .prepareForPresentation: 4, .shouldDismiss: 5, .willReposition: 6, .adaptiveStyle: 7,
        .adaptiveViewController: 8,
    ]

    /// The bits of a `popoverRule`.
    static func bits(_ methods: Set<PopoverCallback>) -> UInt64 {
        methods.compactMap { asked[$0] }.reduce(0) { $0 | 1 << $1 }
    }
}
