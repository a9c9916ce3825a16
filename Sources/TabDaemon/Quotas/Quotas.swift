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
    private var accounts: [String: ClientAccount] = [:]

    /// The number of view controllers of a tab bar controller: itself, More and More's list.
    static let controllersOfTabBarController = 3

    /// The size of the texts that a new view controller gets from its creator, in bytes. The title is also that of both
    /// its items.
    static func content(title: String, identifier: String) -> Int { 3 * title.utf8.count + identifier.utf8.count }

    func account(of holder: String?) -> ClientAccount {
        guard let holder else { return totalAccount }
        if let account = accounts[holder] { return account }
        let account = ClientAccount(in: totalAccount)
        accounts[holder] = account
        return account
    }

    /// Throws `LimitsExceeded` unless the holder can get `count` more view controllers with `content` bytes.
    func requireRoom(for count: Int, content: Int = 0, of holder: String?) throws(DBusError) {
        guard let holder else { return }
        let own = accounts[holder]
        try require(
            limits.viewControllers, "view controller", "view_controllers", for: count,
            own: own?.viewControllers ?? 0, used: totalAccount.viewControllers)
        guard content > 0 else { return }
        try require(
            limits.content, "content", "content", for: content, own: own?.content ?? 0,
            used: totalAccount.content)
    }

    /// The number of bytes that the content of a view controller can grow by.
    func contentRoom(of record: ControllerRecord) -> Int {
        let own = record.holder.flatMap { accounts[$0]?.content } ?? 0
        return limits.content.room(own: own, used: totalAccount.content)
    }

    /// Returns why the content of a view controller can't grow by a number of bytes; nil if it can.
    func refusal(of bytes: Int, for record: ControllerRecord) -> String? {
        let own = record.holder.flatMap { accounts[$0]?.content } ?? 0
        do throws(DBusError) {
            try require(limits.content, "content", "content", for: bytes, own: own, used: totalAccount.content)
            return nil
        } catch {
            return error.message
        }
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
        let requested = count == 1 ? "" : ", requested \(count) more"
        throw .limitsExceeded(
            "\(things) limit reached: this client has \(own) of \(quota.each), all clients \(used) of \(quota.total)"
                + "\(requested) (\(key) in [limits] of tabd.toml)")
    }

    /// Updates the account of a new or changed record.
    func noteContent(of record: ControllerRecord) { record.noteContent() }

    /// Removes a destroyed view controller from its account.
    func closeAccount(of record: ControllerRecord) {
        record.leaveAccount()
        if let holder = record.holder, accounts[holder]?.isEmpty == true { accounts[holder] = nil }
        noteContent(of: record)
    }
}
