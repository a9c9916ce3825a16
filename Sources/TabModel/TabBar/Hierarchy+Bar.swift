extension Hierarchy {
    package func viewControllers(of tbc: ViewControllerID) -> [ViewControllerID] {
        nodes[tbc]?.tabs?.viewControllers ?? []
    }

    /// Returns the displayed controller: More while its list is displayed (`C-2`).
    package func selectedViewController(of tbc: ViewControllerID) -> ViewControllerID? {
        nodes[tbc]?.tabs?.selectedViewController
    }

    package func customizableViewControllers(of tbc: ViewControllerID) -> [ViewControllerID] {
        nodes[tbc]?.tabs?.customizableViewControllers ?? []
    }

    /// Returns More; nil in profile tv (`S-85`).
    package func moreNavigationController(of tbc: ViewControllerID) -> ViewControllerID? {
        nodes[tbc]?.tabs.flatMap { $0.profile == .tv ? nil : $0.more }
    }

    package func moreList(of tbc: ViewControllerID) -> ViewControllerID? { nodes[tbc]?.tabs?.list }

    package func profile(of tbc: ViewControllerID) -> Profile? { nodes[tbc]?.tabs?.profile }

    package func lifecycleOrder(of tbc: ViewControllerID) -> LifecycleOrder? { nodes[tbc]?.tabs?.lifecycleOrder }

    package func isTabBarHidden(of tbc: ViewControllerID) -> Bool { nodes[tbc]?.tabs?.isTabBarHidden ?? false }

    package func isCustomizing(_ tbc: ViewControllerID) -> Bool { nodes[tbc]?.tabs?.session != nil }

    package func isBarTranslucent(of tbc: ViewControllerID) -> Bool { nodes[tbc]?.tabs?.isBarTranslucent ?? true }

    /// Returns the selected index; nil is NSNotFound (`A-26`).
    package func selectedIndex(of tbc: ViewControllerID) -> Int? { nodes[tbc]?.tabs?.selectedIndex }

    /// Returns whether the bar is not drawn: hidden by the program or by the displayed stack (`G-30`, `G-31`), or in
    /// profile tv because the content has the focus (`J-4`, `S-84`).
    package func isBarDrawnHidden(_ tbc: ViewControllerID) -> Bool {
        guard let slot = nodes[tbc]?.tabs?.slot else { return false }
        switch slot {
        case .none: return isTabBarHidden(of: tbc) || nodes[tbc]?.tabs?.focus.isInContent == true
        case .tab(let id): return isBarHidden(in: tbc, over: id)
        case .more: return (nodes[tbc]?.tabs?.more).map { isBarHidden(in: tbc, over: $0) } ?? false
        }
    }

    /// Returns whether the bar is hidden while this child is displayed. A plain child's flag doesn't count (`S-65`).
    func isBarHidden(in tbc: ViewControllerID, over child: ViewControllerID) -> Bool {
        // A node is large, so only the needed fields are read.
        guard let isHidden = nodes[tbc]?.tabs?.isTabBarHidden, let kind = nodes[child]?.kind else { return false }
        if isHidden { return true }
        if nodes[tbc]?.tabs?.profile == .tv { return nodes[tbc]?.tabs?.focus.isInContent == true }
        return kind.isNavigation && nodes[child]?.hidesBottomBar == true
    }

    /// Returns the profile in effect: a pad of compact width behaves as a phone (`E-30`).
    func effectiveProfile(of tbc: ViewControllerID) -> Profile {
        guard let profile = nodes[tbc]?.tabs?.profile else { return .phone }
        guard profile == .pad, nodes[tbc]?.window?.horizontalSizeClass == .compact else { return profile }
        return .phone
    }

    /// Returns how many of `count` controllers have their own tab (`E-2`, `E-4`, `J-3`, `K-70`).
    func directCount(of count: Int, in tbc: ViewControllerID) -> Int {
        let slots: Int
        switch effectiveProfile(of: tbc) {
        case .phone: slots = 5
        case .padLegacy: slots = 8
        case .pad: return count
        case .tv: return min(count, nodes[tbc]?.tabs?.maximumVisibleItems ?? 0)
        }
        return count > slots ? slots - 1 : count
    }

    /// Returns whether the bar has a More item (`E-1` to `E-3`).
    package func isOverflowing(_ tbc: ViewControllerID) -> Bool {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile != .tv else { return false }
        return directCount(of: tabs.viewControllers.count, in: tbc) < tabs.viewControllers.count
    }

    /// The controllers that More lists, in list order (`E-7`).
    package func moreRows(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile != .tv else { return [] }
        return Array(tabs.viewControllers.dropFirst(directCount(of: tabs.viewControllers.count, in: tbc)))
    }

    /// The controllers of the bar's items, More last while it is offered (`E-5`).
    package func barItems(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let tabs = nodes[tbc]?.tabs else { return [] }
        let count = directCount(of: tabs.viewControllers.count, in: tbc)
        guard count < tabs.viewControllers.count else { return tabs.viewControllers }
        let direct = Array(tabs.viewControllers.prefix(count))
        return tabs.profile == .tv ? direct : direct + [tabs.more]
    }

    /// Returns the controller of the highlighted item: More while an overflow controller is displayed (`C-1e`), nil
    /// without an item (`S-80`).
    package func barSelectedItem(of tbc: ViewControllerID) -> ViewControllerID? {
        guard let tabs = nodes[tbc]?.tabs else { return nil }
        switch tabs.slot {
        case .none: return nil
        case .tab(let id): return barItems(of: tbc).contains(id) ? id : nil
        case .more: return tabs.more
        }
    }

    /// Returns the slot of a member of the list, or of More; nil for one that is only reached through More.
    func slot(of target: ViewControllerID, in tbc: ViewControllerID) -> Slot? {
        guard let tabs = nodes[tbc]?.tabs else { return nil }
        if target == tabs.more { return isOverflowing(tbc) ? .more : nil }
        guard tabs.viewControllers.contains(target), !moreRows(of: tbc).contains(target) else { return nil }
        return .tab(target)
    }
}
