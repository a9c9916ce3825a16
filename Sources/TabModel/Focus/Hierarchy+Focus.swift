/// The focus in profile tv, a state machine.
extension Hierarchy {
    /// Returns the position of the focused item; nil while the content has the focus, and on an empty bar.
    package func focusedItem(of tbc: ViewControllerID) -> Int? {
        switch nodes[tbc]?.tabs?.focus {
        case .bar(let position): position
        case .pending(let position, _): position
        case .content, nil: nil
        }
    }

    /// Returns the focused view; nil while the bar has the focus.
    package func focusedView(of tbc: ViewControllerID) -> ViewAddress? {
        guard case .content(let view) = nodes[tbc]?.tabs?.focus else { return nil }
        return view
    }

    /// Handles a button, or a swipe in its direction.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    package mutating func press(
        _ button: RemoteButton, of tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        let tabs = try requireTabs(tbc)
        guard tabs.profile == .tv else {
            throw .notSupported("\(tbc.describe) has no focus: its profile is \(tabs.profile.rawValue), not tv")
        }
        switch tabs.focus {
        case .bar(let position): return pressOnBar(button, at: position, of: tbc, content)
        case .pending(let position, _):
            guard button == .down || button == .select else {
                return pressOnBar(button, at: position, of: tbc, content)
            }
            focus(.bar(position), in: tbc)
            return .selectsFirst(position: position)
        case .content(let view): return pressInContent(button, at: view, of: tbc, content)
        }
    }

    /// Ends the delay of a pending selection.
    /// - Returns: The position to select, as by a tap; nil when the focus has moved.
    package mutating func endPendingSelection(_ token: UInt64, of tbc: ViewControllerID) -> Int? {
        guard case .pending(let position, token) = nodes[tbc]?.tabs?.focus else { return nil }
        focus(.bar(position), in: tbc)
        return position
    }

    package var hasStaleFocus: Bool { !rest.staleFocus.isEmpty }

    /// Returns the tab bar controllers whose focused view may have been removed since the last call.
    package mutating func drainStaleFocus() -> Set<ViewControllerID> {
        guard !rest.staleFocus.isEmpty else { return [] }
        defer { rest.staleFocus = [] }
        return rest.staleFocus
    }

    /// Keeps the focus on a view that still exists, else finds another view, else shows the bar (`S-81`, `S-83`).
    package mutating func reviseFocus(of tbc: ViewControllerID, content: FocusContent) {
        guard case .content(let view) = nodes[tbc]?.tabs?.focus, !content.contains(view) else { return }
        focus(content.initial.map { .content($0) } ?? .bar(selectedPosition(of: tbc)), in: tbc)
    }

    /// Records that the content of this root has changed.
    package mutating func noteFocus(of root: ViewControllerID) {
        if nodes[root]?.tabs?.profile == .tv { rest.staleFocus.insert(root) }
    }

    // MARK: Moving

    private mutating func pressOnBar(
        _ button: RemoteButton, at position: Int?, of tbc: ViewControllerID, _ content: FocusContent
    ) -> Press {
        switch button {
        case .left, .right:
            let next = (position ?? 0) + (button == .left ? -1 : 1)
            if position != nil, barItems(of: tbc).indices.contains(next) { focusItem(next, in: tbc) }
        case .up: break
        case .menu: return .finished(handled: false)
        case .down, .select:
            let preferred = button == .select ? content.preferredView : nil
            if let view = preferred ?? viewBelow(position, of: tbc, content) { focus(.content(view), in: tbc) }
        }
        return .finished(handled: true)
    }

    /// Returns the view straight below the item, else the closest one (`J-5`).
    private func viewBelow(_ position: Int?, of tbc: ViewControllerID, _ content: FocusContent) -> ViewAddress? {
        guard let position, let item = focusFrames(of: tbc).dropFirst(position).first else { return content.initial }
        return FocusSearch.next(.down, from: item, in: content.views)
            ?? FocusSearch.closest(to: item, in: content.views)
    }

    private mutating func pressInContent(
        _ button: RemoteButton, at view: ViewAddress, of tbc: ViewControllerID, _ content: FocusContent
    ) -> Press {
        guard let direction = button.direction else {
            guard button == .menu else { return .activates(view) }
            // A stack with pushed controllers is popped first (S-82).
            if let selected = nodes[tbc]?.tabs?.selectedViewController, let node = nodes[selected],
                node.kind.isNavigation, node.stack.count > 1
            {
                shorten(selected, to: Array(node.stack.dropLast()), animated: true)
            } else {
                focus(.bar(selectedPosition(of: tbc)), in: tbc)
            }
            return .finished(handled: true)
        }
        let frame = content.views.first { $0.id == view }?.frame
        if let frame, let next = FocusSearch.next(direction, from: frame, in: content.views.filter { $0.id != view }) {
            focus(.content(next), in: tbc)
        } else if direction == .up {
            focus(.bar(selectedPosition(of: tbc)), in: tbc)
        }
        return .finished(handled: true)
    }

    /// Returns the items' frames in the tab bar controller's view, even while the bar is hidden.
    private func focusFrames(of tbc: ViewControllerID) -> [Rect] {
        guard let window = nodes[tbc]?.window else { return [] }
        return itemFrames(of: tbc, width: window.size.width, height: window.tabBarHeight)
    }

    /// Moves the focus to an item. The selected item needs no selection (`S-74`); any other item is selected after the
    /// delay (`J-6`).
    private mutating func focusItem(_ position: Int, in tbc: ViewControllerID) {
        guard position != directPosition(of: tbc) else { return focus(.bar(position), in: tbc) }
        let token = makeToken()
        focus(.pending(position, token: token), in: tbc)
        emit(.selectionPending(tbc, token: token))
    }

    private mutating func focus(_ focus: Focus, in tbc: ViewControllerID) {
        guard let old = nodes[tbc]?.tabs?.focus, old != focus else { return }
        nodes[tbc]?.tabs?.focus = focus
        // The bar is hidden while the content has the focus, so the content needs a new layout.
        if old.isInContent != focus.isInContent { markTreeChanged(tbc) } else { markChanged(tbc) }
    }

    // MARK: Selection

    /// Returns the position of the selected tab's item; nil when it has none.
    private func directPosition(of tbc: ViewControllerID) -> Int? {
        guard let selected = nodes[tbc]?.tabs?.selectedViewController else { return nil }
        return barItems(of: tbc).firstIndex(of: selected)
    }

    /// Returns the item that gets the focus when it enters the bar: the last item if the selected tab has none (`J-8`,
    /// `S-80`).
    private func selectedPosition(of tbc: ViewControllerID) -> Int? {
        let count = barItems(of: tbc).count
        return directPosition(of: tbc) ?? (count > 0 ? count - 1 : nil)
    }

    /// Moves the focus after a selection: on the bar to the selected item (`J-10`), in the content to the new content's
    /// view.
    mutating func focusFollowsSelection(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile == .tv else { return }
        if tabs.focus.isInContent { noteFocus(of: tbc) } else { focusSelectedItem(of: tbc) }
    }

    /// Moves the focus to the selected item after a change of the list or of the selection, unless the content has it
    /// (`S-81`).
    mutating func focusSelectedItem(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile == .tv else { return }
        noteFocus(of: tbc)
        if !tabs.focus.isInContent { focus(.bar(selectedPosition(of: tbc)), in: tbc) }
    }
}
