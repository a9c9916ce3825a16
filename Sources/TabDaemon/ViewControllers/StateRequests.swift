import EventLoop
import TabInterface

/// The requests for restorable state that are due, a few at a time for each client.
///
/// One change can touch all view controllers of a client. Thousands of calls at once would fill the client's queue and the
/// bus, and if the client leaves, the bus answers each of them.
@EventLoop
final class StateRequests {
    private struct Client {
        /// The number of requests without a reply.
        var open = 0
        var waiting = WeakQueue<RemoteViewController>()
        /// Whether the next requests follow in a later turn.
        var isPosted = false
    }

    /// The requests that one client has to answer at the same time.
    private static let maximumOpen = 64
    private var clients: [String: Client] = [:]

    /// Requests the state of a view controller when its client has answered most earlier requests.
    func add(_ owner: RemoteViewController) {
        let name = owner.client.name
        clients[name, default: Client()].waiting.append(owner)
        sendNext(to: name)
    }

    /// A client has left the bus, and answers no more requests.
    func clientLeft(_ name: String) { clients[name] = nil }

    private func sendNext(to name: String) {
        while clients[name].map({ $0.open < Self.maximumOpen }) == true {
            guard let owner = clients[name]?.waiting.popFirst() else { break }
            clients[name]?.open += 1
            owner.requestState(isAwaited: false) { [weak self] in self?.answered(by: name) }
        }
    }

    private func answered(by name: String) {
        guard var client = clients[name] else { return }
        client.open -= 1
        let mustPost = !client.waiting.isEmpty && !client.isPosted
        client.isPosted = client.isPosted || mustPost
        clients[name] = client.open > 0 || client.isPosted ? client : nil
        // Not inside the reply: requests that fail at once would call each other.
        if mustPost { EventLoop.post { [weak self] in self?.goOn(with: name) } }
    }

    private func goOn(with name: String) {
        clients[name]?.isPosted = false
        sendNext(to: name)
        if clients[name]?.open == 0, clients[name]?.waiting.isEmpty == true { clients[name] = nil }
    }
}
