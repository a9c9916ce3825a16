import Glibc
import TabPlugin

/// The time in some cities. The argument `Cities as` names their time zones (`Europe/Berlin`).
final class WorldClock: ViewController {
    private static let standardCities = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo"]

    private let table = TableView()
    /// The zone is nil for a name that the zone database lacks.
    private var cities: [(name: String, zone: TimeZone?)] = []
    private var timer: Timer?

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        let names = arguments["Cities"]?.strings ?? Self.standardCities
        cities = names.prefix(100).map { name in
            (Self.cityName(of: name), TimeZone(named: name))
        }
    }

    override func viewDidLoad() {
        table.identifier = "Cities"
        table.frame = view.frame
        table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(table)
        updateContent()
    }

    override func viewDidAppear(_ animated: Bool) { tick() }

    override func viewWillDisappear(_ animated: Bool) { timer = nil }

    override func updateContent() {
        let now = Int64(time(nil))
        let today = DateAndTime(secondsSince1970: now + Int64(TimeZone.local.offset(at: now)))
        table.rows = cities.map { name, zone in
            guard let zone else { return TableView.Row(name, detail: "unknown time zone") }
            let there = DateAndTime(secondsSince1970: now + Int64(zone.offset(at: now)))
            return TableView.Row(name, detail: there.clock + Self.dayName(there.day - today.day))
        }
    }

    /// Shows the time and comes back at the next full minute.
    private func tick() {
        updateContent()
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let elapsed = UInt64(now.tv_sec % 60) * 1000 + UInt64(now.tv_nsec) / 1_000_000
        timer = Timer(after: 60_000 - min(elapsed, 59_999) + 1, leeway: 100) { [weak self] in self?.tick() }
    }

    private static func cityName(of zone: String) -> String {
        let last = zone.split(separator: "/").last.map(String.init) ?? zone
        return String(last.map { $0 == "_" ? " " : $0 })
    }

    private static func dayName(_ difference: Int64) -> String {
        switch difference {
        case ..<0: ", yesterday"
        case 1...: ", tomorrow"
        default: ""
        }
    }
}
