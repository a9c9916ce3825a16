internal import Glibc

/// A file descriptor as a value (type `h`), closed when no copy of the value is left.
package struct UnixFD: Hashable, Sendable {
    private final class Owner: Sendable {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    private let owner: Owner

    package var rawValue: Int32 { owner.descriptor }

    /// Takes the descriptor over.
    package init(owning descriptor: Int32) { owner = Owner(descriptor) }

    package static func == (left: UnixFD, right: UnixFD) -> Bool { left.rawValue == right.rawValue }
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
