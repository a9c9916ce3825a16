internal import Foundation
internal import GRDB

/// Columns that may hold anything.
extension Row {
    /// A whole number that is not below zero.
    func number(_ index: Int) -> UInt64? {
        guard case .int64(let value) = (self[index] as DatabaseValue).storage else { return nil }
        return UInt64(exactly: value)
    }

    /// Bytes that are UTF-8 without NUL, as D-Bus wants it.
    func text(_ index: Int) -> String? {
        let bytes = bytes(index)
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Nothing for what is none.
    func bytes(_ index: Int) -> [UInt8] {
        guard case .blob(let data) = (self[index] as DatabaseValue).storage else { return [] }
        return [UInt8](data)
    }
}
