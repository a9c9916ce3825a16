import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The result of a gesture on a target that a popover or alert covers (`P51`, `P55`).
struct CoveredTap: Equatable {
    /// The view controller of the popover or alert that handled the gesture.
    let popover: ViewControllerID
    /// Whether the target is the bar button item that the popover points at (`P53`).
    let isAnchor: Bool
    /// Whether it is an alert, not a popover.
    var isAlert = false
    /// `dismissed`, `refused`, or `none` for a popover that could not be dismissed.
    let result: TapResult

    /// The error for gestures whose reply has no value for a covered target.
    var error: DBusError {
        let end =
            switch result {
            case .dismissed: "was dismissed by it"
            case .refused: "was not dismissed: its delegate or ModalInPresentation refused"
            default: "was not dismissed: it presents another view controller, or ended before its delegate answered"
            }
        guard !isAlert else {
            let end = result == .dismissed ? "was dismissed by it" : "waits for an answer"
            return .internalInconsistency(
                "the alert \(popover.path) covers the target; it handled the tap outside of it and \(end)")
        }
        return .internalInconsistency(
            "the popover of \(popover.path) covers the target; it handled the tap outside of it and \(end)")
    }
}

/// Gestures on named objects. A popover or alert that covers the object handles the gesture instead, as it handles a
/// tap at a point (`P51` to `P58`).
extension Daemon {
    /// Passes a tap to the popover or alert that covers its target.
    ///
    /// - Parameters:
    ///   - caller: nil for a tap that has waited.
    ///   - reply: Called with the result of the attempt to dismiss it.
    ///   - again: Restarts the gesture after the popover's delegate has answered an earlier tap.
    /// - Returns: Whether a popover or alert covers the target. The gesture then has no further effect.
    func isCovered(
        _ target: HitTestTarget, caller: String?, reply: @escaping PendingTaps.Reply<CoveredTap>,
        again: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) -> Bool {
        guard case .outside(let popover) = HitTest(hierarchy.nodes).permission(for: target) else { return false }
        guard hierarchy.nodes.openPopoverQuestion(of: popover) == nil else {
            try wait(for: popover, caller: caller, { reply(.failure($0)) }, again)
            return true
        }
        var isAnchor = false
        if case .barButtonItem(let item) = target { isAnchor = hierarchy.isAnchor(item) }
        let isAlert = hierarchy.nodes.blockingAlert(in: hierarchy.nodes.root(of: popover)) == popover
        try attemptToDismiss(popover, caller: nil) { [isAnchor] result in
            reply(
                result.map {
                    CoveredTap(popover: popover, isAnchor: isAnchor, isAlert: isAlert, result: $0)
                })
        }
        return true
    }

    /// Performs or queues a gesture. If a popover or alert covers its target by then, that handles the gesture.
    ///
    /// - Parameter trial: The gesture on a copy of the model. It throws or returns false for a gesture without effect.
    ///   Such a gesture gets its usual reply and dismisses nothing.
    func enqueue(
        _ gesture: Gesture, on target: HitTestTarget, in id: ViewControllerID, caller: String?,
        trial: @escaping (inout Hierarchy) throws -> Bool
    ) throws(DBusError) {
        let guarded = Gesture { [unowned self] () throws(DBusError) in
            guard case .outside = HitTest(hierarchy.nodes).permission(for: target), hasEffect(trial) else {
                return try gesture.begin()
            }
            let isCovered = try isCovered(target, caller: caller) {
                gesture.reply($0.map { .covered($0) })
            } again: { [unowned self] () throws(DBusError) in
                try enqueue(gesture, on: target, in: id, caller: nil, trial: trial)
            }
            return isCovered ? .covered : try gesture.begin()
        } reply: {
            gesture.reply($0)
        }
        try enqueue(guarded, in: id, caller: caller)
    }

    /// Performs or queues a gesture that is a single command of the model without a question to the tab bar delegate.
    ///
    /// - Parameters:
    ///   - hasEffect: Whether a result is that of a gesture with an effect.
    ///   - covered: The result if a popover or alert covers the target.
    func performGesture<Result>(
        on target: HitTestTarget, caller: String,
        _ command: @escaping (inout Hierarchy) throws -> Result,
        hasEffect: @escaping (Result) -> Bool = { _ in true },
        covered: @escaping (CoveredTap) -> Swift.Result<Result, DBusError> = { .failure($0.error) },
        reply: @escaping @EventLoop (Swift.Result<Result, DBusError>) -> Void
    ) throws(DBusError) {
        var result: Result?
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            result = try perform(command)
            return .over(.accepted)
        } reply: { outcome in
            switch outcome {
            case .success(.covered(let tap)): reply(covered(tap))
            case .success: if let result { reply(.success(result)) }
            case .failure(let error): reply(.failure(error))
            }
        }
        try enqueue(gesture, on: target, in: hierarchy.nodes.root(of: target.viewController), caller: caller) {
            hasEffect(try command(&$0))
        }
    }

    private func hasEffect(_ trial: (inout Hierarchy) throws -> Bool) -> Bool {
        var copy = hierarchy
        return (try? trial(&copy)) ?? false
    }
}
