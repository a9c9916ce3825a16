import DBusConnection
import EventLoop
import Logging
import TabInterface
import TabStore

/// The damage and notices of the store, for the log and for `StoreReason`.
@EventLoop
final class StoreReport: DaemonPart {
    let core: Core

    /// Damage found in single rows of the store, as sentences.
    private var errors: [String] = []
    /// The number of the store's notices that were logged.
    private var loggedNotices = 0

    init(core: Core) {
        self.core = core
    }

    /// The maximum number of store errors in `StoreReason`.
    private static let maximumShownErrors = 10

    /// The value of `StoreReason`: why the state is unsaved, else the notices and errors from opening the store.
    var reason: String {
        if case .unsaved(let reason) = store.condition { return reason }
        let shown = errors.prefix(Self.maximumShownErrors).joined(separator: "; ")
        let more = errors.count - Self.maximumShownErrors
        let all = more > 0 ? "\(shown); and \(more) more, see the log" : shown
        return (store.notices + (all.isEmpty ? [] : [all])).joined(separator: " ")
    }

    /// Reports damage in the store, and keeps a copy of the damaged file.
    ///
    /// - Parameter isKept: Whether the store keeps the damaged data itself, so no copy is needed.
    func reportDamage(_ found: [String], isKept: Bool = false) {
        guard !found.isEmpty else { return }
        for error in found { log.error("restoring: \(error)") }
        errors += found
        if !isKept { _ = store.keepCopy() }
        logNotices()
        bus.tree.markChanged(TabNames.root)
    }

    /// Logs the new notices of the store.
    func logNotices() {
        for notice in store.notices.dropFirst(loggedNotices) { log.warning("\(notice)") }
        loggedNotices = store.notices.count
    }
}
