/// The beginning and the end of controllers.
extension Hierarchy {
    package mutating func createViewController() -> ViewControllerID {
        let id = makeID()
        insert(Node(kind: .plain), as: id)
        return id
    }

    /// Creates a tab bar controller with its More and More's list, which exist for its whole life (`A-24`, `S-27`).
    package mutating func createTabBarController(
        profile: Profile, lifecycleOrder: LifecycleOrder, maximumVisibleItems: Int
    ) -> ViewControllerID {
        let id = makeID()
        var controller = Node(kind: .tabBarController)
        controller.window = Window(profile: profile)
        controller.tabs = Tabs(
            more: makeID(), list: makeID(), profile: profile, lifecycleOrder: lifecycleOrder,
            maximumVisibleItems: max(0, maximumVisibleItems))
        insert(controller, as: id)
        return id
    }

    /// Adds a controller without children. A tab bar controller gets its More.
    mutating func insert(_ node: Node, as id: ViewControllerID) {
        var node = node
        node.window?.language = nodes.defaultLanguage
        nodes[id] = node
        emit(.created(id))
        guard let tabs = node.tabs else { return }
        nodes[tabs.more] = Node(part: .moreNavigationController, of: id)
        nodes[tabs.more]?.stack = [tabs.list]
        nodes[tabs.list] = Node(part: .moreList, of: tabs.more)
        for created in [tabs.more, tabs.list] { emit(.created(created)) }
    }

    /// Creates a navigation controller with the stack `root`. The root leaves its old container (`N2`, `S-28`).
    ///
    /// - Parameter isDelegate: Whether the delegate of the root's popover creates it. The delegate may do so while it
    ///   is asked for a replacement of the root (`P63`).
    package mutating func createNavigationController(
        root: ViewControllerID, byPopoverDelegate isDelegate: Bool = false
    ) throws(ModelError) -> ViewControllerID {
        let wraps = isDelegate && nodes.isAskedForReplacement(of: root)
        try require.pushable(root, onto: nil, mayBePresented: wraps)
        let id = makeID()
        var node = Node(kind: .navigationController)
        node.settings.hasOwnItem = false
        node.window = Window(profile: .phone)
        insert(node, as: id)
        if wraps { transferPresentation(of: root, to: id) }
        setStack(of: id, to: [root], animated: false)
        return id
    }

    private mutating func makeID() -> ViewControllerID {
        defer { nextID += 1 }
        return ViewControllerID(nextID)
    }

    /// Reserves numbers, so that new controllers don't get them.
    package mutating func reserve(_ ids: [ViewControllerID]) {
        for id in ids where id.isValid { nextID = max(nextID, id.rawValue + 1) }
    }

    /// Removes a controller from its container and from the hierarchy, with its events. Its children are released.
    package mutating func destroy(_ id: ViewControllerID) throws(ModelError) {
        guard try !require.node(id).kind.isPartOfTabBarController else {
            throw .invalidArgument("\(id.describe) can't be destroyed: it belongs to its tab bar controller")
        }
        destroy([id])
    }

    /// Destroys several controllers. Each container changes once, so that its cost does not grow with the number of
    /// controllers that leave it. Controllers that don't exist, or that belong to a tab bar controller, are skipped.
    package mutating func destroy(_ ids: [ViewControllerID]) {
        for id in ids { endPresentations(around: id) }
        let dying = ids.filter { nodes[$0].map { !$0.kind.isPartOfTabBarController && $0.alert == nil } ?? false }
        for id in ids where nodes[id]?.alert != nil { discardAlert(id) }
        removeFromPopovers(Set(dying))
        for id in dying { leaveWindow(id) }
        removeFromContainers(dying)
        for id in dying { removeWithParts(id) }
    }

    private mutating func endPresentations(around id: ViewControllerID) {
        endPresentation(by: id, animated: false)
        if let presenter = nodes[id]?.presenter ?? nodes.presenter(ofPopover: id) {
            endPresentation(by: presenter, animated: false)
        }
        discardAlerts(presentedFrom: id)
    }

    /// Removes controllers that are about to be destroyed in several steps from the containers that lose more of them
    /// than a step destroys. Such a container changes once, and not with each step. What is displayed stays, and leaves
    /// when it is destroyed. The others get the callbacks of their removal then.
    ///
    /// - Parameter count: The number of controllers that are destroyed in one step.
    package mutating func detach(_ ids: [ViewControllerID], destroyedBy count: Int) {
        var children: [ViewControllerID: [ViewControllerID]] = [:]
        for id in ids {
            if let container = nodes.parent(of: id) { children[container, default: []].append(id) }
        }
        for (container, leaving) in children.sorted(by: { $0.value[0] < $1.value[0] }) where leaving.count > count {
            var hidden = Set(leaving)
            hidden.subtract(nodes[nodes.root(of: container)]?.shownChain ?? [])
            if let displayed = nodes.displayedChild(of: container) { hidden.remove(displayed) }
            if let tabs = nodes[container]?.tabs {
                if let shown = tabs.moreShown { hidden.remove(shown) }
                let list = tabs.viewControllers.filter { !hidden.contains($0) }
                applyList(list, of: container, animated: false, detached: hidden)
            } else if let stack = nodes[container]?.stack, nodes.kind(of: container) == .navigationController {
                setStack(of: container, to: stack.filter { !hidden.contains($0) }, animated: false, detached: hidden)
            }
        }
    }

    /// Whether `detach` has removed a controller from its container.
    package func isDetached(_ id: ViewControllerID) -> Bool { records.detached[id] != nil }

    /// Ends the containment of a controller that is about to be destroyed, without events.
    mutating func detach(_ id: ViewControllerID, from container: ViewControllerID) {
        nodes[id]?.parent = nil
        records.detached[id] = container
    }

    /// Sends the callbacks that `detach` has put off.
    private mutating func finishDetaching(_ id: ViewControllerID) {
        guard let container = records.detached.removeValue(forKey: id) else { return }
        if nodes.contains(container), records.formerParents[id] == nil { records.formerParents[id] = container }
        emit(.willMove(id, toParent: nil))
        emit(.didMove(id, toParent: nil))
    }

    /// Removes destroyed controllers from their containers, each of which changes once.
    private mutating func removeFromContainers(_ ids: [ViewControllerID]) {
        if !records.detached.isEmpty { ids.forEach { finishDetaching($0) } }
        guard ids.count > 1 else { return ids.forEach { removeFromContainer($0, isClaimed: false) } }
        let dying = Set(ids)
        for id in ids {
            // Its container may have changed with an earlier one.
            guard let parent = nodes.parent(of: id) else { continue }
            if let owner = nodes.listOwner(of: id) {
                let list = nodes.viewControllers(of: owner).filter { !dying.contains($0) }
                applyList(list, of: owner, animated: false, at: index(in: list, of: owner, without: ids))
            } else if let stack = nodes[parent]?.stack {
                setStack(of: parent, to: stack.filter { !dying.contains($0) }, animated: false)
            }
        }
    }

    /// Returns the index of the next selection when several tabs leave: that after one removal after the other, in the order
    /// of `ids`. Without that, a group would select another tab than its members one by one.
    ///
    /// - Parameter list: The remaining tabs.
    /// - Returns: The index, behind the end for the first visible tab; nil if the selected tab stays.
    private func index(
        in list: [ViewControllerID], of tbc: ViewControllerID, without ids: [ViewControllerID]
    ) -> Int? {
        guard let tabs = nodes[tbc]?.tabs, var selected = tabs.selectedViewController else { return nil }
        let old = tabs.viewControllers
        let times = Dictionary(zip(ids, 0...), uniquingKeysWith: { first, _ in first })
        guard times[selected] != nil, var place = old.firstIndex(of: selected) else { return nil }
        while let time = times[selected] {
            func remains(_ id: ViewControllerID) -> Bool { times[id].map { $0 > time } ?? true }
            let next = old[(place + 1)...].firstIndex(where: remains).flatMap { nodes.isTabHidden(old[$0]) ? nil : $0 }
            guard let next = next ?? old.firstIndex(where: { remains($0) && !nodes.isTabHidden($0) }) else { break }
            (selected, place) = (old[next], next)
        }
        return list.firstIndex(of: selected) ?? list.count
    }

    private mutating func removeWithParts(_ id: ViewControllerID) {
        guard let node = nodes[id] else { return }
        if let tabs = node.tabs {
            applyList([], of: id, animated: false)
            for part in [tabs.list, tabs.more] {
                discardAlerts(presentedFrom: part)
                noteParent(of: part)
                removeFromPopovers([part])
                remove(part)
            }
        } else if node.kind.isNavigation {
            setStack(of: id, to: [], animated: false)
        }
        remove(id)
    }

    /// Removes a controller from the hierarchy. It must not be in a container.
    mutating func remove(_ id: ViewControllerID) {
        records.removeIdentifier(nodes.restorationIdentifier(of: id))
        records.movingFocus.remove(id)
        nodes[id] = nil
        emit(.destroyed(id))
    }

    /// Removes a controller from its old container because a new container has claimed it. The controller gets no
    /// containment callbacks, but it disappears, and its old container changes accordingly (`S-28`, `S-29`, `S-63`).
    /// The caller sets the new parent.
    ///
    /// - Parameter isClaimed: False for a controller that is destroyed. It gets the callbacks of a removal.
    mutating func removeFromContainer(_ id: ViewControllerID, isClaimed: Bool = true) {
        guard let parent = nodes.parent(of: id) else { return }
        let claimed = isClaimed ? id : nil
        if let owner = nodes.listOwner(of: id) {
            let list = nodes.viewControllers(of: owner).filter { $0 != id }
            applyList(list, of: owner, animated: false, claimed: claimed)
        } else if let stack = nodes[parent]?.stack {
            setStack(of: parent, to: stack.filter { $0 != id }, animated: false, claimed: claimed)
        }
    }
}
