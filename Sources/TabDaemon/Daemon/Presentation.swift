import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Presentation and dismissal. The reply to Present is its completion (`P68`).
extension Daemon {
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
        let configuration = try popoverConfiguration(popover, of: presented)
        let anchors: [PopoverSetting] = [.sourceView, .barButtonItem]
        let isComplete =
            configuration?.hasAnchor == true && anchors.contains { popover.keys.contains($0.rawValue) }
        let former = presentations[presented]
        // Set before any event is delivered: a receiver may dismiss it at once.
        presentations[presented] = completion
        do throws(DBusError) {
            try perform {
                try $0.present(
                    presented, from: id, animated: animated, popover: configuration,
                    awaitsReader: awaitsReader && !isComplete)
            }
        } catch {
            presentations[presented] = former
            throw error
        }
        // A presented view controller no longer has its own window.
        endAttachments(of: presented)
    }

    func dismiss(from id: ViewControllerID, animated: Bool) throws(DBusError) {
        try perform { _ = try $0.dismiss(from: id, animated: animated) }
    }

    /// Runs the update cycle at the end of a turn (`P6`).
    func runUpdateCycle() {
        PresentationCycle(frame).run(on: &hierarchy)
        deliverEvents()
    }

    /// Lays out popovers that wait for a reader, before a client reads this interface (`P6`).
    func willRead(_ interface: String, at path: ObjectPath) {
        guard !presentations.isEmpty else { return }
        let readsAll = interface == ObjectManagerInterface.name
        guard readsAll || interface == PopoverPresentationControllerInterface.name else { return }
        let read = presentations.keys.filter { (readsAll || $0.path == path) && hierarchy.nodes.awaitsReader($0) }
        guard !read.isEmpty else { return }
        for id in read.sorted() { PopoverPresentation(id).endWaitForReader(in: &hierarchy) }
        if heldUpdateCycles == 0 { updateLayout() }
    }

    /// Starts the timer of a popover that has no anchor yet or waits for a reader.
    func presentationWaits(of id: ViewControllerID) {
        anchorTimers[id] = LoopTimer(after: UInt64(deadlines.anchor)) { [unowned self] in
            anchorTimers[id] = nil
            PopoverPresentation(id).endWaitForAnchor(in: &hierarchy)
        }
    }

    /// Completes a presentation: the view controller has appeared or failed to.
    func presented(_ id: ViewControllerID, _ result: Result<Void, DBusError>) {
        anchorTimers[id] = nil
        if case .failure = result { leftPresentation(id) }
        guard let completion = presentations.removeValue(forKey: id) else { return }
        repliesAtTurnEnd.append { completion(result) }
    }

    /// Cleans up after a presentation that ended, or whose view controller was destroyed.
    func presentationEnded(of id: ViewControllerID) {
        leftPresentation(id)
        presented(id, .failure(.internalInconsistency("\(id.path) was dismissed before it appeared")))
    }

    private func leftPresentation(_ id: ViewControllerID) {
        resumeWindow(of: id)
        records[id]?.owner?.presentationEnded()
    }
}
