import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// What clients and plugins may hold. A holder is a client's unique name or a plugin's id.
extension Daemon {
    /// How much the values of a message may take while there is no room for more content, in bytes.
    private static let messageWithoutRoom = 4096

    /// A tab bar controller has More and More's list with it.
    static let controllersOfTabBarController = 3

    func account(of holder: String?) -> ClientAccount {
        guard let holder else { return everybody }
        if let account = accounts[holder] { return account }
        let account = ClientAccount(in: everybody)
        accounts[holder] = account
        return account
    }

    /// Fails when a holder can't have so many more view controllers, with what they begin with in bytes.
    func requireRoom(for count: Int, content: Int = 0, of holder: String?) throws(DBusError) {
        guard let holder else { return }
        let own = accounts[holder]
        try require(
            clientLimits.viewControllers, "view controllers", "view_controllers", for: count,
            own: own?.viewControllers ?? 0, used: everybody.viewControllers)
        guard content > 0 else { return }
        try require(
            clientLimits.content, "bytes of content", "content", for: content, own: own?.content ?? 0,
            used: everybody.content)
    }

    /// How many bytes of content a controller may have beyond what it has.
    func contentRoom(of record: ControllerRecord) -> Int {
        let own = record.holder.flatMap { accounts[$0]?.content } ?? 0
        return clientLimits.content.room(own: own, used: everybody.content)
    }

    func requireAttachment(of client: String) throws(DBusError) {
        let (own, used) = attachments.values.reduce(into: (0, 0)) { sum, window in
            sum.1 += window.clients.count
            if window.clients[client] != nil { sum.0 += 1 }
        }
        try require(clientLimits.attachments, "attachments", "attachments", for: 1, own: own, used: used)
    }

    /// - Parameter present: The one that is replaced: a client that replaces its own takes no more.
    func requireDelegate(of client: String, insteadOf present: DelegateReceiver?) throws(DBusError) {
        if case .client(let object)? = present, object.name == client { return }
        let names = delegates.values.map { $0.client?.name } + popoverDelegates.values.map { $0.client?.name }
        try require(
            clientLimits.delegates, "delegates", "delegates", for: 1, own: names.count { $0 == client },
            used: names.count)
    }

    func subscribe(_ client: String) throws(DBusError) {
        guard !subscribers.contains(client) else { return }
        try require(
            clientLimits.subscriptions, "subscriptions", "subscriptions", for: 1, own: 0, used: subscribers.count)
        subscribers.insert(client)
    }

    func requireRate(of client: String) throws(DBusError) {
        guard changeRate.admits(client, limit: clientLimits.changes) else {
            throw .limitsExceeded(
                "you make more than \(clientLimits.changes) changes in a second (changes in [limits] of tabd.toml): "
                    + "try again in a second")
        }
    }

    private func require(
        _ quota: Quota, _ things: String, _ key: String, for count: Int, own: Int, used: Int
    ) throws(DBusError) {
        guard count > quota.room(own: own, used: used) else { return }
        let wish = count == 1 ? "" : " and want \(count) more"
        let each = quota.each == 1 ? "" : "; one client may have \(quota.each), if as much stays free for others"
        throw .limitsExceeded(
            "no more \(things) can be had: you have \(own)\(wish), and \(used) of \(quota.total) are in use\(each) "
                + "(\(key) in [limits] of tabd.toml)")
    }

    // MARK: What is counted

    /// A record has come to be, or what it holds has changed.
    func noteContent(of record: ControllerRecord) {
        record.noteContent()
        let hasRoom = everybody.content < clientLimits.content.total
        connection?.contentLimit = hasRoom ? clientLimits.message : min(clientLimits.message, Self.messageWithoutRoom)
    }

    /// A controller is gone, with what it held.
    func closeAccount(of record: ControllerRecord) {
        record.leaveAccount()
        if let holder = record.holder, accounts[holder]?.isEmpty == true { accounts[holder] = nil }
        noteContent(of: record)
    }

    /// What there is of everything that is limited, and how much of it there may be.
    var usage: [String: Usage] {
        func usage(_ used: Int, _ limit: Int) -> Usage { Usage(UInt64(clamping: used), UInt64(clamping: limit)) }
        return [
            "Attachments": usage(
                attachments.values.reduce(0) { $0 + $1.clients.count }, clientLimits.attachments.total),
            "Calls": usage(connection?.waitingCalls ?? 0, clientLimits.calls.total),
            "Content": usage(everybody.content, clientLimits.content.total),
            "Delegates": usage(delegates.count + popoverDelegates.count, clientLimits.delegates.total),
            "Subscriptions": usage(subscribers.count, clientLimits.subscriptions.total),
            "ViewControllers": usage(everybody.viewControllers, clientLimits.viewControllers.total),
        ]
    }
}
