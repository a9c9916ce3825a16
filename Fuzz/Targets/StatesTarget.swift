import DBusConnection
import DBusInterface
import TabModel

@testable import TabDaemon

extension FuzzTarget {
    /// A row of the store: its archive is unchanged after writing and reading.
    static let states = FuzzTarget(name: "states", maximumLength: 4096) { bytes in
        guard let values = MarshalledValues.values(in: bytes) else { return }
        let kept = try MarshalledValues.bytes(of: values)
        guard let again = MarshalledValues.values(in: kept) else { throw Finding("what was kept can't be read") }
        try Finding.expect(
            Variant.dictionary(key: "s", value: "v", Self.entries(values)).isSame(
                as: .dictionary(key: "s", value: "v", Self.entries(again))), "\(values) became \(again)")
        let id: ViewControllerID = .init(1)
        guard let archive = ControllerArchive(id, values) else { return }
        let properties = archive.properties
        _ = try MarshalledValues.bytes(of: properties)
        guard let second = ControllerArchive(id, properties) else { throw Finding("\(properties) is no archive") }
        let written = second.properties
        try Finding.expect(
            Variant.dictionary(key: "s", value: "v", Self.entries(properties)).isSame(
                as: .dictionary(key: "s", value: "v", Self.entries(written))),
            "\(properties) became \(written)")
    }

    private static func entries(_ values: [String: Variant]) -> [Variant: Variant] {
        Dictionary(uniqueKeysWithValues: values.map { (Variant.string($0.key), $0.value) })
    }
}
