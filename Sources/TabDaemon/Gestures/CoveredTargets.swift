import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The result of a user's gesture on a target that a popover or alert covers (`P51`, `P55`).
struct CoveredTouch: Equatable {
    /// The controller with the popover, which took the touch.
    let popover: ViewControllerID
    /// Whether the target is the bar button item that the popover points at (`P53`).
    let isAnchor: Bool
    /// Whether an alert took it, and not a popover.
    var isAlert = false
    /// `dismissed`, `refused`, or `none` for a popover that could not be dismissed.
    let result: TouchResult

    /// The error for gestures whose reply has no value for a covered target.
    var error: DBusError {
        let end =
            switch result {
            case .dismissed: "was dismissed by it"
            case .refused: "was not dismissed: its delegate or ModalInPresentation refused"
            default: "was not dismissed: it presents another view controller, or it ended before its delegate answered"
            }
        guard !isAlert else {
            let end = result == .dismissed ? "was dismissed by it" : "waits for an answer"
            return .internalInconsistency(
                "the alert \(popover.path) took this touch, which is outside of it, and \(end)")
        }
        return .internalInconsistency(
            "the popover of \(popover.path) took this touch, which is outside of it, and \(end)")
    }
}

/// Gestures on named objects. A popover or alert that covers the object takes the gesture instead, as it takes a touch
/// at a point (`P51` to `P58`).
extension Daemon {
    /// Passes a touch to the popover or alert that covers its target.
    ///
    /// - Parameters:
    ///   - caller: nil for a touch that has waited.
    ///   - reply: Called with the result of the attempt to dismiss it.
    ///   - again: Begins the gesture anew when the popover's delegate has answered an earlier touch.
    /// - Returns: whether something covers the target. The gesture then does nothing.
    func isCovered(
        _ target: HitTestTarget, caller: String?, reply: @escaping PopoverTouches.Reply<CoveredTouch>,
        again: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) -> Bool {
        guard case .outside(let popover) = hierarchy.permission(for: target) else { return false }
        guard hierarchy.openPopoverQuestion(of: popover) == nil else {
            try wait(for: popover, caller: caller, { reply(.failure($0)) }, again)
            return true
        }
        var isAnchor = false
        if case .barButtonItem(let item) = target { isAnchor = hierarchy.isAnchor(item) }
        let isAlert = hierarchy.blockingAlert(in: hierarchy.root(of: popover)) == popover
        try attemptToDismiss(popover, caller: nil) { [isAnchor] result in
            reply(
                result.map {
                    CoveredTouch(popover: popover, isAnchor: isAnchor, isAlert: isAlert, result: $0)
                })
        }
        return true
    }

    /// Performs a gesture when its turn comes, unless something covers its target then.
    ///
    /// - Parameter trial: The gesture on a copy of the model. It throws or returns false for a gesture that would do
    ///   nothing: such a gesture is answered as ever, and dismisses nothing.
    func perform(
        _ gesture: Gesture, on target: HitTestTarget, in id: ViewControllerID, caller: String?,
        trial: @escaping (inout Hierarchy) throws -> Bool
    ) throws(DBusError) {
        let careful = Gesture { [unowned self] () throws(DBusError) in
            guard case .outside = hierarchy.permission(for: target), acts(trial) else { return try gesture.begin() }
            let isCovered = try isCovered(target, caller: caller) {
                gesture.reply($0.map { .covered($0) })
            } again: { [unowned self] () throws(DBusError) in
                try perform(gesture, on: target, in: id, caller: nil, trial: trial)
            }
            return isCovered ? .covered : try gesture.begin()
        } reply: {
            gesture.reply($0)
        }
        try perform(careful, in: id, caller: caller)
    }

    /// Performs a gesture that is one command of the model and asks no tab bar delegate, when its turn comes.
    ///
    /// - Parameters:
    ///   - acts: whether a result is that of a gesture that did something.
    ///   - covered: the result when something covers the target.
    func perform<Result>(
        on target: HitTestTarget, caller: String,
        _ command: @escaping (inout Hierarchy) throws -> Result,
        acts: @escaping (Result) -> Bool = { _ in true },
        covered: @escaping (CoveredTouch) -> Swift.Result<Result, DBusError> = { .failure($0.error) },
        reply: @escaping @EventLoop (Swift.Result<Result, DBusError>) -> Void
    ) throws(DBusError) {
        var result: Result?
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            result = try perform(command)
            return .over(.accepted)
        } reply: { outcome in
            switch outcome {
            case .success(.covered(let touch)): reply(covered(touch))
            case .success: if let result { reply(.success(result)) }
            case .failure(let error): reply(.failure(error))
            }
        }
        try perform(gesture, on: target, in: hierarchy.root(of: target.viewController), caller: caller) {
            acts(try command(&$0))
        }
    }

    private func acts(_ trial: (inout Hierarchy) throws -> Bool) -> Bool {
        var copy = hierarchy
        return (try? trial(&copy)) ?? false
    }
}
