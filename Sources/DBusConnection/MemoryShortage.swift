internal import DBusInterface

/// What libdbus does when there is no memory for something: it fails, and may succeed a moment later.
enum MemoryShortage {
    /// How often something is tried.
    static let attempts = 4

    /// Does again what fails with `NoMemory`.
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
