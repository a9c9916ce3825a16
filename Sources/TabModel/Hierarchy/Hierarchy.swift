/// All view controllers and their containment: UIKit's rules without a clock, a bus or a file.
///
/// It is a value: a copy is a snapshot. Commands change it and add `Event`s in UIKit's order:
///
///     var hierarchy = Hierarchy()
///     let tabs = hierarchy.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
///     let first = hierarchy.createViewController()
///     try hierarchy.setViewControllers([first], of: tabs, animated: false)
///     hierarchy.drainEvents()
package struct Hierarchy: Sendable {
    /// The number of the next new controller.
    package internal(set) var nextID: UInt64
    var nodes: [ViewControllerID: Node] = [:]
    var nextToken: UInt64 = 1
    @Shared var rest = Rest()

    package init(nextID: UInt64 = 1) {
        self.nextID = nextID
    }

    package var hasEvents: Bool { !rest.events.isEmpty }

    /// Returns and removes all events since the last call, in order.
    package mutating func drainEvents() -> [Event] {
        guard !rest.events.isEmpty else { return [] }
        defer {
            rest.events = []
            rest.justMarked = []
        }
        return rest.events
    }

    /// Returns and removes the parents that controllers had before their first move since the last call. The events
    /// refer to these places.
    package mutating func drainFormerParents() -> [ViewControllerID: ViewControllerID?] {
        guard !rest.formerParents.isEmpty else { return [:] }
        defer { rest.formerParents = [:] }
        return rest.formerParents
    }

    /// Returns a new number for a question, a popover or a transition. Numbers are never reused.
    mutating func makeToken() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken
    }

    mutating func setParent(_ parent: ViewControllerID?, of id: ViewControllerID) {
        noteParent(of: id)
        nodes[id]?.parent = parent
    }

    /// Records the parent of a controller before it moves.
    mutating func noteParent(of id: ViewControllerID) {
        guard nodes[id] != nil, rest.formerParents[id] == nil else { return }
        rest.formerParents[id] = .some(owner(of: id))
    }

    /// Removes a controller from the hierarchy. It must not be in a container.
    mutating func remove(_ id: ViewControllerID) {
        if let identifier = nodes[id]?.restorationIdentifier, !identifier.isEmpty {
            rest.identifiers[Text(identifier)] = nil
        }
        nodes[id] = nil
        emit(.destroyed(id))
    }

    mutating func emit(_ event: Event) {
        rest.justMarked = []
        rest.events.append(event)
    }

    /// Marks a controller whose state may have changed, unless its last event already says so.
    mutating func markChanged(_ id: ViewControllerID?) {
        guard let id, rest.justMarked.insert(id).inserted else { return }
        rest.events.append(.changed(id))
    }

    mutating func markChanged(_ ids: [ViewControllerID]) {
        for id in ids { markChanged(id) }
    }

    /// Marks a controller and everything inside it, as after a change of geometry.
    mutating func markTreeChanged(_ id: ViewControllerID) {
        markChanged(id)
        for child in branches(of: id) { markTreeChanged(child) }
    }

    /// Marks a controller whose item may have changed, and the containers that show the item (`H-4`, `H-5`).
    mutating func markItemChanged(_ id: ViewControllerID) {
        for container in containers(from: id) {
            markChanged(container)
            if let tabs = nodes[container]?.tabs {
                markChanged([tabs.more, tabs.list])
                markChanged(tabs.moreShown)
            }
        }
    }

    /// Returns the root whose window contains a controller: the topmost container, where a presented controller counts
    /// to its presenter.
    package func root(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let next = owner(of: current) { current = next }
        return current
    }

    /// Returns the container or the presenter of a controller.
    package func owner(of id: ViewControllerID) -> ViewControllerID? { nodes[id]?.parent ?? nodes[id]?.presenter }

    func requireNode(_ id: ViewControllerID) throws(ModelError) -> Node {
        guard let node = nodes[id] else { throw .unknownObject(id) }
        return node
    }

    func requireTabs(_ id: ViewControllerID) throws(ModelError) -> Tabs {
        guard let tabs = try requireNode(id).tabs else {
            throw .invalidArgument("\(id.describe) is not a tab bar controller")
        }
        return tabs
    }
}

extension Hierarchy {
    /// The state besides the nodes. It is behind one reference, because every read of the model copies the stored
    /// properties.
    struct Rest: Sendable {
        /// The controllers by restoration identifier (`R3`).
        var identifiers: [Text<String>: ViewControllerID] = [:]
        /// The events since `drainEvents`.
        var events: [Event] = []
        /// The controllers that were marked since the last event of another kind.
        var justMarked: Set<ViewControllerID> = []
        /// The controllers that were presented since the last update cycle.
        var pendingPresentations: [ViewControllerID] = []
        /// The controllers that have popovers.
        var popoverOwners: Set<ViewControllerID> = []
        /// The controllers whose popovers govern a presentation.
        var popovers: Set<ViewControllerID> = []
        /// The answered alerts that stay readable, the oldest answer first.
        var answeredAlerts: [ViewControllerID] = []
        /// The tab bar controllers in the middle of a list change.
        var listChanges: Set<ViewControllerID> = []
        /// The navigation controllers in the middle of a stack change.
        var stackChanges: [ViewControllerID: StackChange] = [:]
        /// The tab bar controllers of profile tv whose content has changed since `drainStaleFocus`.
        var staleFocus: Set<ViewControllerID> = []
        /// The parents before the first move since `drainFormerParents`.
        var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    }
}
