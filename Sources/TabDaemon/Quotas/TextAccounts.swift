import EventLoop
import TabModel

/// The texts of view controllers in the accounts: refuses growth that a quota has no room for, and counts what was set.
///
/// The model calls it for every command that sets a text, so no way to a text leads past the accounts.
@EventLoop
final class TextAccounts {
    private let delivery: EventDelivery
    private let quotas: Quotas
    private let records: ControllerRecords

    init(delivery: EventDelivery, quotas: Quotas, records: ControllerRecords) {
        self.delivery = delivery
        self.quotas = quotas
        self.records = records
    }

    /// Checks and counts the texts of the model from now on.
    func follow() {
        // Dry runs are copies of the model: they check, and count nothing.
        delivery.hierarchy.refuseGrowth { [quotas, records] id, bytes in
            EventLoop.assumeIsolated { records[id].flatMap { quotas.refusal(of: bytes, for: $0) } }
        }
        delivery.noteTexts = { [unowned self] id in count(id) }
    }

    /// Counts the texts of a view controller, which may be gone by now.
    func count(_ id: ViewControllerID) {
        guard let record = records[id], delivery.hierarchy.nodes.contains(id) else { return }
        record.textContent = delivery.hierarchy.nodes.textContent(of: id)
        quotas.noteContent(of: record)
    }
}
