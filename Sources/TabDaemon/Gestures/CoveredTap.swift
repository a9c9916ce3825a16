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
