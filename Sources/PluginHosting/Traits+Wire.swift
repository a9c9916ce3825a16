extension Traits {
    /// As they cross the private connection.
    var names: [String] { [horizontal.rawValue, vertical.rawValue, colorScheme.rawValue] }

    /// nil for names that this version doesn't know.
    init?(names: [String]) {
        guard names.count == 3, let horizontal = SizeClass(rawValue: names[0]),
            let vertical = SizeClass(rawValue: names[1]), let scheme = ColorScheme(rawValue: names[2])
        else { return nil }
        self.init(horizontal: horizontal, vertical: vertical, colorScheme: scheme)
    }
}
