/// Tab bar controllers: their tabs, their bar, and the rows of More. The functions that a tap calls read
/// single fields: a copy of the whole state costs more than another lookup.
extension Nodes {
    package func viewControllers(of tbc: ViewControllerID) -> [ViewControllerID] {
        self[tbc]?.tabs?.viewControllers ?? []
    }

    /// Returns the members of the list that are not hidden (`K-50`).
    func visibleTabs(of tbc: ViewControllerID) -> [ViewControllerID] {
        viewControllers(of: tbc).filter { !isTabHidden($0) }
    }

    /// Returns the displayed controller: More while its list is displayed (`C-2`).
    package func selectedViewController(of tbc: ViewControllerID) -> ViewControllerID? {
        self[tbc]?.tabs?.selectedViewController
    }

    /// Returns the selected index; nil is NSNotFound (`A-26`).
    package func selectedIndex(of tbc: ViewControllerID) -> Int? {
        selectedViewController(of: tbc).flatMap { viewControllers(of: tbc).firstIndex(of: $0) }
    }

    package func customizableViewControllers(of tbc: ViewControllerID) -> [ViewControllerID] {
        self[tbc]?.tabs?.customizableViewControllers ?? []
    }

    /// Returns More; nil in profile tv (`S-85`).
    package func moreNavigationController(of tbc: ViewControllerID) -> ViewControllerID? {
        self[tbc]?.tabs.flatMap { $0.profile == .tv ? nil : $0.more }
    }

    package func moreList(of tbc: ViewControllerID) -> ViewControllerID? { self[tbc]?.tabs?.list }

    package func profile(of tbc: ViewControllerID) -> Profile? { self[tbc]?.tabs?.profile }

    package func lifecycleOrder(of tbc: ViewControllerID) -> LifecycleOrder? { self[tbc]?.tabs?.lifecycleOrder }

    /// Returns the running change of tabs.
    package func transition(in tbc: ViewControllerID) -> Transition? { self[tbc]?.tabs?.transition }

    // MARK: Bar

    package func isTabBarHidden(of tbc: ViewControllerID) -> Bool { self[tbc]?.tabs?.isTabBarHidden ?? false }

    package func isBarTranslucent(of tbc: ViewControllerID) -> Bool { self[tbc]?.tabs?.isBarTranslucent ?? true }

    /// Returns whether the bar is not drawn: hidden by the program or by the displayed stack (`G-30`, `G-31`), or in
    /// profile tv because the content has the focus (`J-4`, `S-84`).
    package func isBarDrawnHidden(_ tbc: ViewControllerID) -> Bool {
        guard self[tbc]?.tabs != nil else { return false }
        guard let child = displayedChild(of: tbc) else {
            return isTabBarHidden(of: tbc) || profile(of: tbc) == .tv && self[tbc]?.tabs?.focus.isInContent == true
        }
        return isBarHidden(in: tbc, over: child)
    }

    /// Returns whether the bar is hidden while this child is displayed. A plain child's flag doesn't count (`S-65`).
    func isBarHidden(in tbc: ViewControllerID, over child: ViewControllerID) -> Bool {
        if isTabBarHidden(of: tbc) { return true }
        if profile(of: tbc) == .tv { return self[tbc]?.tabs?.focus.isInContent == true }
        return self[child]?.navigation?.hidesBottomBar == true
    }

    /// Returns the profile in effect: a pad of compact width behaves as a phone (`E-30`).
    func effectiveProfile(of tbc: ViewControllerID) -> Profile {
        effectiveProfile(of: tbc, at: self[tbc]?.window?.horizontalSizeClass)
    }

    private func effectiveProfile(of tbc: ViewControllerID, at width: SizeClass?) -> Profile {
        guard let profile = self[tbc]?.tabs?.profile else { return .phone }
        return profile == .pad && width == .compact ? .phone : profile
    }

    /// Returns how many items the bar fits: what the shell says, or the profile's number; nil for any number (`E-2`,
    /// `E-4`, `J-3`, `K-70`).
    package func barSlots(of tbc: ViewControllerID) -> Int? {
        barSlots(of: tbc, as: effectiveProfile(of: tbc), told: self[tbc]?.window?.bar.slots)
    }

    /// The same in a window that it may get.
    func barSlots(of tbc: ViewControllerID, in window: Window) -> Int? {
        barSlots(of: tbc, as: effectiveProfile(of: tbc, at: window.horizontalSizeClass), told: window.bar.slots)
    }

    private func barSlots(of tbc: ViewControllerID, as profile: Profile, told slots: Int?) -> Int? {
        guard profile != .tv else { return self[tbc]?.tabs?.maximumVisibleItems ?? 0 }
        if let slots { return slots }
        return switch profile {
        case .phone: 5
        case .padLegacy: 8
        case .pad, .tv: nil
        }
    }

    /// Returns how many of `count` controllers have their own tab. More takes the last slot of a bar that is too short
    /// (`E-2`, `E-4`, `J-3`, `K-70`).
    func directCount(of count: Int, in tbc: ViewControllerID) -> Int {
        guard let slots = barSlots(of: tbc), count > slots else { return count }
        return profile(of: tbc) == .tv ? slots : slots - 1
    }

    /// Returns the controllers with their own tabs.
    func directTabs(of tbc: ViewControllerID) -> [ViewControllerID] {
        let list = visibleTabs(of: tbc)
        return Array(list.prefix(directCount(of: list.count, in: tbc)))
    }

    /// Returns whether the bar has a More item (`E-1` to `E-3`).
    package func isOverflowing(_ tbc: ViewControllerID) -> Bool {
        guard let profile = profile(of: tbc), profile != .tv else { return false }
        let count = visibleTabs(of: tbc).count
        return directCount(of: count, in: tbc) < count
    }

    /// The controllers of the bar's items, More last while it is offered (`E-5`).
    package func barItems(of tbc: ViewControllerID) -> [ViewControllerID] {
        let list = visibleTabs(of: tbc)
        let tabs = Array(list.prefix(directCount(of: list.count, in: tbc)))
        guard tabs.count < list.count, let more = moreNavigationController(of: tbc) else { return tabs }
        return tabs + [more]
    }

    /// Returns the controller of the highlighted item: More while an overflow controller is displayed (`C-1e`), nil
    /// without an item (`S-80`).
    package func barSelectedItem(of tbc: ViewControllerID) -> ViewControllerID? {
        guard let displayed = displayedChild(of: tbc) else { return nil }
        return displayed == self[tbc]?.tabs?.more || barItems(of: tbc).contains(displayed) ? displayed : nil
    }

    /// Returns the slot of a member of the list, or of More; nil for a hidden one and for one that is only reached
    /// through More.
    func slot(of target: ViewControllerID, in tbc: ViewControllerID) -> Slot? {
        if target == self[tbc]?.tabs?.more { return isOverflowing(tbc) ? .more : nil }
        guard isTab(target, of: tbc), !moreRows(of: tbc).contains(target) else { return nil }
        return .tab(target)
    }

    /// Returns whether a tap on a member of the list, or on More, still has a target.
    func isTarget(_ target: ViewControllerID, of tbc: ViewControllerID) -> Bool {
        target == self[tbc]?.tabs?.more ? isOverflowing(tbc) : isTab(target, of: tbc)
    }

    /// Returns whether a controller is in the list and not hidden.
    func isTab(_ id: ViewControllerID, of tbc: ViewControllerID) -> Bool {
        viewControllers(of: tbc).contains(id) && !isTabHidden(id)
    }

    /// Returns whether the user may close a tab (`S-114`).
    func isClosable(_ tab: ViewControllerID, of tbc: ViewControllerID) -> Bool {
        !isCustomizing(tbc) && viewControllers(of: tbc).contains(tab) && tabBarItem(of: tab).allowsClosing
    }

    /// Returns the source and target of a switch that the animator is asked about (`S-22`); nil for any other.
    package func animatedSwitch(
        to target: ViewControllerID, in tbc: ViewControllerID
    ) -> (from: ViewControllerID, to: ViewControllerID)? {
        guard let tabs = self[tbc]?.tabs, let from = displayedChild(of: tbc),
            self[tbc]?.shownChain.contains(tbc) == true
        else { return nil }
        let slot = slot(of: target, in: tbc) ?? .more
        guard slot != tabs.slot else { return nil }
        return (from, slot == .more ? tabs.more : target)
    }

    /// Returns the state to return to when an animated change of tabs is cancelled, before anything changes; nil
    /// without an animation.
    func opening(in tbc: ViewControllerID, _ animation: Animation?) -> TransitionOrigin? {
        guard let animation, let tabs = self[tbc]?.tabs, let displayed = displayedChild(of: tbc) else { return nil }
        return TransitionOrigin(
            animation: animation, displayed: displayed, slot: tabs.slot, lastDirect: tabs.lastDirect)
    }

    // MARK: More

    /// The controllers that More lists, in list order (`E-7`).
    package func moreRows(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard profile(of: tbc) != .tv else { return [] }
        let list = visibleTabs(of: tbc)
        return Array(list.dropFirst(directCount(of: list.count, in: tbc)))
    }

    package func isCustomizing(_ tbc: ViewControllerID) -> Bool { self[tbc]?.tabs?.session != nil }

    /// Returns the movable tabs, in the order of the list (`E-41`, `S-49`).
    package func movableTabs(of tbc: ViewControllerID) -> [ViewControllerID] {
        let customizable = Set(customizableViewControllers(of: tbc))
        return visibleTabs(of: tbc).filter { customizable.contains($0) }
    }

    /// Whether More's list has an Edit button (`E-8`).
    package func isEditAvailable(in tbc: ViewControllerID) -> Bool {
        isOverflowing(tbc) && !movableTabs(of: tbc).isEmpty
    }

    /// Returns the bar's tabs without More: in their current arrangement during a session.
    package func barArrangement(of tbc: ViewControllerID) -> [ViewControllerID] {
        self[tbc]?.tabs?.session?.bar ?? directTabs(of: tbc)
    }

    /// Returns the tabs that the page lists: the overflow tabs, or during a session all tabs with the bar's first.
    package func pageRows(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let session = self[tbc]?.tabs?.session else { return moreRows(of: tbc) }
        return session.order(of: visibleTabs(of: tbc))
    }

    /// Returns the list of tabs with its visible members in another order. Hidden ones keep their places.
    func list(of tbc: ViewControllerID, arrangedAs order: [ViewControllerID]) -> [ViewControllerID] {
        var visible = order.makeIterator()
        return viewControllers(of: tbc).compactMap { isTabHidden($0) ? $0 : visible.next() }
    }

    /// Returns the picked up row, which moves to the next row that the user taps; nil for none.
    package func pickedRow(of tbc: ViewControllerID) -> Int? {
        // A tab can be locked after it was picked up.
        guard let picked = self[tbc]?.tabs?.session?.picked, movableTabs(of: tbc).contains(picked) else { return nil }
        return pageRows(of: tbc).firstIndex(of: picked)
    }

    /// Returns the navigation item of the list: Edit or Done at the right, and during a session the title of the
    /// customizing page.
    func navigationItem(ofList list: ViewControllerID) -> NavigationItem {
        var item = self[list]?.settings.navigationItem ?? NavigationItem()
        guard let tbc = tabBarController(of: list) else { return item }
        let isCustomizing = isCustomizing(tbc)
        let strings = language(around: list).strings
        if isCustomizing { item.title = strings[.configure] } else { item.title = item.title ?? strings[.more] }
        item.rightBarButtonItems =
            isCustomizing ? [.done(in: strings)] : isEditAvailable(in: tbc) ? [.edit(in: strings)] : []
        return item
    }

    /// Returns the destinations of everything above More's list when More is emptied: a shown plain controller goes to
    /// the tab bar controller, a lent stack to its owner, other controllers out of the hierarchy's containers (`S-28`,
    /// `S-39`).
    func movesOutOfMore(of tbc: ViewControllerID) -> [Move] {
        guard let tabs = self[tbc]?.tabs, let stack = self[tabs.more]?.stack else { return [] }
        let isLoan = isLent(tabs.moreShown)
        return stack.dropFirst().map { id in
            Move(id: id, parent: isLoan ? tabs.moreShown : id == tabs.moreShown ? tbc : nil)
        }
    }
}
