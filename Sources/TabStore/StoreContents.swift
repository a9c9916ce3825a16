/// What the store had at the start.
package struct StoreContents: Sendable {
    /// By number, ascending.
    package var controllers: [StoredController] = []
    /// The first number that no controller ever had.
    package var nextNumber: UInt64 = 1
    /// Controllers during whose restoration the process has died, ascending.
    package var interrupted: [UInt64] = []
    /// What a person should know about the opening, as sentences.
    package var notices: [String] = []
}
