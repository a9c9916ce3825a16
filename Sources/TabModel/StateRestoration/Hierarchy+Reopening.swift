extension Hierarchy {
    /// The data to reopen a destroyed controller.
    package struct ReopenSnapshot: Hashable, Sendable {
        package let archive: ControllerArchive
        /// The tab bar or navigation controller that contained it, and its index in the list or stack.
        package let place: Place?

        package var id: ViewControllerID { archive.id }
        package var container: ViewControllerID? { place?.container }

        package struct Place: Hashable, Sendable {
            package let container: ViewControllerID
            package let index: Int

            package init(container: ViewControllerID, index: Int) {
                self.container = container
                self.index = index
            }
        }

        package init(_ archive: ControllerArchive, place: Place?) {
            self.archive = archive
            self.place = place
        }
    }

    /// Returns the data to reopen a controller. Call this before it is destroyed. nil when the id does not exist.
    package func reopenSnapshot(of id: ViewControllerID) -> ReopenSnapshot? {
        guard let node = nodes[id], let archive = archive(of: id) else { return nil }
        let container = listOwner(of: id) ?? lender(ofStackWith: id) ?? node.parent
        let siblings = container.flatMap { nodes[$0]?.tabs?.viewControllers ?? wholeStack(of: $0) }
        let place = container.flatMap { container in
            siblings?.firstIndex(of: id).map { ReopenSnapshot.Place(container: container, index: $0) }
        }
        return ReopenSnapshot(archive, place: place)
    }

    /// Returns the navigation controller that lent the stack with this controller.
    private func lender(ofStackWith id: ViewControllerID) -> ViewControllerID? {
        guard let more = nodes[id]?.parent, nodes[more]?.kind == .moreNavigationController,
            let tabs = nodes[more]?.parent.flatMap({ nodes[$0]?.tabs }), let shown = tabs.moreShown,
            nodes[shown]?.isLent == true
        else { return nil }
        return shown
    }

    /// Recreates a destroyed controller with its id in its old place, if that still exists and is not a stack that is
    /// lent to More. Its children return to it, except those that are destroyed or have another parent.
    package mutating func reopen(_ remains: ReopenSnapshot) throws(ModelError) {
        try recreate(remains)
        guard let place = remains.place, let container = nodes[place.container] else { return }
        if var list = container.tabs?.viewControllers {
            list.insert(remains.id, at: min(place.index, list.count))
            applyList(list, of: place.container, animated: false)
        } else if container.kind == .navigationController, !container.isLent {
            var stack = container.stack
            stack.insert(remains.id, at: min(place.index, stack.count))
            setStack(of: place.container, to: stack, animated: false)
        }
    }

    private mutating func recreate(_ remains: ReopenSnapshot) throws(ModelError) {
        let (id, archive) = (remains.id, remains.archive)
        guard nodes[id] == nil, archive.partIDs.allSatisfy({ nodes[$0] == nil }) else {
            throw .internalInconsistency("\(id.describe) exists; only a destroyed view controller can be reopened")
        }
        rebuild(archive)
        var listed: Set<ViewControllerID> = [id]
        let children = archive.viewControllers.filter {
            isFree($0) && canContain($0, in: archive.kind) && listed.insert($0).inserted
        }
        guard let tabs = archive.tabs else {
            if archive.kind == .navigationController, !children.isEmpty {
                setStack(of: id, to: children, animated: false)
            }
            return
        }
        applyList(children, of: id, animated: false)
        if tabs.profile != .tv {
            try setCustomizableViewControllers(tabs.customizableViewControllers.filter(contains), of: id)
        }
        restoreSelection(tabs, in: id, among: children)
    }

    /// Archives may come from a damaged file.
    private func canContain(_ child: ViewControllerID, in kind: Kind) -> Bool {
        nodes[child]?.kind == .plain || kind == .tabBarController && nodes[child]?.kind == .navigationController
    }

    private func isFree(_ id: ViewControllerID) -> Bool { nodes[id] != nil && owner(of: id) == nil }
}
