/// Archiving for restoration, and restoration identifiers.
extension Hierarchy {
    /// Returns the restoration identifier; `""` for none.
    package func restorationIdentifier(of id: ViewControllerID) -> String {
        nodes[id]?.restorationIdentifier ?? ""
    }

    /// Returns the controller with an identifier. Identifiers are unique (`R3`).
    package func controller(identifiedBy identifier: String) -> ViewControllerID? {
        identifier.isEmpty ? nil : rest.identifiers[Text(identifier)]
    }

    /// Sets the restoration identifier; `""` removes it.
    package mutating func setRestorationIdentifier(
        _ identifier: String, of id: ViewControllerID
    ) throws(ModelError) {
        let old = try requireNode(id).restorationIdentifier
        guard Text(identifier) != Text(old) else { return }
        if let other = controller(identifiedBy: identifier) {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' already belongs to \(other.describe)")
        }
        if !old.isEmpty { rest.identifiers[Text(old)] = nil }
        if !identifier.isEmpty { rest.identifiers[Text(identifier)] = id }
        nodes[id]?.restorationIdentifier = identifier
        markChanged(id)
    }

    /// Returns the archive of a controller; nil for an alert, and for More and its list, which are parts of their
    /// controller's archive.
    package func archive(of id: ViewControllerID) -> ControllerArchive? {
        guard let node = nodes[id], !node.kind.isPartOfTabBarController, node.alert == nil else { return nil }
        var archive = archive(of: node, id)
        archive.viewControllers = node.tabs?.viewControllers ?? wholeStack(of: id)
        if let presentation = node.presentation, nodes[presentation.presented]?.alert == nil {
            archive.presented = presentation.presented
            archive.presentedAs = presentation.popover != nil ? .popover : presentation.covers ? .covering : .above
        }
        guard let tabs = node.tabs else { return archive }
        var kept = TabsArchive(
            more: tabs.more, list: tabs.list, profile: tabs.profile, lifecycleOrder: tabs.lifecycleOrder,
            maximumVisibleItems: tabs.maximumVisibleItems)
        kept.isTabBarHidden = tabs.isTabBarHidden
        kept.isBarTranslucent = tabs.isBarTranslucent
        kept.selected = tabs.selectedViewController
        kept.lastDirect = tabs.lastDirect
        kept.moreShown = tabs.moreShown
        let isLoan = tabs.moreShown.flatMap { nodes[$0] }?.isLent == true
        if !isLoan {
            kept.pushedInMore = nodes[tabs.more]?.stack.dropFirst().filter { $0 != tabs.moreShown } ?? []
        }
        kept.customizableViewControllers = tabs.customizableViewControllers
        kept.parts = [tabs.more, tabs.list].compactMap { part in
            guard let node = nodes[part] else { return nil }
            let archive = self.archive(of: node, part)
            return archive == self.archive(of: Self.partNode(node.kind), part) ? nil : archive
        }
        archive.tabs = kept
        return archive
    }

    private func archive(of node: Node, _ id: ViewControllerID) -> ControllerArchive {
        var archive = ControllerArchive(id: id, kind: node.kind)
        archive.restorationIdentifier = node.restorationIdentifier
        archive.settings = node.settings
        archive.window = node.window
        archive.window?.isVisible = false
        return archive
    }

    /// Returns a navigation controller's stack, even while it is lent to More (`E-22`).
    func wholeStack(of id: ViewControllerID) -> [ViewControllerID] {
        guard nodes[id]?.isLent == true, let owner = listOwner(of: id), let more = nodes[owner]?.tabs?.more else {
            return nodes[id]?.stack ?? []
        }
        return Array(nodes[more]?.stack.dropFirst() ?? [])
    }
}
