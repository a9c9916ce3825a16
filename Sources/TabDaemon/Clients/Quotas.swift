import DBusInterface
import EventLoop

/// The quotas of clients and plugins: accounts, limits, the rate of changes, and subscriptions. A quota holder is a
/// client's unique name or a plugin's id.
@EventLoop
final class Quotas {
    /// `[limits]` of the configuration.
    var limits = ClientLimits()
    /// The unique names of the subscribed clients.
    private(set) var subscribers: Set<String> = []
    private var changeRate = ChangeRate()
    /// The memory accounts: one for all clients together, and one per client or plugin.
    let totalAccount = ClientAccount(in: nil)
    /// The account of what no client or plugin has: restored view controllers that none has claimed, those of clients that
    /// have left, and those of the layout file.
    let sessionAccount: ClientAccount
    /// The accounts of images.
    let images = ImageAccounts()
    private var accounts: [String: ClientAccount] = [:]

    init() {
        sessionAccount = ClientAccount(in: totalAccount)
    }

    /// The content that counts against the limit of all clients, in bytes.
    private var usedContent: Int { limits.content.used(totalAccount.content, session: sessionAccount.content) }

    /// The number of view controllers of a tab bar controller: itself, More and More's list.
    static let controllersOfTabBarController = 3

    /// The size of the texts that a new view controller gets from its creator, in bytes. The title is also that of both
    /// its items.
    static func content(title: String, identifier: String) -> Int { 3 * title.utf8.count + identifier.utf8.count }

    func account(of holder: String?) -> ClientAccount {
        guard let holder else { return sessionAccount }
        if let account = accounts[holder] { return account }
        let account = ClientAccount(in: totalAccount, images: holder)
        accounts[holder] = account
        return account
    }

    /// Throws `LimitsExceeded` unless the holder can get `count` more view controllers with `content` bytes.
    func requireRoom(for count: Int, content: Int = 0, of holder: String?) throws(DBusError) {
        guard let holder else { return }
        let own = accounts[holder]
        try require(
            limits.viewControllers, "view controller", "view_controllers", for: count,
            own: own?.viewControllers ?? 0,
            used: limits.viewControllers.used(totalAccount.viewControllers, session: sessionAccount.viewControllers))
        guard content > 0 else { return }
        try require(
            limits.content, "content", "content", for: content, own: own?.content ?? 0, used: usedContent)
    }

    /// The number of bytes that the content of a view controller can grow by.
    func contentRoom(of record: ControllerRecord) -> Int {
        guard let holder = record.holder, accounts[holder]?.isOfSession != true else {
            return limits.content.sessionRoom(own: sessionAccount.content, used: usedContent)
        }
        return limits.content.room(own: accounts[holder]?.content ?? 0, used: usedContent)
    }

    /// Returns why the content of a view controller can't grow by a number of bytes; nil if it can.
    func refusal(of bytes: Int, for record: ControllerRecord) -> String? {
        guard bytes > contentRoom(of: record) else { return nil }
        let own = record.holder.flatMap { accounts[$0] } ?? sessionAccount
        return excess(of: limits.content, "content", "content", for: bytes, own: own.content, used: usedContent).message
    }

    func subscribe(_ client: String) throws(DBusError) {
        guard !subscribers.contains(client) else { return }
        try require(
            limits.subscriptions, "subscription", "subscriptions", for: 1, own: 0, used: subscribers.count)
        subscribers.insert(client)
    }

    func unsubscribe(_ client: String) { subscribers.remove(client) }

    func requireRate(of client: String) throws(DBusError) {
        guard changeRate.admits(client, limit: limits.changes) else {
            throw .limitsExceeded(
                "this client exceeds \(limits.changes) changes per second (changes in [limits] of tabd.toml); "
                    + "try again in a second")
        }
    }

    /// Throws `LimitsExceeded` unless a client that has `own` of all `used` things can get `count` more.
    func require(
        _ quota: Quota, _ things: String, _ key: String, for count: Int, own: Int, used: Int
    ) throws(DBusError) {
        guard count > quota.room(own: own, used: used) else { return }
        throw excess(of: quota, things, key, for: count, own: own, used: used)
    }

    private func excess(
        of quota: Quota, _ things: String, _ key: String, for count: Int, own: Int, used: Int
    ) -> DBusError {
        let requested = count == 1 ? "" : ", requested \(count) more"
        return .limitsExceeded(
            "\(things) limit reached: this client has \(own) of \(quota.each), all clients \(used) of \(quota.total)"
                + "\(requested) (\(key) in [limits] of tabd.toml)")
    }

    /// Updates the account of a new or changed record.
    func noteContent(of record: ControllerRecord) { record.noteContent() }

    /// Starts to count a new view controller.
    func openAccount(of record: ControllerRecord) {
        record.enter(account(of: record.holder), of: record.holder, images: images)
        noteContent(of: record)
    }

    /// Removes a destroyed view controller from its account.
    func closeAccount(of record: ControllerRecord) {
        record.leaveAccount()
        if let holder = record.holder, accounts[holder]?.isEmpty == true { accounts[holder] = nil }
        noteContent(of: record)
    }

    // MARK: The session

    /// A client has left: the session has what outlives it.
    func clientLeft(_ name: String) {
        guard let account = accounts[name], !account.isOfSession else { return }
        guard !account.isEmpty else { return accounts[name] = nil }
        images.moveNames(from: name, to: sessionAccount.images)
        account.join(sessionAccount)
    }

    /// Moves a view controller that the session has to the account of the client or plugin that has claimed or registered
    /// it. It stays where it is if that account has no room.
    func claim(_ record: ControllerRecord, for holder: String) {
        let current = account(of: record.holder)
        guard current === sessionAccount || current.isOfSession,
            (try? requireRoom(for: 1, content: record.content, of: holder)) != nil
        else { return }
        closeAccount(of: record)
        record.enter(account(of: holder), of: holder, images: images)
        noteContent(of: record)
    }

    /// The name of the account of the images that the view controllers of a holder name.
    func imageAccount(of holder: String?) -> String {
        guard let holder else { return sessionAccount.images }
        return accounts[holder]?.images ?? holder
    }
}
