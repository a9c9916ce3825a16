package import DBusInterface

/// How much of something is in use, `(tt)`.
package struct Usage: DBusStructure, Hashable {
    package var used: UInt64
    package var limit: UInt64

    package init(_ used: UInt64, _ limit: UInt64) {
        self.used = used
        self.limit = limit
    }

    package static let layout = Layout<Usage>({ Usage($0, $1) }, \.used, \.limit)
}
