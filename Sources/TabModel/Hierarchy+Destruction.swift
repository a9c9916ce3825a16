extension Hierarchy {
    /// Takes a controller out of its container and the hierarchy, with its events; its children are released.
    package mutating func destroy(_ id: ViewControllerID) throws(ModelError) {
        let node = try requireNode(id)
        guard !node.kind.isPartOfTabBarController else {
            throw .invalidArgument("\(id.describe) can't be destroyed: it belongs to its tab bar controller")
        }
        endPresentation(by: id, animated: false)
        if let presenter = node.presenter ?? handler(ofPopover: id) { endPresentation(by: presenter, animated: false) }
        discardAlerts(presentedFrom: id)
        guard node.alert == nil else { return discardAlert(id) }
        forgetInPopovers(id)
        leaveWindow(id)
        takeOut(id, isClaimed: false)
        if let tabs = node.tabs {
            applyList([], of: id, animated: false)
            for part in [tabs.list, tabs.more] {
                discardAlerts(presentedFrom: part)
                noteParent(of: part)
                forgetInPopovers(part)
                remove(part)
            }
        } else if node.kind.isNavigation {
            setStack(of: id, to: [], animated: false)
        }
        remove(id)
    }

    /// Takes a controller out of its old place because a new container has claimed it: no containment callbacks for
    /// itself, its own disappearance and all consequences for the old place (`S-28`, `S-29`, `S-63`). The caller sets
    /// its new parent.
    ///
    /// - Parameter isClaimed: false for one that is destroyed, which gets the callbacks of a removal.
    mutating func takeOut(_ id: ViewControllerID, isClaimed: Bool = true) {
        guard let parent = nodes[id]?.parent else { return }
        let claimed = isClaimed ? id : nil
        if let owner = listOwner(of: id), let tabs = nodes[owner]?.tabs {
            applyList(tabs.viewControllers.filter { $0 != id }, of: owner, animated: false, claimed: claimed)
        } else if let stack = nodes[parent]?.stack {
            setStack(of: parent, to: stack.filter { $0 != id }, animated: false, claimed: claimed)
        }
    }

    /// The tab bar controller whose list has this controller.
    func listOwner(of id: ViewControllerID) -> ViewControllerID? {
        guard let owner = tabBarController(of: id), let tabs = nodes[owner]?.tabs else { return nil }
        return tabs.viewControllers.contains(id) ? owner : nil
    }
}
