import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// Attempts to dismiss popovers, and the taps that wait for the answer of a popover's delegate (`P51` to `P58`).
@EventLoop
final class PopoverTaps {
    private let delegates: DelegateRegistry
    private let delivery: EventDelivery

    private var pending: [ViewControllerID: PendingTaps] = [:]
    /// Popovers whose delegate has answered in this turn.
    private var answered: [ViewControllerID] = []

    init(delegates: DelegateRegistry, delivery: EventDelivery) {
        self.delegates = delegates
        self.delivery = delivery
    }

    typealias TapReply = PendingTaps.Reply<TapResult>

    /// The delegate of a popover has answered its question.
    ///
    /// - Parameter result: The reply to an attempt to dismiss the popover; nil for another question.
    func delegateAnswered(about popover: ViewControllerID, _ result: TapResult?) {
        if let result {
            let attempt = pending[popover]?.attempt
            pending[popover]?.attempt = nil
            attempt?(.success(result))
        }
        answered.append(popover)
    }

    /// Tries to dismiss a popover, or its adapted presentation, as a user does.
    func attemptToDismiss(
        _ id: ViewControllerID, caller: String?, reply: @escaping TapReply
    ) throws(DBusError) {
        guard delivery.hierarchy.nodes.openPopoverQuestion(of: id) == nil else {
            return try wait(for: id, caller: caller, { reply(.failure($0)) }) { [unowned self] () throws(DBusError) in
                try attemptToDismiss(id, caller: nil, reply: reply)
            }
        }
        let attempt = delivery.change {
            $0.attemptToDismiss(popover: id)
        } recording: {
            // Before the question is delivered, as a plugin answers synchronously.
            if case .pending = $0 { pending[id, default: PendingTaps()].attempt = reply }
        }
        switch attempt {
        case .dismissed: reply(.success(.dismissed))
        case .refused: reply(.success(.refused))
        case .none: reply(.success(.none))
        case .pending: break
        }
    }

    /// Passes a tap to the popover or alert that covers its target.
    ///
    /// - Parameters:
    ///   - caller: nil for a tap that has waited.
    ///   - reply: Called with the result of the attempt to dismiss it.
    ///   - again: Restarts the gesture after the popover's delegate has answered an earlier tap.
    /// - Returns: Whether a popover or alert covers the target. The gesture then has no further effect.
    func cover(
        _ target: HitTestTarget, caller: String?, reply: @escaping PendingTaps.Reply<CoveredTap>,
        again: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) -> Bool {
        guard case .outside(let popover) = HitTest(delivery.hierarchy.nodes).permission(for: target) else {
            return false
        }
        guard delivery.hierarchy.nodes.openPopoverQuestion(of: popover) == nil else {
            try wait(for: popover, caller: caller, { reply(.failure($0)) }, again)
            return true
        }
        var isAnchor = false
        if case .barButtonItem(let item) = target { isAnchor = delivery.hierarchy.isAnchor(item) }
        let isAlert = delivery.hierarchy.nodes.blockingAlert(in: delivery.hierarchy.nodes.root(of: popover)) == popover
        try attemptToDismiss(popover, caller: nil) { [isAnchor] result in
            reply(
                result.map {
                    CoveredTap(popover: popover, isAnchor: isAnchor, isAlert: isAlert, result: $0)
                })
        }
        return true
    }

    /// Queues a tap until the delegate of a popover has answered.
    func wait(
        for popover: ViewControllerID, caller: String?, _ fail: @escaping @EventLoop (DBusError) -> Void,
        _ tap: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) {
        if let caller, delegates.ofPopover(popover)?.client?.name == caller {
            throw .internalInconsistency(
                "the popover of \(popover.path) waits for the answer of this client, its delegate; answer it before a tap"
            )
        }
        let count = pending[popover]?.waiting.count ?? 0
        guard caller == nil || count < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(count) taps wait for the delegate of the popover of \(popover.path); try again after its answer")
        }
        pending[popover, default: PendingTaps()].waiting.append {
            do throws(DBusError) {
                try tap()
            } catch {
                fail(error)
            }
        }
    }

    /// Ends the attempt to dismiss a popover that has ended, and resumes the waiting taps.
    func endPendingTaps(of popover: ViewControllerID) {
        let attempt = pending[popover]?.attempt
        pending[popover]?.attempt = nil
        attempt?(.success(.none))
        answered.append(popover)
    }

    /// Starts the taps that waited for an answer, after the layout that follows it.
    ///
    /// - Returns: Whether there were any.
    func resumePendingTaps() -> Bool {
        guard !answered.isEmpty else { return false }
        let popovers = answered
        answered = []
        var taps: [@EventLoop () -> Void] = []
        for popover in popovers where delivery.hierarchy.nodes.openPopoverQuestion(of: popover) == nil {
            taps += pending.removeValue(forKey: popover)?.waiting ?? []
        }
        for tap in taps { tap() }
        return !taps.isEmpty
    }
}
