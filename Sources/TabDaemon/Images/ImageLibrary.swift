import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// The images whose data the daemon has, by name, and their holders.
///
/// An image is held by the clients that have added it, while they are on the bus, and by the plugins that use it, while
/// their code is loaded. Nothing counts where images are named: a sweep drops those that are neither held nor named
/// (`S-196`). It runs after the restoration, when a client leaves that holds images, and when a quota is full.
@EventLoop
final class ImageLibrary {
    private struct Image {
        let data: [UInt8]
        let format: ImageFormat
        /// Clients by unique name, and plugins by id.
        var holders: Set<String> = []
        /// Its position in the order of additions, which counts the last one of each image.
        var order: UInt64 = 0
        /// Whether the store has it.
        var isSaved = false
    }

    /// A number of images, and the size of their data.
    private struct Use {
        var count = 0
        var bytes = 0

        mutating func add(_ size: Int) {
            count += 1
            bytes += size
        }

        mutating func remove(_ size: Int) {
            count -= 1
            bytes -= size
        }
    }

    private let plugins: PluginCatalog
    private let quotas: Quotas
    private let names: NamedImages

    private var images: [String: Image] = [:]
    private var uses: [String: Use] = [:]
    private var total = Use()
    private var additions: UInt64 = 0
    private var sweeps = ChangeRate()
    /// Memory with the data of images that clients have fetched.
    private var memory: [String: FileDescriptor] = [:]
    /// Images that rows of the store name which could not be restored. They are needed when these are.
    var reserved: Set<String> = []
    /// Images that were dropped, and are still in the store.
    private var unsavedRemovals: Set<String> = []

    /// The number of descriptors for `memory`.
    private static let maximumMemory = 64
    /// The number of sweeps per second for one holder with a full quota.
    private static let sweepRate = 10

    init(names: NamedImages, plugins: PluginCatalog, quotas: Quotas) {
        self.names = names
        self.plugins = plugins
        self.quotas = quotas
    }

    var isEmpty: Bool { images.isEmpty && unsavedRemovals.isEmpty }
    var count: Int { total.count }
    /// The size of all data, in bytes.
    var content: Int { total.bytes }

    func contains(_ name: String) -> Bool { images[name] != nil }

    /// Returns the data of an image and its format.
    ///
    /// - Throws: `InvalidArgument` for an unknown name.
    func image(named name: String) throws(DBusError) -> (data: [UInt8], format: ImageFormat) {
        guard let image = images[name] else { throw Self.unknown(name) }
        return (image.data, image.format)
    }

    /// Returns a descriptor of the data of an image. All descriptors of an image share its memory.
    ///
    /// - Throws: `InvalidArgument` for an unknown name, `LimitsExceeded` if the system has no room.
    func descriptor(ofImageNamed name: String) throws(DBusError) -> FileDescriptor {
        let data = try image(named: name).data
        if let shared = memory[name], let descriptor = SealedMemory.reopened(shared) { return descriptor }
        let new = try SealedMemory.descriptor(of: data)
        guard let descriptor = SealedMemory.reopened(new) else { return new }
        if memory.count >= Self.maximumMemory { memory = [:] }
        memory[name] = new
        return descriptor
    }

    /// The maximum size of one piece of data in a reply, in bytes.
    private static let maximumPiece: UInt64 = 1 << 20

    /// Returns the data of an image from an offset on, at most one piece.
    ///
    /// - Throws: `InvalidArgument` for an unknown name, `OutOfRange` for an offset beyond the end.
    func data(ofImageNamed name: String, from offset: UInt64) throws(DBusError) -> [UInt8] {
        let data = try image(named: name).data
        let size = UInt64(data.count)
        guard offset <= size else {
            throw .outOfRange("the offset \(offset) is beyond the end of the image, which has \(size) bytes")
        }
        return Array(data[Int(offset)..<Int(min(size, offset + min(Self.maximumPiece, size - offset)))])
    }

    static func unknown(_ name: String) -> DBusError {
        .invalidArgument(
            "no image has the name '\(name.prefix(80))'; expected a name that AddImage has returned "
                + "(\(ImageName.prefix)...), and add the image again if its owner has left")
    }

    // MARK: Addition

    /// Adds an image for a client or a plugin, and returns its name.
    ///
    /// - Throws: `InvalidArgument` for data of another format, `LimitsExceeded` for too much data.
    func add(_ data: [UInt8], for holder: String) throws(DBusError) -> String {
        try check(data)
        let name = ImageName.name(of: data)
        if images[name]?.holders.contains(holder) != true {
            do throws(DBusError) {
                try requireRoom(for: name, data.count, of: holder)
            } catch {
                // Nothing makes room for an image that is too large on its own.
                guard data.count <= quotas.limits.imageContent.each, sweeps.admits(holder, limit: Self.sweepRate) else {
                    throw error
                }
                makeRoom(for: name, data.count, of: holder)
                try requireRoom(for: name, data.count, of: holder)
            }
            insert(name, data)
            images[name]?.holders.insert(holder)
            uses[holder, default: Use()].add(data.count)
        }
        additions += 1
        images[name]?.order = additions
        return name
    }

    /// Counts an image as added again. Returns false if the holder does not hold it.
    func touch(_ name: String, for holder: String) -> Bool {
        guard images[name]?.holders.contains(holder) == true else { return false }
        additions += 1
        images[name]?.order = additions
        return true
    }

    /// The maximum size of the data of an image, in bytes.
    var maximumSize: Int { quotas.limits.image }

    private func check(_ data: [UInt8]) throws(DBusError) {
        guard data.count <= maximumSize else {
            throw .limitsExceeded(
                "the image has \(data.count) bytes; the limit is \(maximumSize) (image in [limits] of tabd.toml)")
        }
        guard let format = ImageFormat(of: data) else {
            throw .invalidArgument("the \(data.count) bytes are not an image; expected \(ImageFormat.names)")
        }
        guard format != .svg else { return }
        guard let size = ImageFormat.pixelSize(of: data, in: format), size.isAllowed else {
            throw .invalidArgument(
                "the image has no valid size; expected at most \(ImageFormat.PixelSize.maximumArea) pixels")
        }
    }

    /// An image that another holder has already takes nothing of the total.
    private func requireRoom(for name: String, _ bytes: Int, of holder: String) throws(DBusError) {
        let own = uses[holder] ?? Use()
        var others = total
        if images[name] != nil { others.remove(bytes) }
        try quotas.require(quotas.limits.images, "image", "images", for: 1, own: own.count, used: others.count)
        try quotas.require(
            quotas.limits.imageContent, "image content", "image_content", for: bytes, own: own.bytes,
            used: others.bytes)
    }

    private func insert(_ name: String, _ data: [UInt8]) {
        guard images[name] == nil, let format = ImageFormat(of: data) else { return }
        images[name] = Image(data: data, format: format, isSaved: unsavedRemovals.remove(name) != nil)
        total.add(data.count)
    }

    // MARK: Sweeps

    /// Drops all images that are neither held nor named.
    func sweep() {
        guard !images.isEmpty else { return }
        sweep(naming: names.all())
    }

    private func sweep(naming named: Set<String>) {
        releaseEndedPlugins()
        let needed = named.union(reserved)
        for name in images.filter({ $0.value.holders.isEmpty && !needed.contains($0.key) }).keys { drop(name) }
    }

    /// Drops what nothing needs, and then images of a holder that nothing names, oldest first, until a quarter of the
    /// holder's quota is free.
    private func makeRoom(for name: String, _ bytes: Int, of holder: String) {
        let named = names.all()
        sweep(naming: named)
        let (limits, content) = (quotas.limits.images, quotas.limits.imageContent)
        let (most, mostBytes) = (limits.each - max(1, limits.each / 4), content.each - max(bytes, content.each / 4))
        let unnamed = images.filter { $0.value.holders.contains(holder) && !named.contains($0.key) }
        for (oldest, _) in unnamed.sorted(by: { $0.value.order < $1.value.order }) {
            guard let use = uses[holder],
                use.count > most || use.bytes > mostBytes || !hasRoom(for: name, bytes, of: holder)
            else { return }
            release(oldest, by: holder)
            if images[oldest]?.holders.isEmpty == true { drop(oldest) }
        }
    }

    private func hasRoom(for name: String, _ bytes: Int, of holder: String) -> Bool {
        (try? requireRoom(for: name, bytes, of: holder)) != nil
    }

    /// A client has left the bus.
    func clientLeft(_ name: String) {
        guard uses[name] != nil else { return }
        releaseAll(of: name)
        sweep()
    }

    /// The clients that hold images.
    var clients: [String] { uses.keys.filter { $0.hasPrefix(":") } }

    private func releaseEndedPlugins() {
        for holder in uses.keys where !holder.hasPrefix(":") {
            let state = plugins.registry?.plugin(holder)?.state
            if state != .running, state != .restarting { releaseAll(of: holder) }
        }
    }

    private func releaseAll(of holder: String) {
        for name in images.filter({ $0.value.holders.contains(holder) }).keys { release(name, by: holder) }
        uses[holder] = nil
    }

    private func release(_ name: String, by holder: String) {
        guard let image = images[name], images[name]?.holders.remove(holder) != nil else { return }
        uses[holder]?.remove(image.data.count)
        if uses[holder]?.count == 0 { uses[holder] = nil }
    }

    private func drop(_ name: String) {
        guard let image = images.removeValue(forKey: name) else { return }
        memory[name] = nil
        total.remove(image.data.count)
        if image.isSaved { unsavedRemovals.insert(name) }
    }

    // MARK: The store

    /// Adds the images of the store. Damaged ones are removed from it.
    func restore(_ stored: [String: [UInt8]]) {
        for (name, data) in stored {
            guard ImageFormat(of: data) != nil, ImageName.name(of: data) == name else {
                unsavedRemovals.insert(name)
                continue
            }
            insert(name, data)
            images[name]?.isSaved = true
        }
    }

    /// Returns the images that the values to save name and the store lacks, and nil for those that it need not keep. They
    /// count as saved from now on.
    func drainChanges(naming named: Set<String>) -> [String: [UInt8]?] {
        var changes: [String: [UInt8]?] = [:]
        for name in unsavedRemovals { changes[name] = .some(nil) }
        unsavedRemovals = []
        for name in named {
            guard let image = images[name], !image.isSaved else { continue }
            changes[name] = image.data
            images[name]?.isSaved = true
        }
        return changes
    }

    var hasUnsavedRemovals: Bool { !unsavedRemovals.isEmpty }

    /// The store has lost its data.
    func noteLoss() {
        for name in images.keys { images[name]?.isSaved = false }
        unsavedRemovals = []
    }
}
