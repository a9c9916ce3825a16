/// All view controllers and how they contain each other: UIKit's rules without a clock, a bus or a file.
///
/// A value: a copy is a snapshot. Commands change it and leave `Event`s in UIKit's order:
///
///     var hierarchy = Hierarchy()
///     let tabs = hierarchy.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
///     let first = hierarchy.createViewController()
///     try hierarchy.setViewControllers([first], of: tabs, animated: false)
///     hierarchy.takeEvents()
package struct Hierarchy: Sendable {
    /// The number of the next controller that is created.
    package internal(set) var nextID: UInt64
    var nodes: [ViewControllerID: Node] = [:]
    var nextToken: UInt64 = 1
    @Shared var rest = Rest()

    package init(nextID: UInt64 = 1) {
        self.nextID = nextID
    }

    package var hasEvents: Bool { !rest.events.isEmpty }

    /// Everything that happened since the last call, in order.
    package mutating func takeEvents() -> [Event] {
        guard !rest.events.isEmpty else { return [] }
        defer {
            rest.events = []
            rest.justTouched = []
        }
        return rest.events
    }

    /// The parents that controllers had before they moved since the last call: the place that the events tell of.
    package mutating func takeFormerParents() -> [ViewControllerID: ViewControllerID?] {
        guard !rest.formerParents.isEmpty else { return [:] }
        defer { rest.formerParents = [:] }
        return rest.formerParents
    }

    /// A number for a question, a popover or a transition; never given twice.
    mutating func takeToken() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken
    }

    mutating func setParent(_ parent: ViewControllerID?, of id: ViewControllerID) {
        noteParent(of: id)
        nodes[id]?.parent = parent
    }

    /// Notes where a controller is, before it moves or goes.
    mutating func noteParent(of id: ViewControllerID) {
        guard nodes[id] != nil, rest.formerParents[id] == nil else { return }
        rest.formerParents[id] = .some(owner(of: id))
    }

    /// Takes a controller out of the hierarchy; it is in no container any more.
    mutating func remove(_ id: ViewControllerID) {
        if let identifier = nodes[id]?.restorationIdentifier, !identifier.isEmpty {
            rest.identifiers[Text(identifier)] = nil
        }
        nodes[id] = nil
        emit(.destroyed(id))
    }

    mutating func emit(_ event: Event) {
        rest.justTouched = []
        rest.events.append(event)
    }

    /// Announces that the controller's state may differ, unless that was the last thing said anyway.
    mutating func touch(_ id: ViewControllerID?) {
        guard let id, rest.justTouched.insert(id).inserted else { return }
        rest.events.append(.changed(id))
    }

    mutating func touch(_ ids: [ViewControllerID]) {
        for id in ids { touch(id) }
    }

    /// Announces a controller and everything inside it, as after a change of geometry.
    mutating func touchTree(_ id: ViewControllerID) {
        touch(id)
        for child in branches(of: id) { touchTree(child) }
    }

    /// Announces a controller whose item may look different: its containers show it (`H-4`, `H-5`).
    mutating func touchItem(_ id: ViewControllerID) {
        for container in containers(from: id) {
            touch(container)
            if let tabs = nodes[container]?.tabs {
                touch([tabs.more, tabs.list])
                touch(tabs.moreShown)
            }
        }
    }

    /// The controller whose window another one is in: the topmost container, what is presented counted to its presenter.
    package func root(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let next = owner(of: current) { current = next }
        return current
    }

    /// The container of a controller, or who presents it.
    package func owner(of id: ViewControllerID) -> ViewControllerID? { nodes[id]?.parent ?? nodes[id]?.presenter }

    func requireNode(_ id: ViewControllerID) throws(ModelError) -> Node {
        guard let node = nodes[id] else { throw .unknownObject(id) }
        return node
    }

    func requireTabs(_ id: ViewControllerID) throws(ModelError) -> Tabs {
        guard let tabs = try requireNode(id).tabs else {
            throw .invalidArgument("\(id.describe) is no tab bar controller")
        }
        return tabs
    }
}

extension Hierarchy {
    /// The state beside the nodes: behind one reference, as every read of the model copies what it has side by side.
    struct Rest: Sendable {
        /// Who has which restoration identifier (`R3`).
        var identifiers: [Text<String>: ViewControllerID] = [:]
        /// What happened since `takeEvents`.
        var events: [Event] = []
        /// Whose change was announced since the last event of another kind.
        var justTouched: Set<ViewControllerID> = []
        /// What was presented since the last update cycle.
        var pendingPresentations: [ViewControllerID] = []
        /// The controllers that have popovers.
        var popoverOwners: Set<ViewControllerID> = []
        /// Those whose popovers are in charge of a presentation.
        var popovers: Set<ViewControllerID> = []
        /// Alerts that stay readable after their answers, the oldest answer first.
        var answeredAlerts: [ViewControllerID] = []
        /// Tab bar controllers in the middle of a change of their lists.
        var listChanges: Set<ViewControllerID> = []
        /// Navigation controllers in the middle of a change of their stacks.
        var stackChanges: [ViewControllerID: StackChange] = [:]
        /// Tab bar controllers of profile tv whose content has changed since `takeStaleFocus`.
        var staleFocus: Set<ViewControllerID> = []
        /// Where controllers were before the first move that `takeFormerParents` has not told.
        var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    }
}
