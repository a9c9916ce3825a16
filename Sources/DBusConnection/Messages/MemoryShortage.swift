internal import DBusInterface

/// Retries of calls that libdbus refuses for lack of memory: the next attempt may succeed.
enum MemoryShortage {
    /// The number of attempts.
    static let attempts = 4

    /// Runs a function, and runs it again while it fails with `NoMemory`.
    static func retrying<Result>(_ body: () throws(DBusError) -> Result) throws(DBusError) -> Result {
        for _ in 1..<attempts {
            do throws(DBusError) {
                return try body()
            } catch {
                guard error.isNoMemory else { throw error }
            }
        }
        return try body()
    }
}
