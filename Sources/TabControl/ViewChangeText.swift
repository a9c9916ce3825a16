internal import DBusInterface
internal import TabInterface

/// What is different in a view, as `Key old → new`.
enum ViewChangeText {
    private static let maximumRows = 3

    static func text(from old: ViewEntry, to new: ViewEntry) -> String {
        var parts: [String] = []
        if old.className != new.className { parts.append("class \(old.className) → \(new.className)") }
        if old.parent != new.parent { parts.append("parent \(old.parent) → \(new.parent)") }
        if old.frame != new.frame {
            parts.append("frame \(PropertyText.frame(old.frame)) → \(PropertyText.frame(new.frame))")
        }
        if old.autoresizing != new.autoresizing {
            parts.append("Flexible \(mask(old.autoresizing)) → \(mask(new.autoresizing))")
        }
        for key in Set(old.properties.keys).union(new.properties.keys).sorted() {
            let values = [old, new].map { $0.value(of: key) ?? .string("") }
            guard values[0] != values[1] else { continue }
            let isSecret = key == "Text" && (old.isSecure || new.isSecure)
            let shown = isSecret ? values.map(ViewOutline.masked) : values
            parts.append(change(of: key, in: new.className, shown[0], shown[1]))
        }
        return parts.joined(separator: ", ")
    }

    private static func change(of key: String, in className: String, _ old: Variant, _ new: Variant) -> String {
        if key == "Rows", let old = [TableRow](variant: old), let new = [TableRow](variant: new) {
            return rows(from: old, to: new)
        }
        let texts = [old, new].map { PropertyText.text($0, of: key, in: className) }
        return "\(key) \(texts[0]) → \(texts[1])"
    }

    /// The rows that differ when there are as many as before, else how many there are.
    private static func rows(from old: [TableRow], to new: [TableRow]) -> String {
        guard old.count == new.count else { return "Rows: \(old.count) → \(new.count)" }
        let different = old.indices.filter { old[$0] != new[$0] }
        let shown = different.prefix(maximumRows).map { index in
            "row \(Position(at: index)) \(text(of: old[index])) → \(text(of: new[index]))"
        }
        let rest = different.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more rows" : "")
    }

    private static func text(of row: TableRow) -> String {
        let notes = [
            row.detail, row.image, row.accessory == "none" ? "" : row.accessory, row.enabled ? "" : "disabled",
        ]
        let all = [row.title] + notes.filter { !$0.isEmpty }
        return PropertyText.text(.string(all.joined(separator: "  ")))
    }

    private static func mask(_ mask: UInt32) -> String { mask == 0 ? "none" : PropertyText.autoresizing(mask) }
}
