/// What restoration needs, and what makes it happen.
enum RestorationAction: Sendable {
    /// Gives each its own name as the identifier: letters as in a list.
    case identify(String)
    case name(String, String)
    /// A user gives a controller's owner a text, which is its restorable state.
    case keep(String, String)
    /// The daemon dies, and the next one restores what it left.
    case restart
}

extension Step {
    static func identify(_ letters: String) -> Step { .run(.restoration(.identify(letters))) }
    static func name(_ name: String, _ identifier: String) -> Step { .run(.restoration(.name(name, identifier))) }
    static func keep(_ name: String, _ text: String) -> Step { .run(.restoration(.keep(name, text))) }
    static let restart = Step.run(.restoration(.restart))
    static func kept(_ name: String, _ text: String) -> Step { .expect(.restoration(.state(name)), text) }
    static func exists(_ name: String) -> Step { .expect(.restoration(.exists(name)), "true") }
    static func gone(_ name: String) -> Step { .expect(.restoration(.exists(name)), "false") }
}

extension Scenario {
    /// Whether the owners of controllers have something to keep.
    var keepsStates: Bool {
        steps.contains { if case .run(.restoration(.keep)) = $0 { true } else { false } }
    }
}
