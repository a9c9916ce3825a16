internal import CAdwaita
package import EventLoop

/// Pictures whose encoded data (PNG, JPEG or SVG) is fetched by name, each once, and decoded for the sizes that widgets
/// need.
@EventLoop
package final class Pictures {
    /// The pictures that ``Icon`` and ``PictureView`` show by name.
    package static let shared = Pictures()

    /// Fetches the data of a picture. It passes nil if that is not possible now.
    package typealias Fetch = @EventLoop (String, _ completion: @escaping @EventLoop ([UInt8]?) -> Void) -> Void

    /// The beginning of the names of these pictures; empty for none.
    package var prefix = ""
    package var fetch: Fetch?

    private struct Key: Hashable {
        let name: String
        let size: Int
    }

    /// The data by name, and the names in the order of their arrival.
    private var data: [String: [UInt8]] = [:]
    private var order: [String] = []
    private var size = 0
    private var textures: [Key: Texture] = [:]
    private var textureSize = 0
    /// What waits for the data of a picture. A picture that could not be fetched stays here until `retry`.
    private var waiting: [String: [@EventLoop () -> Void]] = [:]
    private var fetching: Set<String> = []

    /// The size of the data that is kept, in bytes, and the number of textures.
    private static let maximumSize = 32 << 20
    private static let maximumTextures = 256
    /// The size of the pixels that are kept for more widgets, in bytes.
    private static let maximumTextureSize = 128 << 20
    /// The number of widgets that wait for one picture.
    private static let maximumWaiting = 1024

    func handles(_ name: String) -> Bool { !prefix.isEmpty && name.hasPrefix(prefix) }

    /// Returns a picture; nil while it is not there, or if it can't be decoded.
    ///
    /// - Parameters:
    ///   - side: The length that the picture should have in pixels, at least. It matters for SVG only.
    ///   - whenFetched: Called when the picture arrives, unless it is there.
    func texture(_ name: String, side: Int, whenFetched: @escaping @EventLoop () -> Void) -> Texture? {
        guard let bytes = data[name] else {
            if waiting[name, default: []].count < Self.maximumWaiting { waiting[name, default: []].append(whenFetched) }
            start(name)
            return nil
        }
        let isVector = bytes.first == UInt8(ascii: "<") || !Texture.isBitmap(bytes)
        // A power of two, so that a view that grows does not decode it at every size.
        var length = 32
        while isVector, length < side, length < 1024 { length *= 2 }
        let key = Key(name: name, size: isVector ? length : 0)
        if let texture = textures[key] { return texture }
        guard let texture = isVector ? Texture(vector: bytes, side: length) : Texture(bitmap: bytes) else { return nil }
        if textures.count >= Self.maximumTextures || textureSize + texture.size > Self.maximumTextureSize {
            (textures, textureSize) = ([:], 0)
        }
        textures[key] = texture
        textureSize += texture.size
        return texture
    }

    private func start(_ name: String) {
        guard let fetch, fetching.insert(name).inserted else { return }
        fetch(name) { [weak self] data in self?.received(name, data) }
    }

    private func received(_ name: String, _ bytes: [UInt8]?) {
        fetching.remove(name)
        guard let bytes else { return }
        while size + bytes.count > Self.maximumSize, !order.isEmpty {
            let oldest = order.removeFirst()
            size -= data.removeValue(forKey: oldest)?.count ?? 0
        }
        data[name] = bytes
        order.append(name)
        size += bytes.count
        for body in waiting.removeValue(forKey: name) ?? [] { body() }
    }

    /// Fetches the pictures again that could not be fetched, for example because the daemon was away.
    package func retry() {
        for name in waiting.keys.sorted() { start(name) }
    }
}

/// A decoded picture.
@EventLoop
final class Texture {
    let pointer: OpaquePointer

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// The size of its pixels in bytes.
    var size: Int { 4 * Int(gdk_texture_get_width(pointer)) * Int(gdk_texture_get_height(pointer)) }

    /// Whether the data is that of a PNG or a JPEG.
    static func isBitmap(_ data: [UInt8]) -> Bool {
        data.starts(with: [0x89, 0x50]) || data.starts(with: [0xff, 0xd8])
    }

    /// Decodes a PNG or a JPEG.
    init?(bitmap data: [UInt8]) {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
        pointer = texture
    }

    /// Draws an SVG, with a loader of GdkPixbuf that may be missing.
    ///
    /// - Parameter side: The length of its longer side in pixels.
    init?(vector data: [UInt8], side: Int) {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let stream = g_memory_input_stream_new_from_bytes(bytes) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
        let length = Int32(clamping: side)
        guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, length, length, 1, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        guard let texture = gdk_texture_new_for_pixbuf(pixels) else { return nil }
        pointer = texture
    }
}
