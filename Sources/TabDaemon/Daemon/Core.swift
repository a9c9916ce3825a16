import EventLoop
import TabStore

/// What the parts of the daemon stand on: the bus, the model and what the daemon knows about its view controllers, accounts,
/// settings and the store.
@EventLoop
struct Core {
    let bus: Bus
    let delivery: EventDelivery
    let quotas: Quotas
    let records: ControllerRecords
    let settings: Settings
    let store: Store
}

/// A part of the daemon.
@EventLoop
protocol DaemonPart {
    var core: Core { get }
}

extension DaemonPart {
    var bus: Bus { core.bus }
    var delivery: EventDelivery { core.delivery }
    var quotas: Quotas { core.quotas }
    var records: ControllerRecords { core.records }
    var settings: Settings { core.settings }
    var store: Store { core.store }
}
