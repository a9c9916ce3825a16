/// What stands behind `Key = ` in the file of preferences.
protocol FileValue: Sendable {
    var fileText: String { get }
    init?(fileText: String)
    /// For a message about a text that is no such value.
    static var allowed: String { get }
}

extension Bool: FileValue {
    var fileText: String { self ? "true" : "false" }
    init?(fileText: String) { self.init(fileText) }
    static var allowed: String { "true or false" }
}

extension Int: FileValue {
    var fileText: String { String(self) }
    init?(fileText: String) { self.init(fileText) }
    static var allowed: String { "a whole number" }
}

extension FileValue where Self: RawRepresentable<String> & CaseIterable {
    var fileText: String { rawValue }
    init?(fileText: String) { self.init(rawValue: fileText) }
    static var allowed: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

/// At least one, each once.
extension [Preferences.Language]: FileValue {
    var fileText: String { map(\.rawValue).joined(separator: " ") }
    static var allowed: String { "each language once, " + Preferences.Language.allowed }

    init?(fileText: String) {
        let codes = fileText.split(separator: " ")
        self = codes.compactMap { Preferences.Language(rawValue: String($0)) }
        guard !isEmpty, count == codes.count, Set(self).count == count else { return nil }
    }
}
