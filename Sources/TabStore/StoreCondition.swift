/// Whether what was committed will be there after the daemon's end.
package enum StoreCondition: Hashable, Sendable {
    case saved
    /// Why it will not be, as a sentence. It is kept in memory and tried again.
    case unsaved(String)
}
