import DBusInterface
import TabInterface
import TabModel

/// The sheet that a popover adapts to, as a dictionary.
extension SheetConfiguration {
    private enum Key {
        static let detents = OptionKey<[String]>("Detents", "")
        static let selectedDetent = OptionKey<String>("SelectedDetent", "")
        static let prefersGrabberVisible = OptionKey<Bool>("PrefersGrabberVisible", "")
        static let all = [detents.description, selectedDetent.description, prefersGrabberVisible.description]
    }

    /// - Throws: `InvalidArgs` for an unknown key or a value of another type, `InvalidArgument` for one that is not allowed.
    init(_ values: [String: Variant]) throws(DBusError) {
        self.init()
        let options = Options(values)
        try options.validate(against: Key.all)
        if let names = options[Key.detents] {
            var detents: [Detent] = []
            for name in names { detents.append(try Self.detent(name)) }
            guard !detents.isEmpty, Set(detents).count == detents.count else {
                throw .invalidArgument("Detents is empty or names one twice: medium, large or both are allowed")
            }
            self.detents = detents
        }
        if let name = options[Key.selectedDetent], !name.isEmpty {
            let selected = try Self.detent(name)
            guard detents.contains(selected) else {
                throw .invalidArgument("SelectedDetent '\(name)' is none of Detents")
            }
            selectedDetent = selected
        }
        prefersGrabberVisible = options[Key.prefersGrabberVisible] ?? false
    }

    private static func detent(_ name: String) throws(DBusError) -> Detent {
        try TextRules.value(name, named: "detent")
    }

    var values: [String: Variant] {
        [
            "Detents": detents.map(\.rawValue).variant, "SelectedDetent": .string(selectedDetent?.rawValue ?? ""),
            "PrefersGrabberVisible": .bool(prefersGrabberVisible),
        ]
    }
}
