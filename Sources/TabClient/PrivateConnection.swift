package import DBusConnection
package import DBusInterface
import TabInterface

extension Connection {
    /// Opens a private connection to the daemon.
    ///
    /// - Parameters:
    ///   - address: The result of `Manager.OpenConnection`, which is valid for 5 seconds.
    ///   - timeout: In milliseconds.
    package static func openPrivate(
        at address: String, timeout: Int32 = 5000
    ) async throws(DBusError) -> Connection {
        guard let token = PrivateConnectionAddress.token(in: address) else {
            throw .invalidArgs("the address of a private connection has no token: \(address)")
        }
        let connection = try Connection.peer(at: address)
        do throws(DBusError) {
            try await connection.call(
                PrivateConnectionInterface.hello, at: TabNames.root, on: nil, token, timeout: timeout)
        } catch {
            connection.close()
            throw error
        }
        return connection
    }
}
