import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface

/// A client's object as the owner of a view controller: the same protocol as a plugin's, over the bus.
@EventLoop
final class RemoteViewController: ContentOwner {
    let client: ClientObject
    private let connection: @EventLoop () -> Connection?

    init(_ client: ClientObject, connection: @escaping @EventLoop () -> Connection?) {
        self.client = client
        self.connection = connection
    }

    private typealias Remote = RemoteViewControllerInterface

    private func tell<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) {
        try? connection()?.notify(
            method, of: Remote.name, at: client.path, on: client.name, repeat each argument)
    }

    func viewDidLoad() { tell(Remote.viewDidLoad) }
    func viewWillAppear(animated: Bool) { tell(Remote.viewWillAppear, animated) }
    func viewIsAppearing(animated: Bool) { tell(Remote.viewIsAppearing, animated) }
    func viewDidAppear(animated: Bool) { tell(Remote.viewDidAppear, animated) }
    func viewWillDisappear(animated: Bool) { tell(Remote.viewWillDisappear, animated) }
    func viewDidDisappear(animated: Bool) { tell(Remote.viewDidDisappear, animated) }

    func willMove(toParent parent: UInt64?) {
        tell(Remote.willMoveToParent, parent.map(TabNames.viewController) ?? .none)
    }

    func didMove(toParent parent: UInt64?) {
        tell(Remote.didMoveToParent, parent.map(TabNames.viewController) ?? .none)
    }

    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) { tell(Remote.viewWillLayout, bounds, safeArea) }

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        guard let connection = connection() else { return completion() }
        connection.call(
            Remote.updateContent, of: Remote.name, at: client.path, on: client.name, timeout: 5000
        ) { _ in completion() }
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        guard let connection = connection() else {
            return completion(.pluginUnavailable("the owner can't be reached: the bus is gone"))
        }
        connection.call(
            Remote.action, of: Remote.name, at: client.path, on: client.name, view, name, value, timeout: 5000
        ) { [client] result in
            switch result {
            case .success: completion(nil)
            case .failure(let error): completion(Self.translated(error, from: client))
            }
        }
    }

    /// What an owner's failure is to the sender of an action.
    private static func translated(_ error: DBusError, from client: ClientObject) -> DBusError {
        if error.isUnknownMember {
            return .notSupported("\(client.name) does not handle actions: it has no method Action")
        }
        switch error.name.dropFirst(DBusError.standardPrefix.count) {
        case "NoReply" where error.name.hasPrefix(DBusError.standardPrefix):
            return .timeout("\(client.name) did not handle the action within 5 s")
        case "ServiceUnknown", "NameHasNoOwner", "Disconnected":
            return .pluginUnavailable("\(client.name) has left the bus")
        default: return .pluginFailed("\(error.name): \(error.message)")
        }
    }

    func destroy() {}
}
