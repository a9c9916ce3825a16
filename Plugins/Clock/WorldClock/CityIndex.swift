/// A search for cities in the system's zone database. The files are read for each search, and validated like any input.
struct CityIndex {
    /// The files in order of preference. The last one also has obsolete names.
    private static let files = ["zone.tab", "zone1970.tab", "tzdata.zi"]
    private static let maximumFile = 1 << 20
    private static let maximumName = 100

    private let folder: String

    init(folder: String = "/usr/share/zoneinfo") { self.folder = folder }

    /// Returns the city of a time zone; nil if there is none.
    ///
    /// - Parameter text: The full name of the zone or its last parts, in upper or lower case, with spaces or
    ///   underscores: `Europe/Paris`, `new york`, `Indiana/Knox`.
    func city(named text: String) -> City? {
        let wanted = Self.folded(text.utf8.drop { $0 == 0x20 })
        guard !wanted.isEmpty, wanted.count <= Self.maximumName else { return nil }
        for file in Self.files {
            guard let bytes = readFile(folder + "/" + file, limit: Self.maximumFile) else { continue }
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let name = Self.zoneName(in: line, isSource: file == "tzdata.zi"), Self.fits(name, wanted) else {
                    continue
                }
                // Debian 13 has the zones of obsolete names in a package of their own.
                for name in [name, Self.target(of: line)].compactMap(\.self) {
                    let zoneName = String(decoding: name, as: UTF8.self)
                    if TimeZone(named: zoneName) != nil { return City(zoneName: zoneName) }
                }
            }
        }
        // Fall back to the exact name of a zone that none of the files lists.
        return TimeZone(named: text) == nil ? nil : City(zoneName: text)
    }

    /// Returns the cities of the first file that has any, sorted by name. Some may have no zone file, which is checked
    /// when the user chooses a city.
    func cities() -> [City] {
        for file in Self.files {
            guard let bytes = readFile(folder + "/" + file, limit: Self.maximumFile) else { continue }
            let names = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
                Self.zoneName(in: line, isSource: file == "tzdata.zi")
            }
            let cities = Set(names.filter { !$0.isEmpty && $0.count <= Self.maximumName }).compactMap { name in
                String(validating: name, as: UTF8.self).map(City.init(zoneName:))
            }
            if !cities.isEmpty { return cities.sorted { ($0.name, $0.zoneName) < ($1.name, $1.zoneName) } }
        }
        return []
    }

    /// Returns the cities whose name or zone contains a text; all cities if it is empty. Cities that begin with the
    /// text come first. Case is ignored, and spaces match underscores.
    static func cities(_ cities: [City], matching text: String) -> [City] {
        let wanted = folded(text.utf8.drop { $0 == 0x20 })
        guard !wanted.isEmpty else { return cities }
        let found = cities.filter { has(wanted, in: folded($0.zoneName.utf8)) }
        return found.filter { folded($0.name.utf8).starts(with: wanted) }
            + found.filter { !folded($0.name.utf8).starts(with: wanted) }
    }

    private static func has(_ wanted: [UInt8], in text: [UInt8]) -> Bool {
        guard wanted.count <= text.count else { return false }
        return (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
    }

    /// Returns the name of a zone in a line: `FR	+4852+00220	Europe/Paris` in a table, `Z Europe/Paris …` or
    /// `L Europe/Paris Other/Name` in the source.
    private static func zoneName(in line: ArraySlice<UInt8>, isSource: Bool) -> ArraySlice<UInt8>? {
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        let fields = line.split(separator: isSource ? 0x20 : 0x09, maxSplits: 3)
        guard isSource else { return fields.count > 2 ? fields[2] : nil }
        switch fields.first.map({ String(decoding: $0, as: UTF8.self) }) {
        case "Z" where fields.count > 1: return fields[1]
        case "L" where fields.count > 2: return fields[2]
        default: return nil
        }
    }

    /// Returns the zone that an obsolete name in a line of the source stands for.
    private static func target(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let fields = line.split(separator: 0x20, maxSplits: 3)
        return fields.count > 2 && fields[0].elementsEqual("L".utf8) ? fields[1] : nil
    }

    private static func fits(_ name: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        guard name.count >= wanted.count, name.count <= maximumName else { return false }
        let rest = name.dropLast(wanted.count)
        return folded(name.suffix(wanted.count)) == wanted && (rest.isEmpty || rest.last == UInt8(ascii: "/"))
    }

    /// Returns a text in lower case, with underscores replaced by spaces and without spaces at the end.
    private static func folded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = text.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "_"): 0x20
            default: byte
            }
        }
        while result.last == 0x20 { result.removeLast() }
        return result
    }
}

/// A city that represents a time zone.
struct City: Hashable {
    /// The name of the zone: `America/New_York`.
    let zoneName: String
    /// The name of the city: `New York`.
    let name: String

    init(zoneName: String) {
        self.zoneName = zoneName
        let last = zoneName.split(separator: "/").last.map(String.init) ?? zoneName
        name = String(last.map { $0 == "_" ? " " : $0 })
    }
}
