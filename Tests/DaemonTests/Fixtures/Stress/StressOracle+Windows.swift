import TestSupport

/// The windows of the daemon, with the front ends attached to them.
extension StressOracle {
    mutating func change(at id: ViewControllerID, _ change: (inout Attachments) -> Void) throws {
        try target(id, [.tabBarController, .navigationController])
        try root(id)
        guard let window = model.nodes.window(of: id) else { throw Refused(name: "UnknownObject") }
        var attachments = windows[id] ?? Attachments(written: window.size)
        change(&attachments)
        windows[id] = attachments
        try apply(attachments, to: id)
    }

    mutating func detach(_ client: String, from id: ViewControllerID) {
        guard var attachments = windows[id] else { return }
        attachments.remove(client)
        windows[id] = attachments
        try? apply(attachments, to: id)
        updateWindows()
    }

    mutating func apply(_ attachments: Attachments, to id: ViewControllerID) throws {
        try model.updateWindow(of: id) {
            $0.size = attachments.size
            $0.isVisible = attachments.isVisible
            $0.bar = attachments.bar
        }
    }

    /// Removes the front ends of a root that got a parent, and gives a window to a controller that lost its parent.
    mutating func updateWindows() {
        var events = model.drainEvents()[...]
        while let event = events.popFirst() {
            switch event {
            case .didMove(let id, let parent):
                if parent != nil {
                    windows[id]?.clients = []
                } else if let attachments = windows[id] {
                    try? apply(attachments, to: id)
                    events += model.drainEvents()
                }
            case .didDismiss(let id):
                guard let attachments = windows[id] else { continue }
                try? apply(attachments, to: id)
                events += model.drainEvents()
            case .destroyed(let id):
                windows[id] = nil
                clientBound[id] = nil
            default: break
            }
        }
    }

    func attachedClients(of id: ViewControllerID) -> [String] { windows[id]?.clients.map(\.name).sorted() ?? [] }
}
