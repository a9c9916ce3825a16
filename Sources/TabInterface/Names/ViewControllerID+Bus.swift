package import DBusInterface
// Every module that knows the contract uses ViewControllerID.
@_exported import TabIdentity

extension ViewControllerID {
    /// The object path of a view controller of any class.
    package var path: ObjectPath { ObjectPath(TabNames.path(of: rawValue, "")) }

    /// The object path of a tab bar controller's bar.
    package var barPath: ObjectPath { ObjectPath(TabNames.path(of: rawValue, TabNames.tabBarSuffix)) }
}

extension ViewControllerID: FixedDBusType {
    package static var type: FixedType { .uint64 }
}

extension Optional<ViewControllerID> {
    /// The object path; `/` for nil.
    package var path: ObjectPath { map(\.path) ?? .none }

    /// The number; 0 for nil.
    package var number: UInt64 { self?.rawValue ?? 0 }

    /// - Parameter number: 0 is nil.
    package init(number: UInt64) { self = number == 0 ? nil : ViewControllerID(number) }
}

/// A number; 0 for nil.
extension Optional: DBusType where Wrapped == ViewControllerID {
    package static var signature: String { UInt64.signature }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Self {
        Self(number: try UInt64.read(from: reader))
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(number) }

    package init?(variant: Variant) {
        guard let number = UInt64(variant: variant) else { return nil }
        self.init(number: number)
    }

    package var variant: Variant { .uint64(number) }
}
