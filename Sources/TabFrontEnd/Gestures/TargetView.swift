package import DBusInterface
package import TabInterface
internal import TabMirror

/// A view that gets the user's input, and the gestures of that input.
package struct TargetView: Hashable, Sendable {
    package let path: ObjectPath
    package let view: ViewEntry

    package init(path: ObjectPath, view: ViewEntry) {
        self.path = path
        self.view = view
    }

    package var kind: ViewKind? { view.kind }

    /// Whether the user can type into the view.
    package var acceptsText: Bool {
        view.isKind(.textField) || view.isKind(.textView) && view[ViewKeys.isEditable]
    }

    /// Returns the gesture that performs an action.
    package func send<Value>(_ action: ViewAction<Value>, _ value: Value) -> UserGesture {
        .send(path, view.id, action.name, value.variant)
    }

    /// Returns the gesture that performs an action whose newest value counts.
    package func update<Value>(_ action: ViewAction<Value>, _ value: Value) -> UserGesture {
        .update(path, view.id, action.name, value.variant)
    }

    private func send(_ action: ViewAction<UInt32>, at index: Int) -> UserGesture {
        send(action, UInt32(clamping: index))
    }

    // MARK: Values

    /// Returns the gesture of Enter or a click; nil if the view does nothing then.
    ///
    /// - Parameter row: The keyboard's current row of a table; nil for none.
    package func activated(row: Int?) -> UserGesture? {
        switch view.kind {
        case .button: return send(UserActions.buttonTriggered, true)
        case .switchControl: return send(UserActions.switchChanged, !view[ViewKeys.isOn])
        case .tableView: return row.map(selectedRow)
        case .tabBar:
            // Taps the selected item again.
            let selected = view.selectedItem.flatMap { view.items.indices.contains($0) ? $0 : nil }
            guard let item = selected ?? view.item(after: nil, step: 1), view.items[item].enabled else { return nil }
            return selectedItem(item)
        default: return nil
        }
    }

    /// Returns the gestures of a step to the right or down, or back; nil if the view has no value in that direction.
    package func stepped(by step: Int, isHorizontal: Bool) -> [UserGesture]? {
        switch view.kind {
        case .slider where isHorizontal:
            let (low, high) = (view[ViewKeys.minimum], view[ViewKeys.maximum])
            return slid(to: view[ViewKeys.value] + Double(step) * (high - low) / 20)
        case .segmentedControl where isHorizontal:
            let selected = view.selectedSegment ?? -1
            let index = min(max(selected + step, 0), view.segments.count - 1)
            return index == selected || index < 0 ? [] : [selectedSegment(index)]
        case .tabBar where isHorizontal:
            return view.item(after: view.selectedItem, step: step).map { [selectedItem($0)] } ?? []
        case .scrollView:
            let gestures = isHorizontal ? scrolled(x: Double(step) * 40) : scrolled(y: Double(step) * 32)
            return gestures.isEmpty ? nil : gestures
        default: return nil
        }
    }

    /// Returns the gestures of dragging the knob of a slider to a part of its length, from 0 to 1.
    package func dragged(to part: Double) -> [UserGesture] {
        guard view.isKind(.slider) else { return [] }
        let (low, high) = (view[ViewKeys.minimum], view[ViewKeys.maximum])
        let value = low + part * (high - low)
        return min(max(value, low), high) == view[ViewKeys.value] ? [] : slid(to: value)
    }

    private func slid(to value: Double) -> [UserGesture] {
        let value = min(max(value, view[ViewKeys.minimum]), view[ViewKeys.maximum])
        return value.isFinite ? [update(UserActions.sliderChanged, value)] : []
    }

    package func selectedSegment(_ index: Int) -> UserGesture {
        send(UserActions.segmentChanged, Int32(clamping: index))
    }

    /// A tap on an item of a tab bar view.
    package func selectedItem(_ index: Int) -> UserGesture { send(UserActions.selectItem, at: index) }

    // MARK: Rows and menus

    package func selectedRow(_ row: Int) -> UserGesture { send(UserActions.selectRow, at: row) }

    package func deletedRow(_ row: Int) -> UserGesture? {
        view[ViewKeys.allowsDelete] ? send(UserActions.deleteRow, at: row) : nil
    }

    package func movedRow(_ row: Int, to other: Int) -> UserGesture? {
        guard view[ViewKeys.allowsMove], view.rows.indices.contains(row),
            view.rows.indices.contains(other), row != other
        else { return nil }
        return send(UserActions.moveRow, RowMove(from: UInt32(clamping: row), to: UInt32(clamping: other)))
    }

    /// - Parameter row: The row of a table whose menu it is; nil for the menu of the view.
    package func chosenMenuItem(_ identifier: String, ofRow row: Int? = nil) -> UserGesture {
        guard let row else { return send(UserActions.menuItemSelected, identifier) }
        return send(UserActions.rowMenuItemSelected, RowMenuChoice(row: UInt32(clamping: row), item: identifier))
    }

    // MARK: Scrolling

    /// Returns the gesture that asks the owner to scroll within the content.
    package func scrolled(x: Double = 0, y: Double = 0) -> [UserGesture] {
        view.scrolled(x: x, y: y).map { [update(UserActions.scrolled, $0)] } ?? []
    }
}

extension ViewEntry {
    /// Returns the offset of a scroll view after scrolling within its content; nil if it stays or is not finite.
    package func scrolled(x: Double, y: Double) -> DBusSize? {
        let size = self[ViewKeys.contentSize]
        let (offset, room) = (contentOffset, frame.inset(by: adjustedContentInset))
        let wanted = DBusSize(
            width: min(max(offset.width + x, 0), max(size.width - room.width, 0)),
            height: min(max(offset.height + y, 0), max(size.height - room.height, 0)))
        return wanted != offset && wanted.variant.isFinite ? wanted : nil
    }
}
