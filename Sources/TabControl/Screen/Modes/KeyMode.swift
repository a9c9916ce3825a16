internal import TabFrontEnd
internal import TerminalUI

/// A mode, which gives keys a meaning.
protocol KeyMode: Sendable {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome
}

/// What follows from a key in a mode.
enum KeyOutcome {
    case handled([UserGesture] = [])
    /// The key falls through to the next mode, after these gestures.
    case passed([UserGesture] = [])
    case requested(ScreenEffect)
}

/// The stack of modes.
extension ScreenState {
    /// The topmost mode gets a key first.
    private static let attachedModes: [any KeyMode] = [
        ControlKeys(), HelpMode(), MenuMode(), SheetMode(), EditingMode(), ScreenKeys(), RemoteMode(), PageMode(),
    ]

    /// The modes while the daemon or the bus is away.
    private static let detachedModes: [any KeyMode] = [ControlKeys(), HelpMode(), DetachedMode(), ScreenKeys()]

    mutating func press(_ key: Key, in scene: Scene) -> [ScreenEffect] {
        message = nil
        enteredTab = nil
        var gestures: [UserGesture] = []
        for mode in link == .attached ? Self.attachedModes : Self.detachedModes {
            switch mode.handle(key, in: scene, &self) {
            case .handled(let last): return (gestures + last).effects
            case .passed(let first): gestures += first
            case .requested(let effect): return gestures.effects + [effect]
            }
        }
        return gestures.effects
    }
}

/// The keys that work in every mode.
struct ControlKeys: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        switch key {
        case .control("c"): .requested(.leave)
        case .control("l"): .requested(.redraw)
        case .control("z"): .requested(.suspend)
        default: .passed()
        }
    }
}

/// The page with all keys, which any key closes.
struct HelpMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        guard state.isHelpShown else { return .passed() }
        state.isHelpShown = false
        return key == .character("q") ? .requested(.leave) : .handled()
    }
}

/// The last picture, while the daemon or the bus is away.
struct DetachedMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        // A letter is text for the field, not a command.
        if case .character = key, state.editor != nil { return .handled() }
        if key == .escape { state.editing.cancel() }
        return .passed()
    }
}

/// The keys of the screen as a whole, unless a text is edited.
struct ScreenKeys: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        switch key {
        case .character("q"): return .requested(.leave)
        case .character("?"):
            state.isHelpShown = true
            return .handled()
        default: return .passed()
        }
    }
}
