internal import DBusInterface

/// Retries of libdbus calls that failed for lack of memory.
enum MemoryShortage {
    /// The number of attempts.
    static let attempts = 4

    /// Runs a function, and repeats it while it fails with `NoMemory`.
    static func retrying<Result>(_ body: () throws(DBusError) -> Result) throws(DBusError) -> Result {
        for _ in 1..<attempts {
            do throws(DBusError) {
                return try body()
            } catch {
                guard error.name == DBusError.Name.noMemory else { throw error }
            }
        }
        return try body()
    }
}
