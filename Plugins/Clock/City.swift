/// A city, by the zone that it stands for.
struct City: Hashable {
    /// The zone's name: `America/New_York`.
    let zoneName: String
    /// What people call it: `New York`.
    let name: String

    init(zoneName: String) {
        self.zoneName = zoneName
        let last = zoneName.split(separator: "/").last.map(String.init) ?? zoneName
        name = String(last.map { $0 == "_" ? " " : $0 })
    }
}
