import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// Animated tab changes: their duration, and the control of interactive ones.
extension Daemon {
    /// Starts the timer that completes a change: after its duration, or when an interactive change is not updated in
    /// time.
    func transitionBegan(_ transition: Transition, in id: ViewControllerID) {
        let animation = transition.animation
        let milliseconds =
            animation.isInteractive ? UInt64(deadlines.interactiveTransition) : UInt64(animation.duration * 1000)
        transitionTimers[id] = LoopTimer(after: milliseconds) { [unowned self] in
            transitionTimers[id] = nil
            hierarchy.completeTransition(transition.token, in: id)
            deliverEvents()
        }
    }

    /// Runs a command that controls the interactive transition. Throws `AccessDenied` unless the caller is the
    /// delegate.
    func driveTransition(
        of id: ViewControllerID, caller: DelegateReceiver?,
        _ command: (inout Hierarchy) throws -> Void
    ) throws(DBusError) {
        guard let caller, delegates[id]?.receiver == caller else {
            throw .accessDenied(
                "only the delegate of \(id.path) can control its transitions; see its property Delegate")
        }
        try perform(command)
        guard let transition = hierarchy.nodes.transition(in: id) else { return transitionTimers[id] = nil }
        transitionBegan(transition, in: id)
    }

    func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(DBusError) {
        let id = try tabBarController(around: controller)
        try driveTransition(of: id, caller: .viewController(ViewControllerID(controller))) {
            try $0.updateInteractiveTransition(progress, in: id)
        }
    }

    func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(DBusError) {
        let id = try tabBarController(around: controller)
        let delegate = DelegateReceiver.viewController(ViewControllerID(controller))
        let end: (inout Hierarchy) throws -> Void = { model in
            if isFinished {
                try model.finishInteractiveTransition(in: id)
            } else {
                try model.cancelInteractiveTransition(in: id)
            }
        }
        try command(end) { [unowned self] () throws(DBusError) in
            try driveTransition(of: id, caller: delegate, end)
        }
    }

    /// Finishes an interactive transition whose delegate was removed.
    func finishInteractiveTransition(of id: ViewControllerID) {
        guard hierarchy.nodes.transition(in: id)?.animation.isInteractive == true else { return }
        try? perform { try $0.finishInteractiveTransition(in: id) }
    }

    /// The value of `Transition`: the running change, for front ends.
    func transitionProperties(of id: ViewControllerID) -> [String: Variant] {
        guard let transition = hierarchy.nodes.transition(in: id) else { return [:] }
        var properties: [String: Variant] = [
            "From": transition.from.path.variant, "To": transition.to.path.variant,
            "Duration": .double(transition.animation.duration), "Curve": .string(transition.animation.curve.rawValue),
            "Interactive": .bool(transition.animation.isInteractive),
        ]
        if transition.animation.isInteractive { properties["Progress"] = .double(transition.progress) }
        return properties
    }
}

extension Animation {
    /// The allowed keys of a delegate's answer.
    static let keys = ["Duration", "Curve", "Interactive"]

    /// Reads a delegate's answer; nil for `{}`, which means no animation.
    ///
    /// - Throws: `InvalidArgument` for a value that is not allowed, `InvalidArgs` for an unknown key or a wrong type.
    init?(_ answer: [String: Variant]) throws(DBusError) {
        guard !answer.isEmpty else { return nil }
        if let unknown = answer.keys.filter({ !Self.keys.contains($0) }).min() {
            throw .invalidArgs(
                "unknown key '\(unknown.prefix(80))'; expected \(Self.keys.joined(separator: ", "))")
        }
        let duration: Double = try Self.value(of: "Duration", in: answer) ?? 0
        guard duration >= 0, duration <= 10 else {
            throw .invalidArgument("Duration \(duration) is out of range; expected 0 to 10 s")
        }
        let text: String = try Self.value(of: "Curve", in: answer) ?? ""
        let curve: Curve = text.isEmpty ? .easeInOut : try TextRules.value(text, named: "curve")
        self.init(
            duration: duration, curve: curve, isInteractive: try Self.value(of: "Interactive", in: answer) ?? false)
    }

    private static func value<Content: DBusType>(
        of key: String, in answer: [String: Variant]
    ) throws(DBusError) -> Content? {
        guard let given = answer[key] else { return nil }
        guard let value: Content = given.get() else {
            throw .invalidArgs("\(key) has type '\(given.signature)', expected '\(Content.signature)'")
        }
        return value
    }
}
