/// An action that prepares or triggers restoration.
enum RestorationAction: Sendable {
    /// Sets the identifier of each controller to its own name. The letters are those of a list.
    case identify(String)
    case name(String, String)
    /// A user gives a text to a controller's owner, which keeps it as restorable state.
    case setState(String, String)
    /// The daemon dies, and the next one restores the saved state.
    case restart
}

extension Step {
    static func identify(_ letters: String) -> Step { .run(.restoration(.identify(letters))) }
    static func name(_ name: String, _ identifier: String) -> Step { .run(.restoration(.name(name, identifier))) }
    static func setState(_ name: String, _ text: String) -> Step { .run(.restoration(.setState(name, text))) }
    static let restart = Step.run(.restoration(.restart))
    static func state(_ name: String, _ text: String) -> Step { .expect(.restoration(.state(name)), text) }
    static func exists(_ name: String) -> Step { .expect(.restoration(.exists(name)), "true") }
    static func missing(_ name: String) -> Step { .expect(.restoration(.exists(name)), "false") }
}

extension Scenario {
    /// Whether the owners of controllers have restorable state.
    var hasStates: Bool {
        steps.contains { if case .run(.restoration(.setState)) = $0 { true } else { false } }
    }
}
