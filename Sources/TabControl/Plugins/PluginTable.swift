/// The table of plugins with their resource usage. Plugins with their own process come first.
struct PluginTable {
    private struct Column {
        let title: String
        /// Whether the column contains numbers, which are right-aligned.
        var isNumber = true
        let text: (PluginSample, PluginRates?) -> String
    }

    private let rows: [(sample: PluginSample, rates: PluginRates?)]
    private let isTotal: Bool

    /// - Parameters:
    ///   - earlier: The previous samples, and the seconds since then; nil for a table of totals.
    init(_ samples: [PluginSample], since earlier: (samples: [PluginSample], seconds: Double)?, isTotal: Bool = false) {
        let before = Dictionary((earlier?.samples ?? []).map { ($0.id, $0) }) { $1 }
        rows = samples.sorted { ($0.usage == nil ? 1 : 0, $0.id) < ($1.usage == nil ? 1 : 0, $1.id) }
            .map { ($0, PluginRates(from: before[$0.id], to: $0, seconds: earlier?.seconds ?? 0)) }
        self.isTotal = isTotal
    }

    // MARK: Text

    /// The column titles, then one line per plugin.
    var lines: [String] {
        let cells = rows.map { row in columns.map { $0.text(row.sample, row.rates) } }
        return Output.lines(
            of: [columns.map(\.title)] + cells, numbers: Set(columns.indices.filter { columns[$0].isNumber }))
    }

    private var columns: [Column] {
        [
            Column(title: "PLUGIN", isNumber: false) { sample, _ in sample.id },
            Column(title: "PID") { sample, _ in sample.usage == nil ? "" : "\(sample.processID)" },
            Column(title: "STATE", isNumber: false) { sample, _ in sample.state },
            Self.usage("CTRLS") { "\($0.controllers)" },
        ] + (isTotal ? [] : [Self.rate("CPU%", \.cpu, digits: 1)]) + [
            Self.usage("TIME") { Self.time($0.cpuTime) }, Self.usage("MEMORY") { Self.memory($0.memory) },
        ] + messages + [
            Column(title: "RESTARTS") { sample, _ in
                sample.usage == nil && sample.restarts == 0 ? "" : "\(sample.restarts)"
            },
            Column(title: "REASON", isNumber: false) { sample, _ in Self.reason(sample) },
        ]
    }

    private var messages: [Column] {
        isTotal
            ? [Self.usage("IN") { "\($0.received)" }, Self.usage("OUT") { "\($0.sent)" }]
            : [Self.rate("IN/S", \.received, digits: 0), Self.rate("OUT/S", \.sent, digits: 0)]
    }

    /// Returns a column that is empty for a plugin without its own process.
    private static func usage(_ title: String, _ text: @escaping (PluginSample.Usage) -> String) -> Column {
        Column(title: title) { sample, _ in sample.usage.map(text) ?? "" }
    }

    /// Returns a column of rates; the text is `-` for a new process.
    private static func rate(_ title: String, _ value: KeyPath<PluginRates, Double>, digits: Int) -> Column {
        Column(title: title) { sample, rates in
            guard sample.usage != nil else { return "" }
            return rates.map { decimal($0[keyPath: value], digits: digits) } ?? "-"
        }
    }

    private static func reason(_ sample: PluginSample) -> String {
        let isInDaemon = sample.isolation == "in-process" && sample.state == "running"
        return sample.reason.isEmpty && isInDaemon ? "runs in the daemon" : sample.reason
    }

    // MARK: Numbers

    /// Returns minutes, seconds and hundredths; from one hour on, hours, minutes and seconds.
    static func time(_ nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let two: (UInt64) -> String = { ($0 < 10 ? "0" : "") + String($0) }
        guard seconds < 3600 else { return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" }
        return "\(seconds / 60):\(two(seconds % 60)).\(two(nanoseconds / 10_000_000 % 100))"
    }

    /// Returns an amount of memory in the largest unit that it fills.
    static func memory(_ bytes: UInt64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        var amount = Double(bytes) / 1024
        var index = 0
        while amount >= 1024, index < units.count - 1 {
            amount /= 1024
            index += 1
        }
        return decimal(amount, digits: index == 0 ? 0 : 1) + " " + units[index]
    }

    private static func decimal(_ number: Double, digits: Int) -> String {
        guard digits > 0 else { return String(Int64(number.rounded())) }
        let tenths = Int64((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: JSON

    /// An array with an object for each plugin. Missing values are null.
    var json: JSON {
        .array(
            rows.map { sample, rates in
                let rate: (Double?) -> JSON = { $0.map { .number(($0 * 100).rounded() / 100) } ?? .null }
                let plugin: JSON = [
                    "id": .string(sample.id), "state": .string(sample.state), "reason": .string(sample.reason),
                    "isolation": .string(sample.isolation), "processId": .integer(sample.processID),
                    "restarts": .integer(sample.restarts),
                ]
                let rates: JSON = [
                    "cpuPercent": rate(rates?.cpu), "messagesReceivedPerSecond": rate(rates?.received),
                    "messagesSentPerSecond": rate(rates?.sent),
                ]
                return plugin.merging(Self.json(of: sample.usage)).merging(rates)
            })
    }

    /// Returns the resource usage of a process as members of a plugin's object.
    static func json(of usage: PluginSample.Usage?) -> JSON {
        let total: (UInt64?) -> JSON = { $0.map(JSON.integer) ?? .null }
        return [
            "viewControllers": total(usage.map { UInt64($0.controllers) }), "cpuUsageNSec": total(usage?.cpuTime),
            "memoryCurrent": total(usage?.memory), "messagesReceived": total(usage?.received),
            "messagesSent": total(usage?.sent),
        ]
    }
}
