import DBusInterface
import TabInterface

extension ViewEntry {
    /// Returns the validated entry without properties that have default values.
    func checked(_ limits: ViewLimits) throws(DBusError) -> ViewEntry {
        guard let viewClass = ViewClasses.viewClass(className) else {
            throw .invalidArgument(
                "view \(id) has the unknown class '\(className.prefix(80))'; expected "
                    + ViewKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard [frame.x, frame.y, frame.width, frame.height].allSatisfy({ abs($0) <= ViewTree.maximumLength }),
            min(frame.width, frame.height) >= 0
        else {
            throw .invalidArgument("the frame of view \(id) is too large, not finite, or has a negative size")
        }
        guard autoresizing < 64 else {
            throw .invalidArgument(
                "the autoresizing mask \(autoresizing) of view \(id) is out of range; expected 0 to 63")
        }
        var kept = self
        for (key, value) in properties {
            let name = "\(key.prefix(80)) of view \(id)"
            guard let rule = viewClass.keys[key] else {
                throw .invalidArgument(
                    "\(name) (\(className)) is an unknown key; expected "
                        + viewClass.keys.keys.sorted().joined(separator: ", "))
            }
            guard value.extent.longestText <= limits.text else {
                throw .limitsExceeded("\(name) is longer than \(limits.text) bytes")
            }
            try rule.check(value, named: name)
            if let pixels = Pixels(variant: value) { try Self.check(pixels, named: name, limits.pixels) }
            if value == rule.defaultValue(in: properties) { kept.properties[key] = nil }
        }
        try kept.checkTextAttributes()
        try kept.checkSizes()
        try kept.checkSelection(ViewKeys.selectedRow, among: ViewKeys.rows)
        try kept.checkRows()
        try kept.checkSelection(ViewKeys.selectedSegment, among: ViewKeys.segments)
        try kept.checkSelection(ViewKeys.selectedItem, among: ViewKeys.items)
        return kept
    }

    private func checkSizes() throws(DBusError) {
        guard let maximum = given(ViewKeys.maximumSize) else { return }
        let minimum = self[ViewKeys.minimumSize]
        for (least, most) in [(minimum.width, maximum.width), (minimum.height, maximum.height)]
        where most > 0 && least > most {
            throw .invalidArgument(
                "MinimumSize of view \(id) has the length \(least), above \(most) of MaximumSize")
        }
    }

    private func checkSelection<Element: DBusType>(
        _ key: ViewKey<Int32>, among list: ViewKey<[Element]>
    ) throws(DBusError) {
        let index = self[key]
        guard index != key.defaultValue else { return }
        let count = elements(of: list).count
        guard index >= -1, Int(index) < count else {
            throw .outOfRange(
                "\(key.name) \(index) of view \(id) is out of range; it has \(count) \(list.name), and -1 means none")
        }
    }

    /// Checks that the attributes are within the text.
    private func checkTextAttributes() throws(DBusError) {
        guard hasValue(ViewKeys.textAttributes) else { return }
        let count = self[ViewKeys.text].unicodeScalars.count
        for (index, attribute) in self[ViewKeys.textAttributes].enumerated() where attribute.range.upperBound > count {
            throw .outOfRange(
                "attribute \(index) of \(ViewKeys.textAttributes.name) of view \(id), \(attribute.name), has the range "
                    + "\(attribute.start) + \(attribute.length); the text has \(count) Unicode scalars")
        }
    }

    private static func check(_ pixels: Pixels, named name: String, _ limit: Int) throws(DBusError) {
        let count = pixels.bytes.count
        guard count <= limit else {
            throw .limitsExceeded("\(name) has \(count) bytes: at most \(limit) are allowed")
        }
        guard UInt64(pixels.width) * UInt64(pixels.height) == UInt64(count / 4), count % 4 == 0 else {
            throw .invalidArgument("\(name): \(pixels.width) x \(pixels.height) RGBA is not \(count) bytes")
        }
    }
}

extension Variant {
    /// The length of the longest string inside and the total size, in bytes, and whether a string has the form of the
    /// name of an image.
    var extent: (longestText: Int, content: Int, hasImageName: Bool) {
        let valueBytes = 32
        func sum(_ values: some Sequence<Variant>) -> (longestText: Int, content: Int, hasImageName: Bool) {
            values.reduce((0, valueBytes, false)) { sum, value in
                let extent = value.extent
                return (
                    Swift.max(sum.0, extent.longestText), sum.1 + extent.content, sum.2 || extent.hasImageName
                )
            }
        }
        switch self {
        case .string(let text):
            let count = text.utf8.count
            return (count, valueBytes + count, count == ImageName.length && ImageName.isName(text))
        case .bytes(let bytes): return (0, valueBytes + bytes.count, false)
        case .array(_, let values), .structure(let values): return sum(values)
        case .variant(let value): return value.extent
        case .dictionary(_, _, let entries): return sum(entries.flatMap { [$0.key, $0.value] })
        default: return (0, valueBytes, false)
        }
    }
}
