import EventLoop

/// Which accounts have which images: a client or plugin that holds an image has it, and so has the account of a view
/// controller that names it.
///
/// Every holder and every view controller reports its own changes, so an event costs what it changes, and nothing walks over
/// all view controllers to find out what they name. Names that no image has are counted too: the image may be added later.
@EventLoop
final class ImageAccounts {
    /// A number of images, and the size of their data in bytes.
    struct Use {
        fileprivate(set) var count = 0
        fileprivate(set) var bytes = 0

        fileprivate mutating func add(_ size: Int) {
            count += 1
            bytes += size
        }

        fileprivate mutating func remove(_ size: Int) {
            count -= 1
            bytes -= size
        }
    }

    private struct Account {
        /// The images that the client or plugin holds.
        var held: Set<String> = []
        /// How many view controllers on the account name an image.
        var named: [String: Int] = [:]
        var use = Use()

        var isEmpty: Bool { held.isEmpty && named.isEmpty }

        func has(_ image: String) -> Bool { held.contains(image) || named[image] != nil }
    }

    private var accounts: [String: Account] = [:]
    /// The sizes of the images that exist, in bytes.
    private var sizes: [String: Int] = [:]
    /// The number of accounts that have an image, whether or not it exists.
    private var accountCounts: [String: Int] = [:]
    /// The number of accounts whose view controllers name an image.
    private var namingCounts: [String: Int] = [:]
    /// All images that exist.
    private(set) var total = Use()
    /// Images that no account has any longer. They may have one again by now.
    private var released: Set<String> = []

    func use(of account: String) -> Use { accounts[account]?.use ?? Use() }
    func holds(_ account: String, _ image: String) -> Bool { accounts[account]?.held.contains(image) ?? false }
    func has(_ account: String, _ image: String) -> Bool { accounts[account]?.has(image) ?? false }
    func images(heldBy account: String) -> Set<String> { accounts[account]?.held ?? [] }
    func isNamed(_ image: String) -> Bool { namingCounts[image] != nil }
    func isNeeded(_ image: String) -> Bool { accountCounts[image] != nil }

    /// The clients and plugins that hold images.
    var holders: [String] { accounts.filter { !$0.value.held.isEmpty }.map(\.key) }

    /// Returns the size of those of some images that an account does not have yet.
    func newUse(of images: some Sequence<String>, on account: String) -> Use {
        var use = Use()
        for image in images where !has(account, image) { if let size = sizes[image] { use.add(size) } }
        return use
    }

    // MARK: Images

    func insert(_ image: String, size: Int) {
        guard sizes.updateValue(size, forKey: image) == nil else { return }
        total.add(size)
        // They have named it before it existed, as for example arguments can.
        guard isNeeded(image) else { return }
        for account in accounts.keys where has(account, image) { accounts[account]?.use.add(size) }
    }

    /// Removes an image that no account has.
    func remove(_ image: String) {
        if let size = sizes.removeValue(forKey: image) { total.remove(size) }
    }

    /// Returns the images that no account has any longer, since the last call.
    func drainReleased() -> Set<String> {
        guard !released.isEmpty else { return [] }
        defer { released = [] }
        return released.filter { !isNeeded($0) }
    }

    // MARK: Changes

    func hold(_ image: String, for account: String) {
        change(image, of: account) { $0.held.insert(image) }
    }

    func release(_ image: String, of account: String) {
        change(image, of: account) { $0.held.remove(image) }
    }

    /// A view controller on the account names other images than before.
    func nameImages(_ added: some Sequence<String>, insteadOf removed: some Sequence<String>, on account: String) {
        for image in added { change(image, of: account) { $0.named[image, default: 0] += 1 } }
        for image in removed {
            change(image, of: account) { account in
                guard let count = account.named[image] else { return }
                account.named[image] = count > 1 ? count - 1 : nil
            }
        }
    }

    /// Moves what the view controllers of an account name to another account.
    func moveNames(from account: String, to other: String) {
        for (image, count) in accounts[account]?.named ?? [:] {
            change(image, of: other) { $0.named[image, default: 0] += count }
            change(image, of: account) { $0.named[image] = nil }
        }
    }

    /// Changes what an account does with an image.
    private func change(_ image: String, of account: String, _ change: (inout Account) -> Void) {
        let (had, named) = (has(account, image), accounts[account]?.named[image] != nil)
        change(&accounts[account, default: Account()])
        let (has, names) = (has(account, image), accounts[account]?.named[image] != nil)
        if has != had {
            if let size = sizes[image] {
                if has { accounts[account]?.use.add(size) } else { accounts[account]?.use.remove(size) }
            }
            Self.count(image, has ? 1 : -1, in: &accountCounts)
            if !has, !isNeeded(image) { released.insert(image) }
        }
        if names != named { Self.count(image, names ? 1 : -1, in: &namingCounts) }
        if accounts[account]?.isEmpty == true { accounts[account] = nil }
    }

    private static func count(_ image: String, _ change: Int, in counts: inout [String: Int]) {
        let count = counts[image, default: 0] + change
        counts[image] = count > 0 ? count : nil
    }
}
