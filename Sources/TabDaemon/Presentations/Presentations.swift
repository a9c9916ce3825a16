import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Presentation and dismissal. The reply to Present is its completion (`P68`).
@EventLoop
final class Presentations: DaemonPart {
    let core: Core
    private let popovers: PopoverConfigurator
    private let replies: TurnReplies
    private let transitions: TransitionClock
    private let windows: WindowAttachments

    /// Completions that wait for a presented view controller to appear.
    private var completions: [ViewControllerID: @EventLoop (Result<Void, DBusError>) -> Void] = [:]

    init(
        core: Core, popovers: PopoverConfigurator, replies: TurnReplies, transitions: TransitionClock,
        windows: WindowAttachments
    ) {
        self.core = core
        self.popovers = popovers
        self.replies = replies
        self.transitions = transitions
        self.windows = windows
    }

    /// Presents a view controller. The completion is called when it has appeared, or when it failed to.
    ///
    /// - Parameters:
    ///   - popover: The initial properties of its popover.
    ///   - awaitsReader: Whether later calls may configure the popover. Unless the properties include an anchor, its
    ///     layout waits until a client reads it or a timeout expires.
    func present(
        _ presented: ViewControllerID, from id: ViewControllerID, animated: Bool, popover: [String: Variant],
        awaitsReader: Bool = false,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) throws(DBusError) {
        let configuration = try popovers.popoverConfiguration(popover, of: presented)
        let anchors: [PopoverSetting] = [.sourceView, .barButtonItem]
        let isComplete =
            configuration?.hasAnchor == true && anchors.contains { popover.keys.contains($0.rawValue) }
        let former = completions[presented]
        // Set before any event is delivered: a receiver may dismiss it at once.
        completions[presented] = completion
        do throws(DBusError) {
            try delivery.perform {
                try $0.present(
                    presented, from: id, animated: animated, popover: configuration,
                    awaitsReader: awaitsReader && !isComplete)
            }
        } catch {
            completions[presented] = former
            throw error
        }
        // A presented view controller no longer has its own window.
        windows.endAttachments(of: presented)
    }

    /// Returns the configuration of a popover with the initial properties of a presentation.
    func configuration(
        _ popover: [String: Variant], of presented: ViewControllerID
    ) throws(DBusError) -> PopoverConfiguration? {
        try popovers.popoverConfiguration(popover, of: presented)
    }

    /// Expects the presentation of a view controller that a command is about to present.
    func expect(
        _ presented: ViewControllerID, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        completions[presented] = completion
    }

    /// The view controllers that have not appeared yet.
    var awaited: Dictionary<ViewControllerID, @EventLoop (Result<Void, DBusError>) -> Void>.Keys { completions.keys }

    /// Completes a presentation: the view controller has appeared or failed to.
    func presented(_ id: ViewControllerID, _ result: Result<Void, DBusError>) {
        transitions.endWaitForAnchor(of: id)
        if case .failure = result {
            windows.resumeWindow(of: id)
            records[id]?.owner?.presentationEnded()
        }
        guard let completion = completions.removeValue(forKey: id) else { return }
        replies.atTurnEnd { completion(result) }
    }

    /// Cleans up after a presentation that ended, or whose view controller was destroyed.
    func presentationEnded(of id: ViewControllerID) {
        presented(id, .failure(.internalInconsistency("\(id.path) was dismissed before it appeared")))
    }
}
