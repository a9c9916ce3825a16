internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Keyboard and clipboard input.
extension ScreenState {
    /// Handles a user's input on the given scene, and returns the effects.
    ///
    /// Editing begins before the first change of the text, and after the end of editing elsewhere.
    mutating func update(_ event: InputEvent, in scene: Scene) -> [ScreenEffect] {
        let begun = beginField()
        var effects = handle(event, in: scene)
        let target = editor?.target
        if let next = beginField() {
            let first = effects.firstIndex { effect in
                if case .gesture(.update(let path, let id, _, _)) = effect { .view(path, id) == target } else { false }
            }
            effects.insert(.gesture(next), at: first ?? effects.endIndex)
        }
        return (begun.map { [.gesture($0)] } ?? []) + effects
    }

    private mutating func handle(_ event: InputEvent, in scene: Scene) -> [ScreenEffect] {
        switch event {
        case .key(let key):
            let before = focus
            return press(key, in: scene) + (focus == before ? [] : gesturesToRevealFocus().map(ScreenEffect.gesture))
        case .mouse(let mouse): return point(mouse, in: scene).map(ScreenEffect.gesture)
        case .paste(let text):
            guard link == .attached, let before = editor?.text else { return [] }
            if editor?.insert(text) == false { message = TextEditor.fullMessage }
            return editor?.text == before ? [] : sendText().map(ScreenEffect.gesture)
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
        if menu != nil, link == .attached { return pressInMenu(key).map(ScreenEffect.gesture) }
        if link == .attached {
            // Letters go to the only field of a sheet wherever the focus is; a space may be a tap.
            if case .character(let character) = key, character != " ", let field = onlyField(in: scene),
                editor?.target != field.target
            {
                let effects = endEditing()
                setFocus(field, in: scene)
                return (effects + (type(key, in: scene) ?? [])).map(ScreenEffect.gesture)
            }
            if let effects = type(key, in: scene) { return effects.map(ScreenEffect.gesture) }
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
        default: return link == .attached ? command(key, in: scene).map(ScreenEffect.gesture) : []
        }
    }

    /// Types a key into the edited field; nil if no field is edited or the key has another meaning.
    private mutating func type(_ key: Key, in scene: Scene) -> [UserGesture]? {
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
            let effects = returnKey() + endEditing()
            return effects + (preferredAction(in: scene).map { activate($0, in: scene) } ?? [])
        case .escape: return endEditing()
        case .tab, .backTab:
            let effects = endEditing()
            guard !tree.isRemote else { return effects + command(key, in: scene) }
            moveFocus(key == .tab ? 1 : -1, in: scene)
            return effects
        case .up, .down:
            let effects = endEditing()
            guard !tree.isRemote else { return effects + command(key, in: scene) }
            moveFocus(towards: key, in: scene)
            return effects
        case .pageUp, .pageDown:
            return page(key == .pageUp ? -1 : 1, at: editor.target, in: scene)
        default: return []
        }
    }

    private mutating func sendText() -> [UserGesture] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        self.editor?.willSend()
        return [.update(path, id, "editingChanged", .string(editor.text))]
    }

    /// Sends that the user pressed Return in a field.
    private func returnKey() -> [UserGesture] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        return [.send(path, id, "primaryActionTriggered", .string(editor.text))]
    }

    /// Ends editing, and sends the text.
    mutating func endEditing() -> [UserGesture] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        self.editor = nil
        return [.send(path, id, "editingDidEnd", .string(editor.text))]
    }

    private mutating func command(_ key: Key, in scene: Scene) -> [UserGesture] {
        if tree.isRemote {
            if key == .enter, let focused = tree.focusedView {
                // Text input is not possible with the remote: a television shows a keyboard for it.
                beginEditing(.view(focused.viewController, focused.view))
                if editor != nil { return [] }
            }
            // What is presented is dismissed first, except on a television.
            if key == .escape, !tree.isTelevision, scene.escape != nil { return escape(in: scene) }
            if key == .enter, let focused = tree.focusedView {
                let target = Target.view(focused.viewController, focused.view)
                if tree.view(target)?.view.showsMenuWhenTapped == true, openMenu(of: target, in: scene) { return [] }
            }
            if let button = Self.remote[key] { return [.press(button)] }
            // The daemon controls the focus.
            if key == .character(" ") { return [] }
        }
        switch key {
        case .tab: moveFocus(1, in: scene)
        case .backTab: moveFocus(-1, in: scene)
        case .enter: return (focus ?? preferredAction(in: scene)).map { activate($0, in: scene) } ?? []
        case .character(" "): return focus.map { activate($0, in: scene) } ?? []
        case .up, .down, .left, .right: return arrow(key, in: scene)
        case .shiftUp, .shiftDown:
            guard let focus, let row = currentRow(of: focus, in: scene) else { return [] }
            return move(row, to: row + (key == .shiftUp ? -1 : 1), in: focus)
        case .pageUp: return page(-1, at: focus, in: scene)
        case .pageDown: return page(1, at: focus, in: scene)
        case .home, .end: jump(toEnd: key == .end, in: scene)
        case .escape: return escape(in: scene)
        case .shiftLeft: return reorder(by: -1, in: scene)
        case .shiftRight: return reorder(by: 1, in: scene)
        case .delete:
            if case .tab(let position) = focus { return close(position, in: scene) }
            guard let focus, let row = currentRow(of: focus, in: scene) else { return [] }
            return tree.view(focus)?.deletedRow(row).map { [$0] } ?? []
        case .character("b"), .backspace: return goBack(in: scene)
        case .character("e"): return toggleEditing(in: scene)
        case .character("r"): return respawn(in: scene)
        case .character("h"): return hide(in: scene)
        case .character("m"): openMenu(in: scene)
        case .character("H"): return showHiddenTabs()
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

    private static let remote: [Key: RemoteKey] = [
        .up: .up, .down: .down, .left: .left, .right: .right, .enter: .select, .escape: .menu, .tab: .next,
        .backTab: .previous,
    ]

    // MARK: Single keys

    private mutating func escape(in scene: Scene) -> [UserGesture] {
        if carried != nil {
            carried = nil
            return []
        }
        if let presented = scene.escape { return [.escape(presented)] }
        if focus == nil, tree.picture.isPagePresented {
            message = "this page can only be dismissed by its own controls"
        }
        focus = nil
        return []
    }

    private mutating func goBack(in scene: Scene) -> [UserGesture] {
        for spot in scene.spots { if case .back(let navigation) = spot.target { return [.back(navigation)] } }
        return refuse("no back button here")
    }

    /// Does nothing but show a message.
    private mutating func refuse(_ message: String) -> [UserGesture] {
        self.message = message
        return []
    }

    private mutating func toggleEditing(in scene: Scene) -> [UserGesture] {
        for spot in scene.spots { if case .edit = spot.target { return activate(spot.target, in: scene) } }
        return refuse("nothing to edit here; arrange the tabs in the More list")
    }

    private mutating func respawn(in scene: Scene) -> [UserGesture] {
        for spot in scene.spots { if case .respawn(let path) = spot.target { return [.respawn(path)] } }
        guard let content = tree.picture.page.content, content.state == "quarantined",
            let plugin = content.type.split(separator: ".").first
        else { return refuse("nothing to restart here") }
        return refuse("run 'tabctl plugin reset \(plugin)' to start it again")
    }

    private mutating func tapTab(_ position: Int, in scene: Scene) -> [UserGesture] {
        if tree.isCustomizing { return drop(on: position) }
        let picture = tree.picture
        guard position < picture.items.count else { return refuse("tab \(position + 1) does not exist") }
        guard !picture.isPagePresented else { return refuse("a presented page covers the tabs") }
        guard scene.popover != nil else { return [.tap(position)] }
        // Behind a popover, a tap can dismiss the popover; a tap outside of the window does nothing.
        let frames = tree.itemFrames
        guard let bar = picture.barFrame, frames.indices.contains(position) else { return [] }
        let cells = Grid.screen.cells(frames[position].offset(x: bar.x, y: bar.y))
        guard scene.wholeWindow.contains(row: cells.middleRow, column: cells.middleColumn) else { return [] }
        let point = Grid.point(row: cells.middleRow, column: cells.middleColumn)
        return [.tapAt(x: point.x, y: point.y)]
    }

    // MARK: Activation

    mutating func activate(_ target: Target, in scene: Scene) -> [UserGesture] {
        switch target {
        case .tab(let position):
            guard tree.isCustomizing, carried == nil else { return tapTab(position, in: scene) }
            // Picks up a tab from the bar.
            carried = tree.more?.arrangement?.dropFirst(position).first.map { .customized($0.path) }
            return []
        case .back(let navigation): return [.back(navigation)]
        case .barButton(let path, let id), .toolbarItem(let path, let id): return [.barButton(path, id)]
        case .edit(let list): return [tree.isCustomizing ? .endEditing(list) : .beginEditing(list)]
        case .menuItem(let place): return chooseMenuItem(at: place)
        case .view:
            if tree.view(target)?.view.showsMenuWhenTapped == true {
                openMenu(of: target, in: scene)
                return []
            }
            beginEditing(target)
            return tree.view(target)?.activated(row: currentRow(of: target, in: scene)).map { [$0] } ?? []
        case .row(let path, let id, let row):
            positions.choose(row, of: .view(path, id))
            return tree.view(.view(path, id)).map { [$0.selectedRow(row)] } ?? []
        case .segment(let path, let id, let index):
            return tree.view(.view(path, id)).map { [$0.selectedSegment(index)] } ?? []
        case .item(let path, let id, let index):
            return tree.view(.view(path, id)).map { [$0.selectedItem(index)] } ?? []
        case .moreList(let list): return currentRow(of: target, in: scene).map { [.tapRow($0, list)] } ?? []
        case .moreRow(let list, let row):
            positions.choose(row, of: .moreList(list))
            return [.tapRow(row, list)]
        case .customized:
            carried = carried == target ? nil : target
            return []
        case .respawn(let path): return [.respawn(path)]
        }
    }

    /// Returns the enabled button of the preferred action in the top alert; nil if there is none.
    private func preferredAction(in scene: Scene) -> Target? {
        let target = scene.page.flatMap { tree.preferredAction(of: $0) }
        return target.flatMap { scene.spot($0)?.isFocusable == true ? $0 : nil }
    }

    /// Starts editing a field, unless it is read-only.
    mutating func beginEditing(_ target: Target) {
        guard let field = tree.view(target), field.acceptsText, editor?.target != target, !isReadOnly else { return }
        editor = TextEditor(target, text: field.view.text("Text") ?? "", isMultiline: field.className == "TextView")
    }

    // MARK: Customizing

    mutating func drop(on position: Int) -> [UserGesture] {
        guard let list = tree.moreList, let bar = tree.more?.arrangement else { return [] }
        guard case .customized(let path) = carried else { return refuse("pick up a tab with Enter first") }
        guard position < bar.count else { return refuse("the bar has no position \(position + 1)") }
        carried = nil
        return [.move(path, slot: position, list)]
    }

    /// Moves a row of a table; the keyboard's current row moves with it.
    mutating func move(_ row: Int, to other: Int, in table: Target) -> [UserGesture] {
        guard let gesture = tree.view(table)?.movedRow(row, to: other) else { return [] }
        positions.choose(other, of: table)
        return [gesture]
    }
}
