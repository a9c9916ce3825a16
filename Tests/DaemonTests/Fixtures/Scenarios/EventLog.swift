/// The notation of events, one word for each: `B.willAppear`, or animated `B.willAppear(true)`.
enum EventLog {
    /// The subset of words that a scenario checks.
    enum Part: Sendable, Equatable {
        /// All words except the life cycle of `tabs`, `more` and `list`, which the logs of the cases leave out (S-25).
        case clients
        case all
        /// The calls to delegates, and the signals of bars.
        case notifications
        case appearances
        case moves
        /// The words about a controller.
        case named(String)
    }

    static func select(_ part: Part, of words: [String]) -> String {
        words.filter { word in
            let isLifeCycle = word.split(separator: "(").first?.contains(".") == true
            let isMove = word.contains(".willMove(") || word.contains(".didMove(")
            let isContainers = containers.contains { word.hasPrefix("\($0).") }
            return switch part {
            case .clients: !isContainers
            case .all: true
            case .notifications: !isLifeCycle
            case .appearances: isLifeCycle && !isMove && !isContainers
            case .named(let name): word.hasPrefix("\(name).")
            case .moves: isMove
            }
        }.joined(separator: " ")
    }

    private static let containers = ["tabs", "more", "list"]

    /// The word for an event, or nil for events that are not callbacks and for the life cycle of controllers without a
    /// name.
    static func word(_ event: Event, _ name: (ViewControllerID) -> String?) -> String? {
        func named(_ id: ViewControllerID) -> String { name(id) ?? "?" }
        func names(_ ids: [ViewControllerID]) -> String { ids.map(named).joined() }
        func own(_ id: ViewControllerID, _ text: String) -> String? { name(id).map { "\($0).\(text)" } }
        func own(_ id: ViewControllerID, _ text: String, animated: Bool) -> String? {
            own(id, text + (animated ? "(true)" : ""))
        }
        switch event {
        // Signals of another tab bar controller's bar are left out.
        case .itemsChanged(let id, _, _) where name(id) != "tabs": return nil
        case .itemTapped(_, let position): return "tapped(\(position))"
        case .shouldSelect(_, let id): return "should(\(named(id)))"
        case .didSelect(_, let id): return "did(\(named(id)))"
        case .shouldClose(_, let id): return "shouldClose(\(named(id)))"
        case .didClose(_, let id): return "didClose(\(named(id)))"
        case .didRefuse(_, let id): return "refused(\(named(id)))"
        case .itemsChanged(_, let items, let animated): return "items(\(names(items)),\(animated))"
        case .willMove(let id, let parent): return own(id, "willMove(\(parent.map(named) ?? "nil"))")
        case .didMove(let id, let parent): return own(id, "didMove(\(parent.map(named) ?? "nil"))")
        case .viewDidLoad(let id): return own(id, "didLoad")
        case .viewWillAppear(let id, let animated): return own(id, "willAppear", animated: animated)
        case .viewIsAppearing(let id, let animated): return own(id, "isAppearing", animated: animated)
        case .viewDidAppear(let id, let animated): return own(id, "didAppear", animated: animated)
        case .viewWillDisappear(let id, let animated): return own(id, "willDis", animated: animated)
        case .viewDidDisappear(let id, let animated): return own(id, "didDis", animated: animated)
        case .navigationWillShow(_, let id, let animated): return shown("willShow", named(id), animated)
        case .navigationDidShow(_, let id, let animated): return shown("didShow", named(id), animated)
        case .willBeginCustomizing(_, let list): return "willBegin(\(names(list)))"
        case .willEndCustomizing(_, let list, let changed): return "willEnd(\(names(list)),\(changed))"
        case .didEndCustomizing(_, let list, let changed): return "didEnd(\(names(list)),\(changed))"
        case .popover(let id, let event): return word(event).flatMap { own(id, $0) }
        case .barButtonItemActivated(let id, let item): return own(id, "activated(\(item))")
        case .alertAnswered(let id, _): return own(id, "answered")
        case .presented, .presentationFailed, .presentationWaits: return nil
        case .created, .destroyed, .changed, .didDismiss, .customizingClosed, .transitionBegan,
            .selectionPending:
            return nil
        }
    }

    /// The word for an event of a popover. A question follows the notification before it.
    private static func word(_ event: PopoverEvent) -> String? {
        switch event {
        case .created, .renewed, .replaced, .released: nil
        case .prepareForPresentation: "prepare"
        case .shouldDismiss: "shouldDismiss"
        case .willDismiss: "willDismiss"
        case .didDismiss: "didDismiss"
        case .didAttemptToDismiss: "didAttemptToDismiss"
        case .willReposition: "willReposition"
        case .willPresentWithAdaptiveStyle(let style): "willPresent(\(style.rawValue))"
        case .chromeChanged(let property, let animated): "chrome(\(property),\(animated))"
        case .asks(let question): "asks(\(question.kind.callback.rawValue))"
        }
    }

    static func shown(_ text: String, _ name: String, _ animated: Bool) -> String {
        "\(text)(\(name)\(animated ? ",true" : ""))"
    }
}
