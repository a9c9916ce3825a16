import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// The enforcement of quotas. A quota holder is a client's unique name or a plugin's id.
extension Daemon {
    /// The size limit of message values while the content quota is used up, in bytes.
    private static let messageLimitWhenFull = 4096

    /// The number of view controllers of a tab bar controller: itself, More and More's list.
    static let controllersOfTabBarController = 3

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
            clientLimits.viewControllers, "view controller", "view_controllers", for: count,
            own: own?.viewControllers ?? 0, used: totalAccount.viewControllers)
        guard content > 0 else { return }
        try require(
            clientLimits.content, "content", "content", for: content, own: own?.content ?? 0,
            used: totalAccount.content)
    }

    /// The number of bytes that the content of a view controller can grow by.
    func contentRoom(of record: ControllerRecord) -> Int {
        let own = record.holder.flatMap { accounts[$0]?.content } ?? 0
        return clientLimits.content.room(own: own, used: totalAccount.content)
    }

    func requireAttachment(of client: String) throws(DBusError) {
        let (own, used) = attachments.values.reduce(into: (0, 0)) { sum, window in
            sum.1 += window.clients.count
            if window.clients[client] != nil { sum.0 += 1 }
        }
        try require(clientLimits.attachments, "attachment", "attachments", for: 1, own: own, used: used)
    }

    /// Throws `LimitsExceeded` if the client can't become another delegate.
    ///
    /// - Parameter present: The delegate that is replaced. A client that replaces its own needs no quota.
    func requireDelegate(of client: String, insteadOf present: DelegateReceiver?) throws(DBusError) {
        if case .client(let object)? = present, object.name == client { return }
        let names = delegates.values.map { $0.client?.name } + popoverDelegates.values.map { $0.client?.name }
        try require(
            clientLimits.delegates, "delegate", "delegates", for: 1, own: names.count { $0 == client },
            used: names.count)
    }

    func subscribe(_ client: String) throws(DBusError) {
        guard !subscribers.contains(client) else { return }
        try require(
            clientLimits.subscriptions, "subscription", "subscriptions", for: 1, own: 0, used: subscribers.count)
        subscribers.insert(client)
    }

    func requireRate(of client: String) throws(DBusError) {
        guard changeRate.admits(client, limit: clientLimits.changes) else {
            throw .limitsExceeded(
                "this client exceeds \(clientLimits.changes) changes per second (changes in [limits] of tabd.toml); "
                    + "try again in a second")
        }
    }

    private func require(
        _ quota: Quota, _ things: String, _ key: String, for count: Int, own: Int, used: Int
    ) throws(DBusError) {
        guard count > quota.room(own: own, used: used) else { return }
        let requested = count == 1 ? "" : ", requested \(count) more"
        throw .limitsExceeded(
            "\(things) limit reached: this client has \(own) of \(quota.each), all clients \(used) of \(quota.total)"
                + "\(requested) (\(key) in [limits] of tabd.toml)")
    }

    // MARK: Accounting

    /// Updates the account of a new or changed record, and the size limit of messages.
    func noteContent(of record: ControllerRecord) {
        record.noteContent()
        let hasRoom = totalAccount.content < clientLimits.content.total
        connection?.contentLimit = hasRoom ? clientLimits.message : min(clientLimits.message, Self.messageLimitWhenFull)
    }

    /// Removes a destroyed view controller from its account.
    func closeAccount(of record: ControllerRecord) {
        record.leaveAccount()
        if let holder = record.holder, accounts[holder]?.isEmpty == true { accounts[holder] = nil }
        noteContent(of: record)
    }

    /// The value of `Usage`: the use and limit of each quota.
    var usage: [String: Usage] {
        func usage(_ used: Int, _ limit: Int) -> Usage { Usage(UInt64(clamping: used), UInt64(clamping: limit)) }
        return [
            "Attachments": usage(
                attachments.values.reduce(0) { $0 + $1.clients.count }, clientLimits.attachments.total),
            "Calls": usage(connection?.waitingCalls ?? 0, clientLimits.calls.total),
            "Content": usage(totalAccount.content, clientLimits.content.total),
            "Delegates": usage(delegates.count + popoverDelegates.count, clientLimits.delegates.total),
            "Subscriptions": usage(subscribers.count, clientLimits.subscriptions.total),
            "ViewControllers": usage(totalAccount.viewControllers, clientLimits.viewControllers.total),
        ]
    }
}
