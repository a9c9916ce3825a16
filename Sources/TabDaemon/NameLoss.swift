import DBusConnection
import TabInterface

/// Distinguishes the loss of the name to `tabd --replace` from the loss to any other client.
///
/// A replacement announces itself to all instances before it requests the name. The bus keeps that order, so an instance
/// that loses the name has heard of its successor, if that is one.
@EventLoop
final class NameLoss {
    enum Cause: Hashable {
        /// The unique name of the successor; `""` when it has left already.
        case replaced(by: String)
        /// The unique name of the client, and its process when the bus knows that; nil when it has left already.
        case taken(by: String?, process: UInt32?)
    }

    private static let interface = TabNames.interfacePrefix + "Replacement"
    private static let member = "Replacing"
    /// More replacements than that at once are forgotten, the oldest first.
    private static let maximumSuccessors = 64

    private var successors: [String] = []
    /// The unique name of this instance, which hears its own announcement.
    private var ownName = ""

    /// Announces that this connection is about to take the name from another instance.
    static func announceReplacement(on connection: Connection) {
        try? connection.emit(member: member, of: interface, from: TabNames.root) { _ in }
    }

    /// Begins to listen for replacements, before the name is requested on this connection.
    func watch(_ connection: Connection) {
        ownName = connection.uniqueName
        successors = []
        connection.addMatch("type='signal',interface='\(Self.interface)',member='\(Self.member)'")
    }

    /// Records a signal that announces a replacement; ignores other signals.
    func note(_ signal: IncomingSignal) {
        guard signal.interface == Self.interface, signal.member == Self.member, signal.sender != ownName else { return }
        if successors.count == Self.maximumSuccessors { successors.removeFirst() }
        successors.append(signal.sender)
    }

    /// Finds out which client has the name that this instance has lost.
    func findCause(on connection: Connection, completion: @escaping @EventLoop (Cause) -> Void) {
        connection.owner(of: TabNames.busName) { [self] result in
            // An instance that is just starting may have requested the name once more, after the other had left.
            guard case .success(let owner?) = result, owner != ownName else {
                return completion(successors.isEmpty ? .taken(by: nil, process: nil) : .replaced(by: ""))
            }
            guard !successors.contains(owner) else { return completion(.replaced(by: owner)) }
            connection.credentials(of: owner) { completion(.taken(by: owner, process: (try? $0.get())?.processID)) }
        }
    }
}
