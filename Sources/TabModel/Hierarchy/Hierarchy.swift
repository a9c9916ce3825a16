/// All view controllers and their containment: UIKit's rules without a clock, a bus or a file.
///
/// It is a value: a copy is a snapshot. Commands change it and add `Event`s in UIKit's order:
///
///     var hierarchy = Hierarchy()
///     let tabs = hierarchy.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
///     let first = hierarchy.createViewController()
///     try hierarchy.setViewControllers([first], of: tabs, animated: false)
///     hierarchy.drainEvents()
///
/// Reads are functions of `nodes`.
package struct Hierarchy: Sendable {
    /// The number of the next new controller.
    package internal(set) var nextID: UInt64
    package internal(set) var nodes = Nodes()
    var nextToken: UInt64 = 1
    @Shared var records = Records()

    package init(nextID: UInt64 = 1) {
        self.nextID = nextID
    }

    package var geometry: Geometry { Geometry(nodes) }

    var require: Requirements { Requirements(nodes) }

    /// Returns a new number for a question, a popover or a transition. Numbers are never reused.
    mutating func makeToken() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken
    }

    mutating func setParent(_ parent: ViewControllerID?, of id: ViewControllerID) {
        noteParent(of: id)
        nodes[id]?.parent = parent
        if !records.detached.isEmpty { records.detached[id] = nil }
    }

    /// Records the parent of a controller before it moves.
    mutating func noteParent(of id: ViewControllerID) {
        guard nodes.contains(id), records.formerParents[id] == nil else { return }
        records.formerParents[id] = .some(nodes.owner(of: id))
    }

    // MARK: Events

    package var hasEvents: Bool { !records.events.isEmpty }

    /// Returns and removes all events since the last call, in order.
    package mutating func drainEvents() -> [Event] { hasEvents ? records.drainEvents() : [] }

    /// Returns and removes the parents that controllers had before their first move since the last call. The events
    /// refer to these places.
    package mutating func drainFormerParents() -> [ViewControllerID: ViewControllerID?] {
        guard !records.formerParents.isEmpty else { return [:] }
        defer { records.formerParents = [:] }
        return records.formerParents
    }

    mutating func emit(_ event: Event) { records.add(event) }

    /// Marks a controller whose state may have changed, unless its last event already says so.
    mutating func markChanged(_ id: ViewControllerID?) {
        if let id { records.addChange(of: id) }
    }

    mutating func markChanged(_ ids: [ViewControllerID]) {
        for id in ids { markChanged(id) }
    }

    /// Marks a controller and everything inside it, as after a change of geometry.
    mutating func markTreeChanged(_ id: ViewControllerID) {
        markChanged(id)
        for child in nodes.branches(of: id) { markTreeChanged(child) }
    }

    /// Marks the children that a container has begun or ceased to display, because something is presented over the
    /// displayed one only (`P66`).
    mutating func displayedChildChanged(from former: ViewControllerID?, in container: ViewControllerID) {
        guard nodes.nearestPresenter(of: container) != nil else { return }
        for child in [former, nodes.displayedChild(of: container)] { child.map { markTreeChanged($0) } }
    }

    /// Marks a controller whose item may have changed, and the containers that show the item (`H-4`, `H-5`).
    mutating func markItemChanged(_ id: ViewControllerID) {
        for container in nodes.containers(from: id) {
            markChanged(container)
            if let tabs = nodes[container]?.tabs {
                markChanged([tabs.more, tabs.list])
                markChanged(tabs.moreShown)
            }
        }
    }

    // MARK: Settings

    /// Changes the settings of a controller.
    package mutating func changeSettings(
        of id: ViewControllerID, _ change: (inout ViewControllerSettings) -> Void
    ) throws(ModelError) {
        let node = try require.node(id)
        let old = node.settings
        var new = old
        change(&new)
        guard new != old else { return }
        try require.settings(new, of: id, node)
        try admit(new, insteadOf: old, of: id)
        let size = new.preferredContentSize
        let popover = size != old.preferredContentSize ? nodes.popover(around: id) : nil
        let wanted = popover.map { geometry.wantedContentSize(of: $0) }
        nodes[id]?.settings = new
        if new.showsOtherItem(than: old) { markItemChanged(id) }
        if new.needsOtherLayout(than: old) { markTreeChanged(id) } else { markChanged(id) }
        // Its back button shows this title.
        if new.navigationItem != old.navigationItem { markChanged(nodes.controller(above: id)) }
        if new.modalPresentationStyle != old.modalPresentationStyle { reconcilePopover(of: id) }
        // A popover's content is laid out again, animated unless a length is not set (P34, P37).
        guard let popover, nodes.popoverPlacement(of: popover) != nil,
            geometry.wantedContentSize(of: popover) != wanted
        else { return }
        let isAnimated = size.width > 0 && size.height > 0
        emit(.popover(popover, .chromeChanged("PreferredContentSize", animated: isAnimated)))
    }

    /// Sets the title of the controller and of its item (`H-3`). A navigation controller has its own item from then on
    /// (`S-53`).
    package mutating func setTitle(_ title: String?, of id: ViewControllerID) throws(ModelError) {
        let isPart = try require.node(id).kind.isPartOfTabBarController
        let item = nodes.tabBarItem(of: id)
        try changeSettings(of: id) {
            $0.title = title
            $0.navigationItem.title = title
            guard !isPart else { return }
            $0.item = item
            $0.item.title = title
            $0.hasOwnItem = true
        }
    }

    /// Changes the item. A navigation controller then has its own item, which starts as a copy of the shown one (`H-4`,
    /// `S-53`).
    package mutating func setTabBarItem(
        of id: ViewControllerID, _ change: (inout TabBarItem) -> Void
    ) throws(ModelError) {
        _ = try require.node(id)
        var item = nodes.tabBarItem(of: id)
        change(&item)
        try changeSettings(of: id) {
            $0.item = item
            $0.hasOwnItem = true
        }
    }

    package mutating func setNavigationItem(
        of id: ViewControllerID, _ change: (inout NavigationItem) -> Void
    ) throws(ModelError) {
        try changeSettings(of: id) { change(&$0.navigationItem) }
    }

    /// Removes a button from the bar that has it.
    package mutating func removeBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        try require.removable(item, of: id)
        try changeSettings(of: id) { $0.navigationItem.removeBarButtonItem(item) }
    }

    /// Sets the restoration identifier; `""` removes it.
    package mutating func setRestorationIdentifier(_ identifier: String, of id: ViewControllerID) throws(ModelError) {
        let old = try require.node(id).restorationIdentifier
        guard Text(identifier) != Text(old) else { return }
        try admit(identifier: identifier, insteadOf: old, of: id)
        try records.identify(id, as: identifier, insteadOf: old)
        nodes[id]?.restorationIdentifier = identifier
        markChanged(id)
    }

    /// Returns the controller with a restoration identifier. Identifiers are unique (`R3`).
    package func controller(identifiedBy identifier: String) -> ViewControllerID? {
        identifier.isEmpty ? nil : records.identifiers[Text(identifier)]
    }
}
