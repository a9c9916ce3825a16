internal import DBusInterface
internal import TabInterface

/// The state of a plugin at one moment, with the resource usage of its process.
struct PluginSample: Sendable {
    /// The resource usage of a plugin's own process.
    struct Usage: Sendable {
        /// The processor time, in nanoseconds.
        let cpuTime: UInt64
        /// The resident memory, in bytes.
        let memory: UInt64
        /// The number of messages that the daemon received from the process.
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
    /// The resource usage; nil while the plugin has no own process.
    let usage: Usage?

    /// - Parameters:
    ///   - properties: The properties of `org.tabd.Tabs1.Plugin`.
    ///   - usage: The reply of `GetResourceUsage`.
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

    /// The state with the process ID, if there is one.
    var stateText: String { processID == 0 ? state : "\(state) (\(processID))" }

    /// The reason as the end of a line; empty without a reason.
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

/// The activity of a plugin's process between two samples.
struct PluginRates: Hashable, Sendable {
    /// The processor time in percent of one processor.
    let cpu: Double
    /// The number of messages per second that the daemon received from the process.
    let received: Double
    let sent: Double

    /// Returns nil without an earlier sample of the same process.
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
