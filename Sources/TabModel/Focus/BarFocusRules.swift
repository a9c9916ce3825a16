/// The moves of the focus outside of profile tv. The bar may be at any side, and stays visible. Its place and that of its
/// items decide about the directions (`S-162`).
struct BarFocusRules: FocusDecisions {
    typealias Decision = FocusRules.Decision

    private let nodes: Nodes
    private let tbc: ViewControllerID
    /// The controllers of the items that can have the focus; none while the bar is hidden or covered (`S-164`).
    private let items: [ViewControllerID]
    /// The frames of the items in the tab bar controller's view.
    private let frames: [Rect]
    /// The direction from the bar to the content.
    private let toContent: FocusDirection

    init(_ nodes: Nodes, in tbc: ViewControllerID) {
        self.nodes = nodes
        self.tbc = tbc
        let geometry = Geometry(nodes)
        let bar = geometry.barFrame(of: tbc)
        let isReachable = !nodes.isBarDrawnHidden(tbc) && nodes.presentation(over: tbc) == nil
        items = isReachable ? nodes.barItems(of: tbc) : []
        frames = isReachable ? geometry.itemFrames(of: tbc).map { $0.offset(by: bar.origin) } : []
        let size = nodes.window(of: tbc)?.size ?? Size(width: 0, height: 0)
        toContent =
            if bar.width >= bar.height {
                bar.midY * 2 > size.height ? .up : .down
            } else {
                bar.midX * 2 > size.width ? .left : .right
            }
    }

    // MARK: Moves

    /// Decides about a button, or a swipe in its direction.
    func decision(about button: RemoteButton, at focus: Focus, _ content: FocusContent) -> Decision {
        if let step = button.step { return decision(about: step, wraps: true, at: focus, content) ?? .stay }
        return switch focus {
        case .bar(let position), .pending(let position as Int?, _): decision(about: button, atItem: position, content)
        case .content(let view): decision(about: button, in: view, content)
        }
    }

    /// Decides about steps in reading order (`S-163`); nil if the focus has nowhere to go.
    func decision(about steps: Int, wraps: Bool, at focus: Focus, _ content: FocusContent) -> Decision? {
        let isRightToLeft = nodes.language(around: tbc).isRightToLeft
        let isBarFirst = toContent == .down || toContent == (isRightToLeft ? .left : .right)
        let order = FocusOrder(
            items: Array(items.indices), isBarFirst: isBarFirst, isRightToLeft: isRightToLeft, content)
        return order.target(after: steps, from: focus, wraps: wraps).map { .move($0) }
    }

    private func decision(about button: RemoteButton, atItem position: Int?, _ content: FocusContent) -> Decision {
        guard let position, let frame = frames.dropFirst(position).first else {
            return button == .menu || button == .select ? .ignore : .stay
        }
        guard let direction = button.direction else { return button == .select ? .tap(position) : .ignore }
        if let next = FocusSearch.next(direction, from: frame, in: frames) { return .move(.bar(next)) }
        guard direction == toContent else { return .stay }
        let view =
            FocusSearch.next(direction, from: frame, in: content.views)
            ?? FocusSearch.closest(to: frame, in: content.views)
        return view.map { .move(.content($0)) } ?? .stay
    }

    private func decision(about button: RemoteButton, in view: ViewAddress, _ content: FocusContent) -> Decision {
        guard let direction = button.direction else {
            guard button == .menu else { return .activate(view) }
            if let navigation { return .goBack(navigation) }
            return entry.map { .move(.bar($0)) } ?? .ignore
        }
        let frame = content.views.first { $0.id == view }?.frame
        if let frame, let next = FocusSearch.next(direction, from: frame, in: content.views.filter { $0.id != view }) {
            return .move(.content(next))
        }
        guard direction == toContent.opposite, let entry else { return .stay }
        return .move(.bar(entry))
    }

    /// The innermost displayed navigation controller with a back button, which `menu` taps (`S-82`).
    private var navigation: ViewControllerID? {
        nodes.focusChain(of: tbc).last { id in
            nodes[id]?.kind.isNavigation == true && nodes[id]?.settings.isNavigationBarHidden == false
                && nodes[id]?.stack.last.flatMap { nodes.backButtonTitle(of: $0) } != nil
        }
    }

    // MARK: Places

    /// The item that gets the focus when it enters the bar: the selected one, else the last one (`J-8`).
    private var entry: Int? {
        guard !items.isEmpty else { return nil }
        return nodes.barSelectedItem(of: tbc).flatMap { items.firstIndex(of: $0) } ?? items.count - 1
    }

    /// Returns where the focus is after a change of the bar or of the content: on the same item or view if it is still
    /// there, else on the item that is nearest, or on another view (`S-165`, `S-81`).
    ///
    /// - Parameter item: The controller of the item that has the focus.
    func revised(_ focus: Focus, on item: ViewControllerID?, _ content: FocusContent) -> Focus {
        switch focus {
        case .content(let view) where content.contains(view): return focus
        case .content: return content.initial.map { .content($0) } ?? .bar(entry)
        case .bar(let position), .pending(let position as Int?, _):
            guard let last = items.indices.last else { return content.initial.map { .content($0) } ?? .bar(nil) }
            if let item, let index = items.firstIndex(of: item) { return .bar(index) }
            return .bar(position.map { min($0, last) } ?? entry)
        }
    }

    /// The controller of an item; nil for a view.
    func item(at focus: Focus) -> ViewControllerID? {
        guard case .bar(let position?) = focus else { return nil }
        return items.dropFirst(position).first
    }
}
