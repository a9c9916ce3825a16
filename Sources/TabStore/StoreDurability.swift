/// What a commit survives.
package enum StoreDurability: String, CaseIterable, Sendable {
    /// The death of the process at any moment.
    case process
    /// Also a loss of power: who waits for a commit waits for the disk.
    case power
}
