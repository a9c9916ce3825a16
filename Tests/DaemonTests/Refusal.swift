/// The kinds of errors, whatever carries them.
enum Refusal: String, Error {
    case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, notSupported, missingAnchor, other
}
