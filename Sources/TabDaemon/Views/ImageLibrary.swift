import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// The images whose data the daemon has, by name.
///
/// An image is held by the clients that have added it, while they are on the bus, and by the plugins that use it, while
/// their code is loaded. ``ImageAccounts`` knows the holders, and what view controllers name. An image that no account has is
/// dropped at the end of the turn (`S-196`).
@EventLoop
final class ImageLibrary {
    private struct Image {
        let data: [UInt8]
        let format: ImageFormat
        /// Its position in the order of additions, which counts the last one of each image.
        var order: UInt64 = 0
        /// Whether the store has it.
        var isSaved = false
    }

    private let quotas: Quotas
    private let accounts: ImageAccounts

    private var images: [String: Image] = [:]
    private var additions: UInt64 = 0
    /// The searches for room.
    private var searches = ChangeRate()
    /// Memory with the data of images that clients have fetched.
    private var memory: [String: FileDescriptor] = [:]
    /// Images that rows of the store name which could not be restored. They are needed when these are.
    private var reserved: Set<String> = []
    /// Images that were dropped, and are still in the store.
    private var unsavedRemovals: Set<String> = []
    /// Images whose row in the store is damaged, and must be removed or written again.
    private var damagedRows: Set<String> = []
    /// Images that were added while something named them already. The rows that name them don't change, so the next commit
    /// saves them.
    private var awaited: Set<String> = []

    /// The number of descriptors for `memory`.
    private static let maximumMemory = 64
    /// The number of searches per second for one holder with a full quota. One looks at all images of the holder, 1024 by
    /// default.
    private static let searchRate = 10

    init(quotas: Quotas) {
        self.quotas = quotas
        accounts = quotas.images
    }

    var isEmpty: Bool { images.isEmpty && unsavedRemovals.isEmpty }
    var count: Int { accounts.total.count }
    /// The size of all data, in bytes.
    var content: Int { accounts.total.bytes }

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
        if !accounts.holds(holder, name) {
            do throws(DBusError) {
                try requireRoom(for: name, data.count, of: holder)
            } catch {
                // Nothing makes room for an image that is too large on its own.
                guard data.count <= quotas.limits.imageContent.each, searches.admits(holder, limit: Self.searchRate)
                else {
                    throw error
                }
                makeRoom(for: name, data.count, of: holder)
                try requireRoom(for: name, data.count, of: holder)
            }
            insert(name, data)
            accounts.hold(name, for: holder)
        }
        additions += 1
        images[name]?.order = additions
        return name
    }

    /// Counts an image as added again. Returns false if the holder does not hold it.
    func touch(_ name: String, for holder: String) -> Bool {
        guard images[name] != nil, accounts.holds(holder, name) else { return false }
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

    /// An image that another account has already takes nothing of the total.
    private func requireRoom(for name: String, _ bytes: Int, of holder: String) throws(DBusError) {
        guard !accounts.has(holder, name) else { return }
        try requireRoom(for: 1, bytes, existing: images[name] == nil ? (0, 0) : (1, bytes), on: holder)
    }

    /// - Parameter existing: The part that other accounts have already.
    private func requireRoom(
        for count: Int, _ bytes: Int, existing: (count: Int, bytes: Int), on account: String
    ) throws(DBusError) {
        let (limits, content) = (quotas.limits.images, quotas.limits.imageContent)
        let (own, session) = (accounts.use(of: account), accounts.use(of: quotas.sessionAccount.images))
        let used = limits.used(accounts.total.count, session: session.count) - existing.count
        let usedBytes = content.used(accounts.total.bytes, session: session.bytes) - existing.bytes
        if account == quotas.sessionAccount.images {
            guard
                count > limits.sessionRoom(own: own.count, used: used)
                    || bytes > content.sessionRoom(own: own.bytes, used: usedBytes)
            else { return }
            throw .limitsExceeded(
                "image limit reached: view controllers that no client or plugin has name \(own.count) images with "
                    + "\(own.bytes) bytes, requested \(count) more with \(bytes) bytes (images and image_content in "
                    + "[limits] of tabd.toml)")
        }
        try quotas.require(limits, "image", "images", for: count, own: own.count, used: used)
        try quotas.require(
            content, "image content", "image_content", for: bytes, own: own.bytes, used: usedBytes)
    }

    /// Throws `LimitsExceeded` unless the account of a view controller has room for the images that the view controller
    /// shall name.
    ///
    /// - Parameter holder: The holder of the view controller.
    func requireRoom(toName names: some Collection<String>, for holder: String?) throws(DBusError) {
        guard !names.isEmpty else { return }
        let account = quotas.imageAccount(of: holder)
        let new = accounts.newUse(of: Set(names), on: account)
        guard new.count > 0 else { return }
        try requireRoom(for: new.count, new.bytes, existing: (new.count, new.bytes), on: account)
    }

    private func insert(_ name: String, _ data: [UInt8]) {
        guard images[name] == nil, let format = ImageFormat(of: data) else { return }
        images[name] = Image(data: data, format: format, isSaved: unsavedRemovals.remove(name) != nil)
        if accounts.isNeeded(name) { awaited.insert(name) }
        accounts.insert(name, size: data.count)
    }

    // MARK: Removal

    /// Drops the images that no account has any longer, at the end of a turn.
    func dropReleased() {
        for name in accounts.drainReleased() where !reserved.contains(name) { drop(name) }
    }

    /// Drops images of a holder that nothing names, oldest first, until a quarter of the holder's quota is free.
    private func makeRoom(for name: String, _ bytes: Int, of holder: String) {
        dropReleased()
        let (limits, content) = (quotas.limits.images, quotas.limits.imageContent)
        let (most, mostBytes) = (limits.each - max(1, limits.each / 4), content.each - max(bytes, content.each / 4))
        let unnamed = accounts.images(heldBy: holder).filter { !accounts.isNamed($0) }
        func order(_ name: String) -> UInt64 { images[name]?.order ?? 0 }
        for oldest in unnamed.sorted(by: { order($0) < order($1) }) {
            let use = accounts.use(of: holder)
            guard use.count > most || use.bytes > mostBytes || !hasRoom(for: name, bytes, of: holder) else { break }
            accounts.release(oldest, of: holder)
            dropReleased()
        }
    }

    private func hasRoom(for name: String, _ bytes: Int, of holder: String) -> Bool {
        (try? requireRoom(for: name, bytes, of: holder)) != nil
    }

    /// Ends the holds of a client that has left the bus, or of a plugin whose code was unloaded.
    func holderLeft(_ holder: String) {
        for name in accounts.images(heldBy: holder) { accounts.release(name, of: holder) }
        dropReleased()
    }

    /// The state of a plugin has changed.
    func pluginChanged(_ plugin: Plugin) {
        if plugin.state != .running, plugin.state != .restarting { holderLeft(plugin.id) }
    }

    /// The clients that hold images.
    var clients: [String] { accounts.holders.filter { $0.hasPrefix(":") } }

    private func drop(_ name: String) {
        guard let image = images.removeValue(forKey: name) else { return }
        memory[name] = nil
        awaited.remove(name)
        accounts.remove(name)
        if image.isSaved { unsavedRemovals.insert(name) }
    }

    // MARK: The store

    /// Adds the images of the store, and removes damaged ones from it.
    ///
    /// - Returns: The names of the damaged ones.
    func restore(_ stored: [String: [UInt8]]) -> [String] {
        var damaged: [String] = []
        for (name, data) in stored {
            guard ImageFormat(of: data) != nil, ImageName.name(of: data) == name else {
                damaged.append(name)
                continue
            }
            insert(name, data)
            images[name]?.isSaved = true
        }
        damagedRows.formUnion(damaged)
        return damaged.sorted()
    }

    /// Drops the images that nothing names after the restoration.
    ///
    /// - Parameter reserved: Images that rows of the store name which could not be restored. They are needed when these are.
    func endRestoration(reserving reserved: Set<String>) {
        self.reserved = reserved
        for name in images.keys.filter({ !accounts.isNeeded($0) && !reserved.contains($0) }) { drop(name) }
    }

    /// Returns the images that the values to save name and the store lacks, and nil for those that it need not keep. They
    /// count as saved from now on.
    func drainChanges(naming named: Set<String>) -> [String: [UInt8]?] {
        var changes: [String: [UInt8]?] = [:]
        for name in unsavedRemovals.union(damagedRows) { changes[name] = .some(nil) }
        (unsavedRemovals, damagedRows) = ([], [])
        for name in named.union(awaited) {
            guard let image = images[name], !image.isSaved else { continue }
            changes[name] = image.data
            images[name]?.isSaved = true
        }
        awaited = []
        return changes
    }

    var hasUnsavedChanges: Bool { !unsavedRemovals.isEmpty || !damagedRows.isEmpty || !awaited.isEmpty }

    /// The store has lost its data.
    func noteLoss() {
        for name in images.keys { images[name]?.isSaved = false }
        (unsavedRemovals, damagedRows) = ([], [])
    }
}
