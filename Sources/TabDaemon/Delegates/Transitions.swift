import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The time that animated changes of tabs take, and who drives the interactive ones.
extension Daemon {
    /// A change has begun: its time is over after its duration, an interactive one's when nobody drives it.
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

    /// What only the delegate may do, while its interactive transition runs.
    func driveTransition(
        of id: ViewControllerID, caller: DelegateReceiver?,
        _ command: (inout Hierarchy) throws -> Void
    ) throws(DBusError) {
        guard let caller, delegates[id]?.receiver == caller else {
            throw .accessDenied(
                "only the delegate of \(id.path) drives its transitions: Delegate tells who that is")
        }
        try perform(command)
        guard let transition = hierarchy.transition(in: id) else { return transitionTimers[id] = nil }
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

    /// The delegate that could end it is gone.
    func finishInteractiveTransition(of id: ViewControllerID) {
        guard hierarchy.transition(in: id)?.animation.isInteractive == true else { return }
        try? perform { try $0.finishInteractiveTransition(in: id) }
    }

    /// What front ends are told of the change that runs.
    func transitionProperties(of id: ViewControllerID) -> [String: Variant] {
        guard let transition = hierarchy.transition(in: id) else { return [:] }
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
    /// The keys of a delegate's answer.
    static let keys = ["Duration", "Curve", "Interactive"]

    /// Reads what a delegate answers; nil for `{}`, no animation.
    ///
    /// - Throws: `InvalidArgument` for a value that is not allowed, `InvalidArgs` for an unknown key or a wrong type.
    init?(_ answer: [String: Variant]) throws(DBusError) {
        guard !answer.isEmpty else { return nil }
        if let unknown = answer.keys.filter({ !Self.keys.contains($0) }).min() {
            throw .invalidArgs(
                "unknown key '\(unknown.prefix(80))'; known are \(Self.keys.joined(separator: ", "))")
        }
        let duration: Double = try Self.value(of: "Duration", in: answer) ?? 0
        guard duration >= 0, duration <= 10 else {
            throw .invalidArgument("Duration \(duration) is not allowed: 0 to 10 s are")
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
