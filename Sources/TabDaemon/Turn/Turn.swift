import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The end of a turn: layout, announcements, commit, replies.
@EventLoop
final class Turn: DaemonPart {
    let core: Core
    private let popoverTaps: PopoverTaps
    private let presentations: Presentations
    private let replies: TurnReplies
    private let views: ViewStore

    private var restTimer: LoopTimer?

    init(
        core: Core, popoverTaps: PopoverTaps, presentations: Presentations, replies: TurnReplies, views: ViewStore
    ) {
        self.core = core
        self.popoverTaps = popoverTaps
        self.presentations = presentations
        self.replies = replies
        self.views = views
    }

    /// The number of passes in one turn: the update cycle and the layout may trigger each other.
    private static let maximumPasses = 8

    /// The delay before a layout that did not converge continues, in milliseconds.
    private static let restTime: UInt64 = 16

    /// Ends the turn, before its replies are sent.
    func endTurn() {
        replies.beginTurnEnd()
        delivery.deliverEvents()
        if delivery.runsUpdateCycle { updateLayout() } else { views.layOutViews() }
        bus.tree.announceChanges()
        views.announceViews()
        views.crashMarkers.markShownHealthy()
        replies.recorder.commitChanges()
        replies.sendTurnEndReplies()
    }

    private func updateLayout() {
        guard delivery.mayNeedUpdateCycle else { return }
        // Callbacks in one of these may trigger the other. A layout that does not converge continues a little later.
        for _ in 0..<Self.maximumPasses where delivery.mayNeedUpdateCycle {
            // Popovers are placed at the current frames of views.
            views.layOutViews()
            runUpdateCycle()
            views.layOutViews()
            delivery.mayNeedUpdateCycle =
                delivery.hierarchy.hasUpdateCycleWork(views.frames) || popoverTaps.resumePendingTaps()
        }
        if delivery.mayNeedUpdateCycle { restTimer = LoopTimer(after: Self.restTime) {} }
    }

    /// Runs the update cycle at the end of a turn (`P6`).
    private func runUpdateCycle() {
        delivery.change { $0.runUpdateCycle(views.frames) }
    }

    /// Lays out popovers that wait for a reader, before a client reads this interface (`P6`).
    func willRead(_ interface: String, at path: ObjectPath) {
        guard !presentations.awaited.isEmpty else { return }
        let readsAll = interface == ObjectManagerInterface.name
        guard readsAll || interface == PopoverPresentationControllerInterface.name else { return }
        let read = presentations.awaited.filter {
            (readsAll || $0.path == path) && delivery.hierarchy.nodes.awaitsReader($0)
        }
        guard !read.isEmpty else { return }
        delivery.change { for id in read.sorted() { $0.endWaitForReader(ofPopover: id) } }
        if delivery.runsUpdateCycle { updateLayout() }
    }
}
