import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Presenting and dismissing: the reply to Present is its completion (`P68`).
extension Daemon {
    /// Presents; the completion is called when the presented controller has appeared, or never will.
    ///
    /// - Parameters:
    ///   - popover: properties of its popover to begin with.
    ///   - awaitsReader: whether more calls may configure the popover: unless these properties have the anchor, it is
    ///     laid out when it is read or its time is over.
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
        // Before anybody is told: whoever hears of it may dismiss it at once.
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
        // A window of its own that it had counts no more.
        endAttachments(of: presented)
    }

    func dismiss(from id: ViewControllerID, animated: Bool) throws(DBusError) {
        try perform { _ = try $0.dismiss(from: id, animated: animated) }
    }

    /// The update cycle at a turn's end (`P6`).
    func runUpdateCycle() {
        hierarchy.runUpdateCycle(frame)
        deliverEvents()
    }

    /// Lays out popovers that wait for a reader, before a client reads this interface (`P6`).
    func willRead(_ interface: String, at path: ObjectPath) {
        guard !presentations.isEmpty else { return }
        let readsAll = interface == ObjectManagerInterface.name
        guard readsAll || interface == PopoverPresentationControllerInterface.name else { return }
        let read = presentations.keys.filter { (readsAll || $0.path == path) && hierarchy.awaitsReader($0) }
        guard !read.isEmpty else { return }
        for id in read.sorted() { hierarchy.popoverIsRead(id) }
        if heldUpdateCycles == 0 { updateLayout() }
    }

    /// Starts the timer of a popover that has no anchor yet or waits for a reader.
    func presentationWaits(of id: ViewControllerID) {
        anchorTimers[id] = LoopTimer(after: UInt64(deadlines.anchor)) { [unowned self] in
            anchorTimers[id] = nil
            hierarchy.endWaitForAnchor(of: id)
        }
    }

    /// What was presented has appeared, or never will.
    func presented(_ id: ViewControllerID, _ result: Result<Void, DBusError>) {
        anchorTimers[id] = nil
        if case .failure = result { leftPresentation(id) }
        guard let completion = presentations.removeValue(forKey: id) else { return }
        repliesAtTurnEnd.append { completion(result) }
    }

    /// A controller is not presented any more, or gone.
    func presentationEnded(of id: ViewControllerID) {
        leftPresentation(id)
        presented(id, .failure(.internalInconsistency("\(id.path) was dismissed before it was shown")))
    }

    private func leftPresentation(_ id: ViewControllerID) {
        resumeWindow(of: id)
        records[id]?.owner?.presentationEnded()
    }
}
