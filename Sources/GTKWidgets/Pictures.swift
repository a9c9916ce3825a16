internal import CAdwaita
package import EventLoop

/// Pictures whose encoded data (PNG, JPEG or SVG) is fetched by name, and decoded for the sizes that widgets need, on another
/// thread.
@EventLoop
package final class Pictures {
    /// The pictures that ``Icon`` and ``PictureView`` show by name.
    package static let shared = Pictures()

    /// Fetches the data of a picture. It passes nil if that is not possible now.
    package typealias Fetch = @EventLoop (String, _ completion: @escaping @EventLoop ([UInt8]?) -> Void) -> Void

    /// Where the pictures come from whose names have the same beginning.
    package struct Source {
        /// The beginning of the names.
        let prefix: String
        /// Whether the data of a name never changes, so that it is fetched once.
        let isLasting: Bool
        let fetch: Fetch

        package init(prefix: String, isLasting: Bool, fetch: @escaping Fetch) {
            self.prefix = prefix
            self.isLasting = isLasting
            self.fetch = fetch
        }
    }

    package var sources: [Source] = []

    private struct Key: Hashable {
        let name: String
        let size: Int
    }

    /// A widget that waits for the data of a picture.
    private struct Request {
        let side: Int
        let completion: @EventLoop (Texture) -> Void
    }

    private let decoder = Worker(threads: 1)
    /// The data by name, and the names in the order of their arrival.
    private var data: [String: [UInt8]] = [:]
    private var order: [String] = []
    private var size = 0
    private var textures: [Key: Texture] = [:]
    private var textureSize = 0
    /// What waits for the data of a picture. A picture that could not be fetched stays here until `retry`.
    private var waiting: [String: [Request]] = [:]
    private var fetching: Set<String> = []
    /// The number of sizes that are still to decode of fetched pictures.
    private var undecoded: [String: Int] = [:]
    /// The pictures that wait until fewer are fetched and decoded.
    private var queue: [String] = []
    /// What waits for the pixels of a picture.
    private var decoding: [Key: [@EventLoop (Texture) -> Void]] = [:]

    /// The size of the data that is kept, in bytes, and the number of textures.
    private static let maximumSize = 32 << 20
    private static let maximumTextures = 256
    /// The size of the pixels that are kept for more widgets, in bytes.
    private static let maximumTextureSize = 128 << 20
    /// The size of the pixels of all pictures that widgets show, in bytes. Any program can add pictures to the tree.
    private static let maximumTotalSize = 512 << 20
    /// The number of widgets that wait for one picture, and of pictures that are waited for.
    private static let maximumWaiting = 1024
    /// The number of pictures whose data is in memory for its pixels. Each has up to some MiB.
    private static let maximumActive = 8

    func handles(_ name: String) -> Bool { source(of: name) != nil }

    private func source(of name: String) -> Source? { sources.first { name.hasPrefix($0.prefix) } }

    /// Returns a picture; nil while it is not there, or if it can't be decoded.
    ///
    /// - Parameters:
    ///   - side: The length that the picture should have in pixels, at least. A PNG or JPEG keeps a smaller one.
    ///   - completion: Called with the picture when it is there, unless it is returned.
    func texture(_ name: String, side: Int, _ completion: @escaping @EventLoop (Texture) -> Void) -> Texture? {
        guard let bytes = data[name] else {
            guard waiting.count < Self.maximumWaiting || waiting[name] != nil else { return nil }
            if waiting[name, default: []].count < Self.maximumWaiting {
                waiting[name, default: []].append(Request(side: side, completion: completion))
            }
            start(name)
            return nil
        }
        let key = Self.key(name, bytes, side)
        if let texture = textures[key] { return texture }
        decode(bytes, key, completion)
        return nil
    }

    private static func key(_ name: String, _ bytes: [UInt8], _ side: Int) -> Key {
        // A power of two, so that a view that grows does not decode it at every size.
        var length = PictureDecoder.isVector(bytes) ? 32 : 256
        while length < side, length < (PictureDecoder.isVector(bytes) ? 1024 : 2048) { length *= 2 }
        return Key(name: name, size: length)
    }

    /// Returns whether it has begun to decode a picture in a size.
    @discardableResult
    private func decode(_ bytes: [UInt8], _ key: Key, _ completion: @escaping @EventLoop (Texture) -> Void) -> Bool {
        guard decoding[key] == nil else {
            if decoding[key, default: []].count < Self.maximumWaiting { decoding[key, default: []].append(completion) }
            return false
        }
        if Texture.totalSize > Self.maximumTotalSize { (textures, textureSize) = ([:], 0) }
        guard Texture.totalSize <= Self.maximumTotalSize else { return false }
        let isStarted = decoder.run({ PictureDecoder.decode(bytes, side: key.size) }) { [weak self] texture in
            self?.decoded(key, texture)
        }
        if isStarted { decoding[key] = [completion] }
        return isStarted
    }

    private func decoded(_ key: Key, _ texture: Texture?) {
        let bodies = decoding.removeValue(forKey: key) ?? []
        if let count = undecoded[key.name] {
            undecoded[key.name] = count > 1 ? count - 1 : nil
            startNext()
        }
        guard let texture else { return }
        if source(of: key.name)?.isLasting == true {
            if textures.count >= Self.maximumTextures || textureSize + texture.size > Self.maximumTextureSize {
                (textures, textureSize) = ([:], 0)
            }
            textureSize += texture.size - (textures[key]?.size ?? 0)
            textures[key] = texture
        }
        for body in bodies { body(texture) }
    }

    private func start(_ name: String) {
        guard let source = source(of: name), !fetching.contains(name) else { return }
        guard hasRoom else {
            if !queue.contains(name) { queue.append(name) }
            return
        }
        fetching.insert(name)
        source.fetch(name) { [weak self] data in self?.received(name, data, isLasting: source.isLasting) }
    }

    private func startNext() {
        while hasRoom, !queue.isEmpty { start(queue.removeFirst()) }
    }

    private var hasRoom: Bool { fetching.count + undecoded.count < Self.maximumActive }

    private func received(_ name: String, _ bytes: [UInt8]?, isLasting: Bool) {
        fetching.remove(name)
        defer { startNext() }
        guard let bytes else {
            // A file may be there later, but nothing says so. It is read again when a view names it again.
            if !isLasting { waiting[name] = nil }
            return
        }
        if isLasting { keep(bytes, of: name) }
        var count = 0
        for request in waiting.removeValue(forKey: name) ?? [] {
            if decode(bytes, Self.key(name, bytes, request.side), request.completion) { count += 1 }
        }
        if count > 0 { undecoded[name, default: 0] += count }
    }

    private func keep(_ bytes: [UInt8], of name: String) {
        while size + bytes.count > Self.maximumSize, !order.isEmpty {
            let oldest = order.removeFirst()
            size -= data.removeValue(forKey: oldest)?.count ?? 0
        }
        data[name] = bytes
        order.append(name)
        size += bytes.count
    }

    /// Fetches the pictures again that could not be fetched, for example because the daemon was away.
    package func retry() {
        for name in waiting.keys.sorted() { start(name) }
    }
}
