import Foundation
import TestSupport

/// Encoded images, and what clients do with them.
enum ImageSamples {
    /// One red pixel.
    static let png = Array(
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
                """) ?? Data())
    /// The beginning of a JPEG of one pixel. The daemon reads its size, and does not decode it.
    static let jpeg = jpeg(width: 1, height: 1)

    static func jpeg(width: UInt16, height: UInt16) -> [UInt8] {
        func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }
        let start: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        return start + [0xff, 0xc2, 0, 0x0b, 8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0]
    }

    /// A PNG that declares a size.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }
        return Array(png.prefix(16)) + bytes(width) + bytes(height) + Array(png.dropFirst(24))
    }

    /// A rectangle of a colour.
    static func svg(_ color: String = "red") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <!-- A rectangle. -->
            <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="\(color)"/></svg>
            """.utf8)
    }

    /// An SVG with a size in bytes of at least 200.
    static func svg(size: Int, _ color: String = "red") -> [UInt8] {
        let text = svg(color)
        return text + [UInt8](repeating: UInt8(ascii: " "), count: max(0, size - text.count))
    }
}

extension BusClient {
    func addImage(_ data: [UInt8]) async throws(DBusError) -> String { try await manager.addImage(data) }

    /// Reads an image in pieces.
    func imageData(_ name: String) async throws(DBusError) -> [UInt8] {
        var data: [UInt8] = []
        while true {
            let piece = try await manager.getImageData(name, UInt64(data.count))
            if piece.isEmpty { return data }
            data += piece
        }
    }

    /// Reads an image through its descriptor.
    func imageContent(_ name: String) async throws(DBusError) -> [UInt8] {
        let descriptor = try await manager.getImage(name)
        var status = stat()
        fstat(descriptor.number, &status)
        var data = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = read(descriptor.number, &data, data.count)
        return Array(data.prefix(max(0, count)))
    }

    func hasImage(_ name: String) async -> Bool { (try? await manager.getImageInfo(name)) != nil }
}
