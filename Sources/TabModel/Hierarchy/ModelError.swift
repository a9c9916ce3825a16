/// The reason why the model refuses a command. Its state is unchanged. Each message names the value and what is
/// allowed.
package enum ModelError: Error, Hashable, Sendable {
    case invalidArgument(String)
    case outOfRange(String)
    case internalInconsistency(String)
    case hierarchyInconsistency(String)
    case notSupported(String)
    /// A text over the limit, or texts that the accounts of the daemon have no room for.
    case limitsExceeded(String)
    /// A popover without an anchor (`P14`, `P16`, `P17`).
    case missingAnchor(String)
    /// The controller of the call doesn't exist.
    case unknownObject(ViewControllerID)
}
