internal import DBusInterface
internal import TabInterface

/// A plugin at one moment, and what its process has used until then.
struct PluginSample: Sendable {
    /// Of a process of the plugin's own.
    struct Usage: Sendable {
        /// In nanoseconds.
        let cpuTime: UInt64
        /// In bytes.
        let memory: UInt64
        /// By the daemon, from the process.
        let received: UInt64
        let sent: UInt64
        let controllers: UInt32
    }

    let id: String
    let state: String
    let isolation: String
    let reason: String
    let processID: UInt32
    let restarts: UInt32
    /// nil while there is no process of its own.
    let usage: Usage?

    /// - Parameters:
    ///   - properties: of `org.tabd.Tabs1.Plugin`.
    ///   - usage: what `GetResourceUsage` answered.
    init(_ properties: [String: Variant], usage: [String: Variant]) {
        let text: (Property<String>) -> String = { properties[$0.name]?.get() ?? "" }
        id = text(PluginInterface.id)
        state = text(PluginInterface.state)
        isolation = text(PluginInterface.isolation)
        reason = text(PluginInterface.reason)
        processID = properties[PluginInterface.processId.name]?.get() ?? 0
        restarts = properties[PluginInterface.restarts.name]?.get() ?? 0
        self.usage = Usage(usage)
    }

    /// With the number of the process that the code runs in.
    var stateText: String { processID == 0 ? state : "\(state) (\(processID))" }

    /// Behind the rest of a line; empty without a reason.
    var reasonText: String { reason.isEmpty ? "" : "  # " + reason }
}

extension PluginSample.Usage {
    fileprivate init?(_ values: [String: Variant]) {
        guard let cpuTime: UInt64 = values["CPUUsageNSec"]?.get(), let memory: UInt64 = values["MemoryCurrent"]?.get()
        else { return nil }
        self.init(
            cpuTime: cpuTime, memory: memory, received: values["MessagesReceived"]?.get() ?? 0,
            sent: values["MessagesSent"]?.get() ?? 0, controllers: values["ViewControllers"]?.get() ?? 0)
    }
}

/// What a plugin's process did between two samples of it.
struct PluginRates: Hashable, Sendable {
    /// In percent of one processor.
    let cpu: Double
    /// Messages in a second, by the daemon from the process.
    let received: Double
    let sent: Double

    /// nil when there was no sample of this same process before.
    init?(from earlier: PluginSample?, to later: PluginSample, seconds: Double) {
        guard let earlier, earlier.processID == later.processID, let before = earlier.usage, let now = later.usage,
            seconds > 0
        else { return nil }
        let rate: (UInt64, UInt64) -> Double = { $1 > $0 ? Double($1 - $0) / seconds : 0 }
        cpu = rate(before.cpuTime, now.cpuTime) / 10_000_000
        received = rate(before.received, now.received)
        sent = rate(before.sent, now.sent)
    }
}
