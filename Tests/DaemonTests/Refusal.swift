/// The kinds of errors, whatever carries them.
enum Refusal: String, Error {
    case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, notSupported, missingAnchor, other
    /// What a plugin learns of a refusal for which the interface in C has no status of its own.
    case pluginFailed

    /// Whether this is how the expected one arrives.
    func fits(_ expected: Refusal) -> Bool {
        guard self == .pluginFailed else { return self == expected }
        return [.internalInconsistency, .hierarchyInconsistency, .missingAnchor].contains(expected)
    }
}
