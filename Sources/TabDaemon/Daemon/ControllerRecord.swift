import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// What the daemon knows of one view controller beside the model: what it is, who fills it, and its views.
@EventLoop
final class ControllerRecord {
    let type: String
    /// `""` when no plugin owns it.
    let pluginID: String
    /// What the plugin's class was made with.
    let arguments: [String: Variant]
    /// Whether the manifest lists its class. Only its plugin can make one that is not listed.
    var isListed = true
    /// Whether its title was given at creation. Then the class can't replace the title in its `create`.
    var hasGivenTitle = false
    /// Restored, and nobody has asked for it by its identifier since.
    var isUnclaimed = false
    /// Restored as it was created, without what it was since (`I-2`).
    var isDefault = false
    /// Restored, and its plugin's first process has yet to make its instance.
    var isBeingRestored = false
    /// How many calls wait for that.
    var callsForInstance = 0
    /// Restored in this process, whose view nobody has seen since: nobody knows whether it survives that.
    var isUnproven = false
    /// What the store has of it, as a hash.
    var savedHash: Int?
    /// A page of the daemon for More's list and alerts; nil for containers, and while there is no owner.
    var owner: (any ContentOwner)?
    /// What the owner told last of the state that a new one shall get.
    var restorableState: [String: Variant]? {
        didSet { stateContent = restorableState?.variant.extent.content ?? 0 }
    }
    /// Why the owner has not taken that; nil when it has.
    var unreadState: String?
    /// The last one was not kept, which the log says.
    var isStateRefused = false
    var views = ViewTree()
    var state = OwnerHealth.ready
    var failureReason = ""
    /// The unique name with whose life this ends (`DestroyWithCaller`), or nil.
    var diesWith: String?
    /// The well-known name of the client that owns a remote controller, when it gave one, and the object there.
    var remoteBusName: String?
    var remotePath = ObjectPath.none
    /// Whether the owner has been told that it is appearing, and not yet that it has disappeared.
    var isInWindow = false
    /// What the owner was told last of its view's geometry.
    var laidOut: (bounds: DBusRect, insets: DBusInsets)?
    /// What the owner was told last of its window.
    var traits = Traits()
    var isUpdatingContent = false

    var preferredFocusedView: UInt32 = 0
    /// Parts of the next alert that is presented from it.
    var preparedAlert = AlertParts()
    /// Of an alert that a plugin presents: the view controller whose owner gets the answer, and the owner's token.
    var alertReceiver: (id: ViewControllerID, token: UInt64)?
    /// The plugin that took it out of a list of tabs last. It may make it a tab again while it is in no container.
    var takenOutBy: String?

    /// Who made it, a client or a plugin, and is charged for it; nil for nobody.
    let holder: String?
    private var account: ClientAccount?
    /// What the account has been told.
    private var chargedContent = 0
    /// What its titles and the like take, in bytes, as they were announced last.
    var textContent = 0
    private var stateContent = 0
    private let argumentsContent: Int

    /// - Parameters:
    ///   - pluginID: The plugin of its owner; nil: the one that offers its type.
    ///   - holder: Who makes it: a client's unique name or a plugin's id; nil when it is nobody's.
    init(type: String, pluginID: String? = nil, arguments: [String: Variant] = [:], holder: String? = nil) {
        self.holder = holder
        argumentsContent = arguments.isEmpty ? 0 : arguments.variant.extent.content
        self.type = type
        self.pluginID = pluginID ?? type.firstIndex(of: ".").map { String(type[..<$0]) } ?? ""
        self.arguments = arguments
    }

    /// The same controller at the beginning of another life: without owner, views and front ends.
    convenience init(_ kept: KeptController, holder: String? = nil) {
        self.init(type: kept.type, arguments: kept.arguments, holder: holder)
        // The plugin that made a navigation controller has none of it any more, until it asks for it.
        isListed = kept.isListed || kept.archive.kind == .navigationController
        preferredFocusedView = kept.preferredFocusedView
        remoteBusName = kept.remoteBusName
        remotePath = kept.remotePath
    }

    /// As on the bus.
    var reason: String {
        guard failureReason.isEmpty, let unreadState else { return failureReason }
        return "Its state could not be restored, and is kept until somebody uses it: \(unreadState)"
    }

    /// Whether its plugin has yet to make its instance, and was not able to.
    var isWaitingForPlugin: Bool { !pluginID.isEmpty && owner == nil }

    /// It has no owner for now, or has one again.
    func wait(_ health: OwnerHealth, _ reason: String) {
        state = health
        failureReason = reason
    }

    // MARK: What it holds

    /// What it holds, in bytes.
    var content: Int { views.content + argumentsContent + stateContent + textContent + preparedAlert.content }

    /// From here on an account has it, and what it holds.
    func enter(_ account: ClientAccount) {
        self.account = account
        account.add(viewControllers: 1, content: 0)
        noteContent()
    }

    /// Tells the account what it holds now.
    func noteContent() {
        guard let account, content != chargedContent else { return }
        account.add(viewControllers: 0, content: content - chargedContent)
        chargedContent = content
    }

    func leaveAccount() {
        account?.add(viewControllers: -1, content: -chargedContent)
        account = nil
        chargedContent = 0
    }
}
