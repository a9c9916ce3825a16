internal import DBusConnection
package import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabClient
internal import TabInterface

/// Images whose names contain the digest of their data.
extension Service {
    /// The largest image that a front end reads, in bytes. A daemon accepts 4 MiB by default.
    private static let maximumImage = 64 << 20

    /// Returns the encoded data of an image: through a descriptor, or in pieces where descriptors can't pass.
    package func imageData(_ name: String) async throws(DBusError) -> [UInt8] {
        guard connection.passesDescriptors else { return try await imagePieces(name) }
        do throws(DBusError) {
            return try Self.content(of: try await manager.getImage(name))
        } catch {
            guard error.name != TabError.invalidArgument.name else { throw error }
            return try await imagePieces(name)
        }
    }

    private func imagePieces(_ name: String) async throws(DBusError) -> [UInt8] {
        var data: [UInt8] = []
        while data.count < Self.maximumImage {
            let piece = try await manager.getImageData(name, UInt64(data.count))
            if piece.isEmpty { break }
            data += piece
        }
        return data
    }

    private static func content(of descriptor: FileDescriptor) throws(DBusError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, 0...off_t(maximumImage) ~= status.st_size else {
            throw .failed("the image cannot be read")
        }
        var data = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < data.count {
            let result = data.withUnsafeMutableBytes {
                pread(descriptor.number, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(count))
            }
            guard result > 0 || result < 0 && errno == EINTR else { throw .failed("the image cannot be read") }
            count += max(result, 0)
        }
        return data
    }
}
