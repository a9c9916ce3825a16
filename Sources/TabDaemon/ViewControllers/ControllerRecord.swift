import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The daemon's data about one view controller that is not part of the model: type, owner, views, restoration.
@EventLoop
final class ControllerRecord {
    let type: String
    /// The plugin of its owner; `""` for none.
    let pluginID: String
    /// The arguments of its creation.
    let arguments: [String: Variant]
    /// Whether the manifest lists its class. Only the plugin itself can create an unlisted class.
    var isListed = true
    /// Whether its creator gave it a title, which the `create` of its class can't replace.
    var hasGivenTitle = false
    /// Whether its creator gave it an icon, which the `create` of its class can't replace.
    var hasGivenImage = false
    /// Whether its instance is created when it is first displayed.
    var isLazy = false
    /// Whether it was restored and not yet claimed by its identifier.
    var isUnclaimed = false
    /// Whether it was restored with the defaults of a new one (`I-2`).
    var isDefault = false
    /// The number of calls that wait for the instance.
    var callsForInstance = 0
    /// The hash of its row in the store; nil when the store has none.
    var savedHash: Int?
    /// The owner of its content: for More's list and alerts a `DaemonPage`. nil for containers, and while it has no
    /// owner.
    private(set) var owner: (any ContentOwner)?
    /// The last restorable state from the owner, for its next owner.
    var restorableState: [String: Variant]? {
        didSet { stateContent = restorableState?.variant.extent.content ?? 0 }
    }
    /// The error of the owner when it decoded the restorable state; nil for none.
    var stateDecodingError: String? {
        didSet { stateDecodingError = stateDecodingError?.printableMessage.prefix(ofBytes: TextLimit.maximum) }
    }
    /// Whether the last state was rejected, which was logged.
    var isStateRejected = false
    var views = ViewTree() {
        didSet {
            guard views.entries.images.hasChanges, let account, let imageAccounts else { return }
            let (added, removed) = views.entries.images.drainChanges()
            imageAccounts.nameImages(added, insteadOf: removed, on: account.images)
        }
    }
    private(set) var state: InstanceState
    /// The reason for the state; `""` for one that needs none.
    private(set) var failureReason = ""
    /// The unique name of the client whose disconnection destroys it (`DestroyWithCaller`), or nil.
    /// `ControllerRecords` changes it.
    fileprivate(set) var destroyedWithClient: String?
    /// The provider of its class when it was created. For a remote view controller: its client.
    var classOwner = ClassOwner.plugin
    /// The well-known name, if any, and the object path with which a remote view controller was registered.
    /// `ControllerRecords` changes both.
    fileprivate(set) var remoteBusName: String? {
        get { classOwner.busName }
        set { classOwner.busName = newValue }
    }
    fileprivate(set) var remotePath = ObjectPath.none
    /// Whether the owner got viewIsAppearing, and not yet viewDidDisappear.
    var isInWindow = false
    /// The geometry in the last viewWillLayout.
    var laidOut: (bounds: DBusRect, insets: DBusInsets)?
    /// The last traits that the owner got.
    var traits = Traits()
    var isUpdatingContent = false

    var preferredFocusedView: UInt32 = 0
    /// Whether a program has closed its Edit session, whose end is not delivered yet.
    var isSessionClosed = false
    /// Actions, text fields and anchor for the next alert that it presents.
    var preparedAlert = AlertParts()
    /// For a plugin's alert: the view controller whose owner gets the answer, and the owner's token.
    var alertReceiver: (id: ViewControllerID, token: UInt64)?
    /// The plugin whose code has created it; nil for none.
    var creator: String?
    /// The plugin that last removed it from a list of tabs. That plugin may add it again while it has no container.
    var removedBy: String?

    /// The client or plugin whose quota counts it; nil for the session, which has what no client or plugin has.
    private(set) var holder: String?
    private var account: ClientAccount?
    /// Where the images that it names are counted, while it has an account.
    private var imageAccounts: ImageAccounts?
    private let argumentImages: Set<String>
    /// The images that its item and its buttons name.
    var itemImages: Set<String> = [] {
        didSet {
            guard itemImages != oldValue, let account else { return }
            imageAccounts?.nameImages(
                itemImages.subtracting(oldValue), insteadOf: oldValue.subtracting(itemImages), on: account.images)
        }
    }
    /// The bytes that the account counts for it.
    private var chargedContent = 0
    /// The size of its announced texts, in bytes.
    var textContent = 0
    private var stateContent = 0
    private let argumentsContent: Int

    /// - Parameters:
    ///   - pluginID: The plugin of its owner; nil for the plugin that offers its type.
    ///   - holder: The quota holder: a client's unique name or a plugin's id; nil for the session.
    ///   - state: nil for one that gets an instance if a plugin offers its type.
    init(
        type: String, pluginID: String? = nil, arguments: [String: Variant] = [:], holder: String? = nil,
        state: InstanceState? = nil
    ) {
        self.holder = holder
        argumentsContent = arguments.isEmpty ? 0 : arguments.variant.extent.content
        argumentImages = Set(arguments.values.flatMap(\.imageNames))
        self.type = type
        self.pluginID = pluginID ?? type.firstIndex(of: ".").map { String(type[..<$0]) } ?? ""
        self.arguments = arguments
        self.state = state ?? (self.pluginID.isEmpty ? .ready : .creating)
    }

    /// The record of a restored or reopened view controller: without owner, views and front ends.
    convenience init(_ kept: RestorableController, holder: String? = nil) {
        self.init(type: kept.type, arguments: kept.arguments, holder: holder)
        // A restored navigation controller has no instance in its plugin until the plugin claims it.
        isListed = kept.isListed || kept.archive.kind == .navigationController
        preferredFocusedView = kept.preferredFocusedView
        remoteBusName = kept.remoteBusName
        remotePath = kept.remotePath
        isLazy = kept.isLazy
        if !pluginID.isEmpty { state = .waiting }
        guard kept.isStillLazy else { return }
        (hasGivenTitle, hasGivenImage) = (kept.hasGivenTitle, kept.hasGivenImage)
        makeLazy()
    }

    /// Leaves the creation of its instance to its first display. The instance then starts with defaults.
    func makeLazy() {
        (isLazy, isDefault) = (true, true)
        (state, failureReason) = (.lazy, "its instance is created when it is first displayed")
    }

    /// The value of `FailureReason`.
    var reason: String {
        guard failureReason.isEmpty, let stateDecodingError else { return failureReason }
        return "its state could not be restored and is kept until its next use: \(stateDecodingError)"
    }

    /// Whether a plugin supplies its content.
    func isOwned(by plugin: String) -> Bool { pluginID == plugin && !(owner is RemoteViewController) }

    /// Whether a caller supplies its content: a plugin, or a client.
    func isOwned(byCaller caller: String) -> Bool {
        if let plugin = PluginCaller.plugin(caller) { return isOwned(by: plugin) }
        return (owner as? RemoteViewController)?.client.name == caller
    }

    /// Whether a deferred call runs that its instance has made while it was being created.
    var isInCreate = false
    /// Whether the code of its class creates its instance at the moment.
    var isBeingCreated: Bool { isInCreate || owner?.isAwaited ?? true }

    /// Whether its plugin, or the client that offers its class, has not created its instance, which is needed.
    var isWaitingForPlugin: Bool {
        !pluginID.isEmpty && owner == nil && (state == .waiting || state == .quarantined)
    }

    /// Whether it has no instance and waits for none: its plugin has not created it, or could not.
    var hasNoInstance: Bool { owner == nil || owner?.isAwaited == false && owner?.failure != nil }

    /// Changes the state of its instance. A debug build ends at a change that `InstanceState` does not allow, so that the
    /// tests find it.
    ///
    /// - Parameter reason: Why, as a sentence. It may contain a message of the owner, which has no limit of its own.
    func become(_ next: InstanceState, _ reason: String = "") {
        #if DEBUG
            guard next == state || state.successors.contains(next) else {
                fatalError("the instance of \(type) can't become \(next) after \(state); see InstanceState.successors")
            }
        #endif
        state = next
        failureReason = reason.printableMessage.prefix(ofBytes: TextLimit.maximum)
    }

    /// Changes the owner, and with it the state.
    func setOwner(_ owner: (any ContentOwner)?, _ next: InstanceState, _ reason: String = "") {
        self.owner = owner
        become(next, reason)
    }

    /// Changes the owner, and leaves the state to what follows.
    func replaceOwner(with owner: any ContentOwner) { self.owner = owner }

    // MARK: Memory accounting

    /// The size of its content, in bytes.
    var content: Int {
        views.content + argumentsContent + stateContent + textContent + preparedAlert.content
            + Self.content(of: remotePath)
    }

    /// The size of an object path that counts, in bytes. A short one is part of what each view controller takes.
    static func content(of path: ObjectPath) -> Int { max(0, path.text.utf8.count - 255) }

    /// Starts to count the view controller, its content and its images in the account of a holder.
    func enter(_ account: ClientAccount, of holder: String?, images: ImageAccounts) {
        self.holder = holder
        self.account = account
        account.add(viewControllers: 1, content: 0)
        noteContent()
        imageAccounts = images
        _ = views.entries.images.drainChanges()
        for names in allImages { images.nameImages(names, insteadOf: [], on: account.images) }
    }

    /// The images that it names in its views, its item and buttons, and its arguments. Each part counts its own.
    private var allImages: [Set<String>] { [Set(views.entries.images.names), itemImages, argumentImages] }

    /// Updates the account to the current size of the content.
    func noteContent() {
        guard let account, content != chargedContent else { return }
        account.add(viewControllers: 0, content: content - chargedContent)
        chargedContent = content
    }

    func leaveAccount() {
        if let account, let imageAccounts {
            for names in allImages { imageAccounts.nameImages([], insteadOf: names, on: account.images) }
        }
        imageAccounts = nil
        account?.add(viewControllers: -1, content: -chargedContent)
        account = nil
        chargedContent = 0
    }
}

/// The records of all view controllers.
@EventLoop
final class ControllerRecords {
    private(set) var all: [ViewControllerID: ControllerRecord] = [:]
    /// All of them by number.
    private(set) var order = ControllerOrder()
    /// Those that wait for a client with their class.
    var waiting = WaitingInstances()
    /// The view controllers whose instances were not needed yet.
    private(set) var lazy: Set<ViewControllerID> = []
    /// The view controllers that are destroyed with each client.
    private var destroyedWithClients = HolderIndex<String, ViewControllerID>()
    /// The view controllers that were registered with each well-known name and object path.
    private var remotes = HolderIndex<RemoteName, ViewControllerID>()
    /// Revisions of the Manager's lists of objects. Each addition or removal increments one.
    var revisions = (viewControllers: UInt64(0), tabBarControllers: UInt64(0))

    subscript(id: ViewControllerID) -> ControllerRecord? {
        get { all[id] }
        set {
            _ = remove(id)
            guard let newValue else { return }
            all[id] = newValue
            order.insert(id)
            if newValue.state == .lazy { lazy.insert(id) }
            destroyedWithClients.insert(id, of: newValue.destroyedWithClient)
            remotes.insert(id, of: RemoteName(of: newValue))
        }
    }

    func remove(_ id: ViewControllerID) -> ControllerRecord? {
        lazy.remove(id)
        guard let record = all.removeValue(forKey: id) else { return nil }
        destroyedWithClients.remove(id, of: record.destroyedWithClient)
        remotes.remove(id, of: RemoteName(of: record))
        order.remove(id)
        waiting.remove(id, record)
        return record
    }

    /// Sets the client whose disconnection destroys a view controller.
    func setDestroyed(_ id: ViewControllerID, withClient client: String?) {
        guard let record = all[id] else { return }
        destroyedWithClients.remove(id, of: record.destroyedWithClient)
        record.destroyedWithClient = client
        destroyedWithClients.insert(id, of: client)
    }

    /// The view controllers that are destroyed with a client, in the order of creation.
    func destroyed(withClient client: String) -> [ViewControllerID] { destroyedWithClients.things(of: client) }

    private struct RemoteName: Hashable {
        let busName: String
        let path: ObjectPath

        /// nil for a view controller that was registered without a well-known name, and for one of a class.
        @EventLoop
        init?(of record: ControllerRecord) {
            guard let busName = record.remoteBusName, !record.remotePath.isNone else { return nil }
            self.init(busName: busName, path: record.remotePath)
        }

        init(busName: String, path: ObjectPath) {
            self.busName = busName
            self.path = path
        }
    }

    /// Sets the object with which a client has registered a view controller.
    func setRemote(_ path: ObjectPath, busName: String?, of id: ViewControllerID) {
        guard let record = all[id] else { return }
        remotes.remove(id, of: RemoteName(of: record))
        (record.remotePath, record.remoteBusName) = (path, busName)
        remotes.insert(id, of: RemoteName(of: record))
    }

    /// The view controllers that were registered with a well-known name and an object path, in the order of creation.
    func registered(at path: ObjectPath, busName: String) -> [ViewControllerID] {
        remotes.things(of: RemoteName(busName: busName, path: path))
    }

    /// The clients with which view controllers are destroyed.
    var destroyingClients: some Collection<String> { destroyedWithClients.holders }

    /// The instance of a lazy view controller is needed: it waits for its plugin from now on.
    func needInstance(of id: ViewControllerID) {
        guard lazy.remove(id) != nil, let record = all[id] else { return }
        record.become(.waiting, record.failureReason)
    }
}
