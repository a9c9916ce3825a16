/// Why state could not be read or written, as a sentence for the log.
package struct StoreError: Error, CustomStringConvertible, Sendable {
    package let description: String

    init(_ description: String) { self.description = description }
}
