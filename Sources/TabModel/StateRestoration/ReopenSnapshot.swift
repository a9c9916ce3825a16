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

    /// The data to reopen a controller. Create it before the controller is destroyed. nil when the id does not exist.
    package init?(of id: ViewControllerID, in nodes: Nodes) {
        guard let archive = ControllerArchive(of: id, in: nodes) else { return nil }
        let container = nodes.listOwner(of: id) ?? nodes.lender(ofStackWith: id) ?? nodes.parent(of: id)
        let siblings = container.flatMap { nodes[$0]?.tabs?.viewControllers ?? nodes.wholeStack(of: $0) }
        let place = container.flatMap { container in
            siblings?.firstIndex(of: id).map { Place(container: container, index: $0) }
        }
        self.init(archive, place: place)
    }
}

extension Hierarchy {
    /// Recreates the destroyed controller with its id in its old place, if that still exists and is not a stack that is
    /// lent to More. Its children return to it, except those that are destroyed or have another parent.
    package mutating func reopen(_ snapshot: ReopenSnapshot) throws(ModelError) {
        try recreate(snapshot.archive)
        guard let place = snapshot.place, let container = nodes[place.container] else { return }
        if var list = container.tabs?.viewControllers {
            list.insert(snapshot.id, at: min(place.index, list.count))
            applyList(list, of: place.container, animated: false)
        } else if container.kind == .navigationController, !nodes.isLent(place.container) {
            var stack = container.stack
            stack.insert(snapshot.id, at: min(place.index, stack.count))
            setStack(of: place.container, to: stack, animated: false)
        }
    }

    private mutating func recreate(_ archive: ControllerArchive) throws(ModelError) {
        let id = archive.id
        guard !([id] + archive.partIDs).contains(where: nodes.contains) else {
            throw .internalInconsistency("\(id.describe) exists; only a destroyed view controller can be reopened")
        }
        archive.rebuild(in: &self)
        var listed: Set<ViewControllerID> = [id]
        // Archives may come from a damaged file.
        let children = archive.viewControllers.filter { child in
            let kind = nodes.kind(of: child)
            return (kind == .plain || archive.kind == .tabBarController && kind == .navigationController)
                && nodes.owner(of: child) == nil && listed.insert(child).inserted
        }
        guard let tabs = archive.tabs else {
            if archive.kind == .navigationController, !children.isEmpty {
                setStack(of: id, to: children, animated: false)
            }
            return
        }
        applyList(children, of: id, animated: false)
        if tabs.profile != .tv {
            let customizable = tabs.customizableViewControllers.filter(nodes.contains)
            try setCustomizableViewControllers(customizable, of: id)
        }
        tabs.restoreSelection(in: id, among: children, &self)
    }
}
