import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// A destroyed view controller that `Manager.Reopen` can restore.
@EventLoop
final class DestroyedController {
    var kept: RestorableController
    /// Its restorable state; nil for none, or when only the store has it.
    var state: [String: Variant]?
    /// The client that owned it, while that client is on the bus.
    var client: ClientObject?
    /// The unique name of the client that offers its class, which can continue it without a bus name; nil for none.
    var classClient: String?
    /// The methods of the client's object; nil for a plugin.
    let methods: OwnerMethods?
    /// The unique name of the client whose disconnection removes it, or nil.
    let destroyedWithClient: String?

    /// The images that it names.
    let images: Set<String>

    var id: ViewControllerID { kept.archive.id }

    /// - Parameter owner: The client's object that owned it; nil for a plugin.
    init(_ kept: RestorableController, owner: RemoteViewController? = nil, destroyedWithClient: String? = nil) {
        self.kept = kept
        images = kept.imageNames
        client = owner?.client
        methods = owner?.methods
        self.destroyedWithClient = destroyedWithClient
    }
}

/// The view controllers that Reopen can restore, oldest first.
@EventLoop
final class RecentlyDestroyed {
    private static let maximumCount = 20

    /// The session has them, with the images that they name.
    private(set) var all: [DestroyedController] = [] {
        didSet {
            for added in all where !oldValue.contains(where: { $0 === added }) {
                images.nameImages(added.images, insteadOf: [], on: Self.imageAccount)
            }
            for removed in oldValue where !contains(removed) {
                images.nameImages([], insteadOf: removed.images, on: Self.imageAccount)
            }
        }
    }
    private let images: ImageAccounts
    /// The account of the session.
    private static let imageAccount = ""

    init(images: ImageAccounts) { self.images = images }

    /// Sets the view controllers from the store.
    func restore(_ controllers: [DestroyedController]) { all = controllers }

    /// Keeps a view controller that was just destroyed.
    ///
    /// - Returns: The oldest one, which Reopen can no longer restore; nil while there is room.
    func keep(_ last: DestroyedController) -> DestroyedController? {
        last.kept.destroyed = (all.last?.kept.destroyed ?? 0) + 1
        all.append(last)
        return all.count > Self.maximumCount ? all.removeFirst() : nil
    }

    func contains(_ controller: DestroyedController) -> Bool { all.contains { $0 === controller } }

    func removeLast() { all.removeLast() }

    /// Removes the view controllers of a client that has left the bus, if no client could register them again.
    ///
    /// - Returns: Those that the store has.
    func remove(of client: String) -> [ViewControllerID] {
        let orphans = all.filter { $0.client?.name == client && !$0.kept.canBeRegisteredAgain }
        all.removeAll { last in last.destroyedWithClient == client || orphans.contains { $0 === last } }
        for last in all where last.client?.name == client { last.client = nil }
        return orphans.filter { $0.destroyedWithClient == nil }.map(\.id)
    }
}
