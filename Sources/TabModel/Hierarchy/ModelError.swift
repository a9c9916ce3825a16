/// Why the model refuses; its state is then unchanged. Each message names the value and what is allowed.
package enum ModelError: Error, Hashable, Sendable {
    case invalidArgument(String)
    case outOfRange(String)
    case internalInconsistency(String)
    case hierarchyInconsistency(String)
    case notSupported(String)
    /// A popover that points at nothing (`P14`, `P16`, `P17`).
    case missingAnchor(String)
    /// The controller that the call is made on doesn't exist.
    case unknownObject(ViewControllerID)
}
