package import DBusInterface

/// The interface with which a new private connection identifies itself.
package enum PrivateConnectionInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.PrivateConnection"
    package static let summary = """
        The first call on a private connection, at the root object. No other object and no other interface exists there \
        before it. On the bus and after Hello this interface does not exist.
        """

    package static let hello: Method<(String) -> Void> = method(
        "Hello", "token",
        summary: """
            Identifies the connection with the token from the address that Manager.OpenConnection returned. A token is \
            valid for 5 seconds and for one connection. From then on the connection stands for the client that asked \
            for it, and gets all signals. The daemon closes a connection without Hello after 5 seconds, and after any \
            other call or a wrong token at once.
            """)
}

/// An address that `Manager.OpenConnection` returned.
package enum PrivateConnectionAddress {
    private static let tokenKey = ",token="

    /// Returns an address with a token. libdbus ignores the key.
    package static func make(_ address: String, token: String) -> String { address + tokenKey + token }

    /// Returns the token in an address; nil without one.
    package static func token(in address: String) -> String? {
        let part = address.split(separator: ",").first { $0.hasPrefix(tokenKey.dropFirst()) }
        return part.map { String($0.dropFirst(tokenKey.count - 1)) }
    }
}
