/// The rules of a profile about the moves of the focus.
protocol FocusDecisions {
    /// Decides about a button, or a swipe in its direction.
    ///
    /// - Parameter content: The views of the displayed content that can have the focus.
    func decision(about button: RemoteButton, at focus: Focus, _ content: FocusContent) -> FocusRules.Decision

    /// Decides about steps in reading order (`S-163`); nil if the focus has nowhere to go.
    ///
    /// - Parameters:
    ///   - steps: Negative ones go back.
    ///   - wraps: Whether the first place follows the last one.
    func decision(about steps: Int, wraps: Bool, at focus: Focus, _ content: FocusContent) -> FocusRules.Decision?
}

/// The moves of the focus in a tab bar controller of profile tv: a state machine that decides. `BarFocusRules` decides
/// in the other profiles.
struct FocusRules: FocusDecisions {
    private let nodes: Nodes
    private let tbc: ViewControllerID

    init(_ nodes: Nodes, in tbc: ViewControllerID) {
        self.nodes = nodes
        self.tbc = tbc
    }

    enum Decision {
        /// The press belongs to the system (`J-9`).
        case ignore
        case stay
        case move(Focus)
        /// The focus moves to an item that is selected after the delay (`J-6`).
        case moveToItem(Int)
        /// An item must be selected first. A rotation reaches it with some of its turns.
        case selectFirst(Int, turns: Int = 0)
        /// The focused item is tapped (`S-161`).
        case tap(Int)
        /// A navigation controller's stack is shortened.
        case pop(ViewControllerID, to: [ViewControllerID])
        /// The back button of a navigation controller is tapped (`S-82`).
        case goBack(ViewControllerID)
        case activate(ViewAddress)
    }

    /// Decides about a button, or a swipe in its direction.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    func decision(about button: RemoteButton, at focus: Focus, _ content: FocusContent) -> Decision {
        if let step = button.step { return decision(about: step, wraps: true, at: focus, content) ?? .stay }
        return switch focus {
        case .pending(let position, _) where button == .down || button == .select: .selectFirst(position)
        case .pending(let position, _): decision(about: button, atItem: position, content)
        case .bar(let position): decision(about: button, atItem: position, content)
        case .content(let view): decision(about: button, in: view, content)
        }
    }

    private func decision(about button: RemoteButton, atItem position: Int?, _ content: FocusContent) -> Decision {
        switch button {
        case .left, .right:
            let goesBack = (button == .left) != nodes.language(around: tbc).isRightToLeft
            let next = (position ?? 0) + (goesBack ? -1 : 1)
            guard position != nil, nodes.barItems(of: tbc).indices.contains(next) else { return .stay }
            // The selected item needs no selection (S-74).
            return next == directPosition ? .move(.bar(next)) : .moveToItem(next)
        case .up: return .stay
        case .menu: return .ignore
        case .down, .select, .next, .previous:
            let preferred = button == .select ? content.preferredView : nil
            return (preferred ?? viewBelow(position, content)).map { .move(.content($0)) } ?? .stay
        }
    }

    private func decision(about button: RemoteButton, in view: ViewAddress, _ content: FocusContent) -> Decision {
        guard let direction = button.direction else {
            guard button == .menu else { return .activate(view) }
            // A stack with pushed controllers is popped first (S-82).
            if let selected = nodes.selectedViewController(of: tbc), let stack = nodes.navigationStack(selected),
                stack.count > 1
            {
                return .pop(selected, to: stack.dropLast())
            }
            return .move(.bar(selectedPosition))
        }
        let frame = content.views.first { $0.id == view }?.frame
        if let frame, let next = FocusSearch.next(direction, from: frame, in: content.views.filter { $0.id != view }) {
            return .move(.content(next))
        }
        return direction == .up ? .move(.bar(selectedPosition)) : .stay
    }

    /// Decides about steps in reading order (`S-163`). In the content the bar counts as its selected item, because focus
    /// that returns to it lands there (`J-8`).
    ///
    /// - Parameter steps: Negative ones go back.
    /// - Returns: nil if the focus has nowhere to go.
    func decision(about steps: Int, wraps: Bool, at focus: Focus, _ content: FocusContent) -> Decision? {
        let all = Array(nodes.barItems(of: tbc).indices)
        // The content beyond the bar is that of the last tab, as after single turns.
        let last = all.count - 1
        switch focus {
        case .pending(let position, _) where position + steps > last:
            return .selectFirst(last, turns: last - position)
        case .bar(let position?) where position < last && position + steps > last:
            return .selectFirst(last, turns: last - position)
        case .pending(let position, _) where position + steps < 0 && wraps: return .selectFirst(position)
        default: break
        }
        let items = focus.isInContent ? selectedPosition.map { [$0] } ?? [] : all
        let isRightToLeft = nodes.language(around: tbc).isRightToLeft
        let order = FocusOrder(items: items, isBarFirst: true, isRightToLeft: isRightToLeft, content)
        switch order.target(after: steps, from: focus, wraps: wraps) {
        case .bar(let position?): return position == directPosition ? .move(.bar(position)) : .moveToItem(position)
        case .content(let view): return .move(.content(view))
        case .bar, .pending, nil: return nil
        }
    }

    /// Returns the view straight below the item, else the closest one (`J-5`).
    private func viewBelow(_ position: Int?, _ content: FocusContent) -> ViewAddress? {
        guard let position, let item = itemFrames.dropFirst(position).first else { return content.initial }
        return FocusSearch.next(.down, from: item, in: content.views)
            ?? FocusSearch.closest(to: item, in: content.views)
    }

    /// The items' frames in the tab bar controller's view, even while the bar is hidden.
    private var itemFrames: [Rect] {
        guard let window = nodes.window(of: tbc) else { return [] }
        return Geometry(nodes).itemFrames(of: tbc, width: window.size.width, height: window.tabBarHeight)
    }

    /// The position of the selected tab's item; nil when it has none.
    private var directPosition: Int? {
        nodes.selectedViewController(of: tbc).flatMap { nodes.barItems(of: tbc).firstIndex(of: $0) }
    }

    /// The item that gets the focus when it enters the bar: the last item if the selected tab has none (`J-8`, `S-80`).
    var selectedPosition: Int? {
        let count = nodes.barItems(of: tbc).count
        return directPosition ?? (count > 0 ? count - 1 : nil)
    }
}
