internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Keyboard and clipboard input.
extension ScreenState {
    /// Handles a user's input on the given scene, and returns the effects.
    mutating func update(_ event: InputEvent, in scene: Scene) -> [ScreenEffect] {
        switch event {
        case .key(let key):
            let before = focus
            return press(key, in: scene) + (focus == before ? [] : effectsToRevealFocus())
        case .mouse(let mouse): return point(mouse, in: scene)
        case .paste(let text):
            guard link == .attached, let before = editor?.text else { return [] }
            if editor?.insert(text) == false { message = TextEditor.fullMessage }
            return editor?.text == before ? [] : sendText()
        }
    }

    private mutating func press(_ key: Key, in scene: Scene) -> [ScreenEffect] {
        message = nil
        enteredTab = nil
        switch key {
        case .control("c"): return [.leave]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        default: break
        }
        if isHelpShown {
            isHelpShown = false
            return key == .character("q") ? [.leave] : []
        }
        if link == .attached {
            // Letters go to the only field of a sheet wherever the focus is; a space may be a tap.
            if case .character(let character) = key, character != " ", let field = onlyField(in: scene),
                editor?.target != field.target
            {
                let effects = endEditing()
                setFocus(field, in: scene)
                return effects + (type(key, in: scene) ?? [])
            }
            if let effects = type(key, in: scene) { return effects }
        } else if editor != nil {
            // A letter is text for the field, not a command.
            if case .character = key { return [] }
            if key == .escape { editor = nil }
        }
        switch key {
        case .character("q"): return [.leave]
        case .character("?"):
            isHelpShown = true
            return []
        default: return link == .attached ? command(key, in: scene) : []
        }
    }

    /// Types a key into the edited field; nil if no field is edited or the key has another meaning.
    private mutating func type(_ key: Key, in scene: Scene) -> [ScreenEffect]? {
        guard var editor else { return nil }
        // Something covers the field: only keys that don't type go to the covering element.
        guard let spot = scene.spot(editor.target) else {
            switch key {
            case .character: return []
            case .tab, .backTab:
                let effects = endEditing()
                moveFocus(key == .tab ? 1 : -1, in: scene)
                return effects
            default: return nil
            }
        }
        if case .character = key, editor.isFull { message = TextEditor.fullMessage }
        if let isChanged = editor.edit(key, columns: TextLayout.columns(in: spot.cells)) {
            self.editor = editor
            return isChanged ? sendText() : []
        }
        switch key {
        case .escape where scene.escape != nil && onlyField(in: scene)?.target == editor.target:
            return endEditing() + escape(in: scene)
        case .enter:
            let effects = endEditing()
            return effects + (preferredAction(in: scene).map { activate($0, in: scene) } ?? [])
        case .escape: return endEditing()
        case .tab, .backTab:
            let effects = endEditing()
            if !isRemote { moveFocus(key == .tab ? 1 : -1, in: scene) }
            return effects
        case .up, .down:
            let effects = endEditing()
            guard !isRemote else { return effects + command(key, in: scene) }
            moveFocus(towards: key, in: scene)
            return effects
        case .pageUp, .pageDown:
            return page(key == .pageUp ? -1 : 1, at: editor.target, in: scene)
        default: return []
        }
    }

    /// Notes that a value of a stream was sent. The owner may confirm texts late.
    mutating func didSend(_ path: ObjectPath, _ id: UInt32, _ action: String, _ value: Variant) {
        guard action == "editingChanged", editor?.target == .view(path, id), case .string(let text) = value else {
            return
        }
        editor?.didSend(text)
    }

    private func sendText() -> [ScreenEffect] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        return [.update(path, id, "editingChanged", .string(editor.text))]
    }

    /// Ends editing; a single-line field sends that editing ended.
    mutating func endEditing() -> [ScreenEffect] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        self.editor = nil
        guard !editor.isMultiline else { return [] }
        return [.send(path, id, "editingDidEnd", .string(editor.text))]
    }

    private mutating func command(_ key: Key, in scene: Scene) -> [ScreenEffect] {
        if isRemote {
            if key == .enter, let focused = focusedView {
                // Text input is not possible with the remote: a television shows a keyboard for it.
                beginEditing(.view(focused.viewController, focused.view))
                if editor != nil { return [] }
            }
            if let button = Self.remote[key] { return [.press(button)] }
            // The remote controls the focus.
            if [.tab, .backTab, .character(" ")].contains(key) { return [] }
        }
        switch key {
        case .tab: moveFocus(1, in: scene)
        case .backTab: moveFocus(-1, in: scene)
        case .enter: return (focus ?? preferredAction(in: scene)).map { activate($0, in: scene) } ?? []
        case .character(" "): return focus.map { activate($0, in: scene) } ?? []
        case .up, .down, .left, .right: return arrow(key, in: scene)
        case .shiftUp, .shiftDown: return moveRow(by: key == .shiftUp ? -1 : 1, in: scene)
        case .pageUp: return page(-1, at: focus, in: scene)
        case .pageDown: return page(1, at: focus, in: scene)
        case .home, .end: return jump(toEnd: key == .end, in: scene)
        case .escape: return escape(in: scene)
        case .delete: return deleteRow(in: scene)
        case .character("b"), .backspace: return goBack(in: scene)
        case .character("e"): return toggleEditing(in: scene)
        case .character("r"): return respawn(in: scene)
        case .character(let character), .alt(let character):
            // A digit of any script, but not a superscript.
            guard character.unicodeScalars.first?.properties.generalCategory == .decimalNumber,
                let number = character.wholeNumberValue, (1...9).contains(number)
            else { break }
            let effects = tapTab(number - 1, in: scene)
            if effects == [.tap(number - 1)] { enteredTab = number - 1 }
            return effects
        default: break
        }
        return []
    }

    private static let remote: [Key: String] = [
        .up: "up", .down: "down", .left: "left", .right: "right", .enter: "select", .escape: "menu",
    ]

    // MARK: Single keys

    private mutating func escape(in scene: Scene) -> [ScreenEffect] {
        if carried != nil {
            carried = nil
            return []
        }
        if let presented = scene.escape { return [.escape(presented)] }
        if focus == nil, picture.isPagePresented { message = "this page can only be dismissed by its own controls" }
        focus = nil
        return []
    }

    private mutating func goBack(in scene: Scene) -> [ScreenEffect] {
        for spot in scene.spots { if case .back(let navigation) = spot.target { return [.back(navigation)] } }
        message = "no back button here"
        return []
    }

    private mutating func toggleEditing(in scene: Scene) -> [ScreenEffect] {
        for spot in scene.spots { if case .edit = spot.target { return activate(spot.target, in: scene) } }
        message = "nothing to edit here; arrange the tabs in the More list"
        return []
    }

    private mutating func respawn(in scene: Scene) -> [ScreenEffect] {
        for spot in scene.spots { if case .respawn(let path) = spot.target { return [.respawn(path)] } }
        message = "nothing to restart here"
        if let content = picture.page.content, content.state == "quarantined",
            let plugin = content.type.split(separator: ".").first
        {
            message = "run 'tabctl plugin reset \(plugin)' to start it again"
        }
        return []
    }

    mutating func tapTab(_ position: Int, in scene: Scene) -> [ScreenEffect] {
        if isCustomizing { return drop(on: position) }
        let picture = picture
        guard position < picture.items.count else {
            message = "tab \(position + 1) does not exist"
            return []
        }
        guard !picture.isPagePresented else {
            message = "a presented page covers the tabs"
            return []
        }
        guard scene.popover != nil else { return [.tap(position)] }
        // Behind a popover, a tap can dismiss the popover; a tap outside of the window does nothing.
        guard let cells = tabCells(position),
            scene.wholeWindow.contains(row: cells.middleRow, column: cells.middleColumn)
        else { return [] }
        let point = Grid.point(row: cells.middleRow, column: cells.middleColumn)
        return [.tapAt(x: point.x, y: point.y)]
    }

    private func tabCells(_ position: Int) -> CellRect? {
        let frames = itemFrames
        guard let frame = picture.barFrame, frames.indices.contains(position) else { return nil }
        return Grid.screen.cells(frames[position].offset(x: frame.x, y: frame.y))
    }

    // MARK: Properties of the tree

    var isRemote: Bool { tree.tabBarController(controller).profile == "tv" }

    var focusedView: ViewReference? { tree.focus(controller).focusedView }

    var isCustomizing: Bool { tree.tabBarController(controller).customizing == true }

    var moreList: ObjectPath? { MoreRows.list(of: controller, in: tree.managedObjects) }

    /// The More list, displayed or not; nil in profile tv.
    var more: MoreRows? { moreList.flatMap { MoreRows(of: $0, in: tree.managedObjects) } }

    /// The frames of the items, in points of the bar.
    var itemFrames: [DBusRect] {
        tree.tabBarController(controller).tabBar.flatMap { tree.tabBar($0).itemFrames } ?? []
    }

    /// Returns the view of a target with its view controller; nil if the target is not a view. The view has the last
    /// value sent to its owner, so that quick steps add up.
    func view(_ target: Target?) -> (path: ObjectPath, view: ViewEntry)? {
        guard let target, case .view(let path, let id) = target, var view = tree.views[path]?.view(id) else {
            return nil
        }
        if let value = sent[target], let key = Self.valueKeys[view.className] { view.properties[key] = value }
        return (path, view)
    }

    private static let valueKeys = [
        "ScrollView": "ContentOffset", "SegmentedControl": "SelectedSegment", "Slider": "Value", "Switch": "On",
        "TabBar": "SelectedItem",
    ]

    /// Notes a value that is being sent, until `didReceiveAllReplies`.
    mutating func expect(_ effect: ScreenEffect) {
        switch effect {
        case .send(let path, let id, "valueChanged", let value), .update(let path, let id, "valueChanged", let value),
            .update(let path, let id, "scrolled", let value):
            sent[.view(path, id)] = value
        case .send(let path, let id, "selectItem", .uint32(let item)):
            sent[.view(path, id)] = .int32(Int32(clamping: item))
        default: break
        }
    }

    /// Drops the sent values: the values that the owners show are up to date.
    mutating func didReceiveAllReplies() { sent = [:] }
}
