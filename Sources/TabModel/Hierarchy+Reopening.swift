extension Hierarchy {
    /// What brings a destroyed controller back.
    package struct Remains: Sendable {
        package let id: ViewControllerID
        fileprivate let node: Node
        fileprivate let selected: ViewControllerID?
        /// The tab bar or navigation controller that it was in, and where in its list or stack.
        fileprivate let place: (container: ViewControllerID, index: Int)?

        package var container: ViewControllerID? { place?.container }
    }

    /// To be asked for before a controller is destroyed; nil when there is none of that id.
    package func remains(of id: ViewControllerID) -> Remains? {
        guard let node = nodes[id] else { return nil }
        let container = listOwner(of: id) ?? lender(ofStackWith: id) ?? node.parent
        let siblings = container.flatMap { nodes[$0]?.tabs?.viewControllers ?? wholeStack(of: $0) }
        let place = container.flatMap { container in siblings?.firstIndex(of: id).map { (container, $0) } }
        var kept = node
        kept.stack = wholeStack(of: id)
        return Remains(id: id, node: kept, selected: node.tabs?.selectedViewController, place: place)
    }

    /// A navigation controller's stack, also while it is lent to More (`E-22`).
    private func wholeStack(of id: ViewControllerID) -> [ViewControllerID] {
        guard let node = nodes[id] else { return [] }
        guard node.isLent, let owner = listOwner(of: id), let tabs = nodes[owner]?.tabs else { return node.stack }
        return Array(nodes[tabs.more]?.stack.dropFirst() ?? [])
    }

    /// The navigation controller that lent the stack on which a controller is.
    private func lender(ofStackWith id: ViewControllerID) -> ViewControllerID? {
        guard let more = nodes[id]?.parent, nodes[more]?.kind == .moreNavigationController,
            let tabs = nodes[more]?.parent.flatMap({ nodes[$0]?.tabs }), let shown = tabs.moreShown,
            nodes[shown]?.isLent == true
        else { return nil }
        return shown
    }

    /// Makes a destroyed controller anew, under its id, in its old place: when that still is, and is no stack that is
    /// lent to More. Its children come back to it, but for those that are gone or have another parent meanwhile.
    package mutating func bringBack(_ remains: Remains) throws(ModelError) {
        try remake(remains)
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

    private mutating func remake(_ remains: Remains) throws(ModelError) {
        let (id, old) = (remains.id, remains.node)
        guard nodes[id] == nil else {
            throw .internalInconsistency("\(id.describe) exists: only what was destroyed can be brought back")
        }
        var node = Node(kind: old.kind)
        node.title = old.title
        node.item = old.item
        node.hasOwnItem = old.hasOwnItem
        node.navigationItem = old.navigationItem
        node.isNavigationBarHidden = old.isNavigationBarHidden
        node.hidesBottomBarWhenPushed = old.hidesBottomBarWhenPushed
        node.edgesForExtendedLayout = old.edgesForExtendedLayout
        node.extendedLayoutIncludesOpaqueBars = old.extendedLayoutIncludesOpaqueBars
        node.modalPresentationStyle = old.modalPresentationStyle
        node.isModalInPresentation = old.isModalInPresentation
        node.preferredContentSize = old.preferredContentSize
        if node.modalPresentationStyle == .popover {
            node.popover = makePopover()
            popoverOwners.insert(id)
        }
        node.window = old.window
        node.window?.isVisible = false
        guard let tabs = old.tabs else {
            nodes[id] = node
            emit(.created(id))
            if node.popover != nil { emit(.popover(id, .created)) }
            let stack = old.stack.filter { isFree($0) }
            if old.kind == .navigationController, !stack.isEmpty { setStack(of: id, to: stack, animated: false) }
            return
        }
        var fresh = Tabs(
            more: tabs.more, list: tabs.list, profile: tabs.profile, lifecycleOrder: tabs.lifecycleOrder,
            maximumVisibleItems: tabs.maximumVisibleItems)
        fresh.isTabBarHidden = tabs.isTabBarHidden
        fresh.isBarTranslucent = tabs.isBarTranslucent
        node.tabs = fresh
        insertTabBarController(id, node)
        applyList(tabs.viewControllers.filter { isFree($0) }, of: id, animated: false)
        try setCustomizableAgain(tabs.customizableViewControllers, of: id)
        let list = viewControllers(of: id)
        if let selected = remains.selected, list.contains(selected) || selected == tabs.more && isOverflowing(id) {
            try select(selected, in: id)
        }
    }

    private func isFree(_ id: ViewControllerID) -> Bool { nodes[id] != nil && owner(of: id) == nil }

    private mutating func setCustomizableAgain(
        _ list: [ViewControllerID], of tbc: ViewControllerID
    ) throws(ModelError) {
        guard nodes[tbc]?.tabs?.profile != .tv else { return }
        try setCustomizableViewControllers(list.filter { nodes[$0] != nil }, of: tbc)
    }
}
