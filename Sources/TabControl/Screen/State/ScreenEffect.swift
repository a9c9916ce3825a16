internal import TabFrontEnd

/// An effect that the state requests. The state itself does not access the bus or the terminal.
enum ScreenEffect: Hashable, Sendable {
    case gesture(UserGesture)
    case redraw
    case suspend
    case leave
}

extension [UserGesture] {
    var effects: [ScreenEffect] { map(ScreenEffect.gesture) }
}
