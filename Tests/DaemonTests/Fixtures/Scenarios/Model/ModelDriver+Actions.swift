extension ModelDriver {
    func run(_ action: Action) throws(ModelError) {
        switch action {
        case .list(let letters, let animated): try model.setViewControllers(list(letters), of: tabs, animated: animated)
        case .write(let letters): try model.setViewControllers(list(letters), of: tabs, animated: false)
        case .customizable(let letters): try model.setCustomizableViewControllers(list(letters), of: tabs)
        case .navigation(let name, let stack):
            let controllers = list(stack)
            guard let root = controllers.first else { return }
            let navigation = try model.createNavigationController(root: root)
            ids[name] = navigation
            for next in controllers.dropFirst() { try model.push(next, onto: navigation, animated: false) }
        case .stack(let name, let action):
            popped = try perform(action, on: id(name)).map(self.name).joined(separator: ",")
        case .show(let isVisible): try model.updateWindow(of: tabs) { $0.isVisible = isVisible }
        case .tap(let position): try tap(position)
        case .select(let name): try select(name == "nil" ? nil : id(name))
        case .index(let index): try finish(model.selectIndex(index, in: tabs, askingForAnimation: animator != nil))
        case .tab(let action): try run(action)
        case .title(let name, let text): try model.setTitle(text, of: id(name))
        case .item(let name, let field, let text):
            try model.setTabBarItem(of: id(name)) { $0[keyPath: field.path] = text.isEmpty ? nil : text }
        case .navigationItem(let name, let change): try run(change, of: id(name))
        case .enable(let name, let isEnabled): try model.setTabBarItem(of: id(name)) { $0.isEnabled = isEnabled }
        case .hideBar(let isHidden): try model.setTabBarHidden(isHidden, of: tabs)
        case .hidesBar(let name, let hides):
            try model.changeSettings(of: id(name)) { $0.hidesBottomBarWhenPushed = hides }
        case .delegate(let should, let did, let animator):
            self.should = should
            self.did = did
            self.animator = animator
        case .clearLog:
            collectEvents()
            words = []
        case .more(let action): try run(action)
        case .transition(let action): try run(action)
        case .remote(let action): try run(action)
        case .window(let change): try run(change)
        case .layout(let name, let change): try run(change, of: id(name))
        case .views(let name, let frames, let preferred):
            try model.loadViewIfNeeded(id(name))
            views[name] = (frames, preferred)
            model.noteFocus(of: tabs)
        case .popover(let name, let action): try run(action, of: name)
        case .touch(let x, let y): try touch(x, y)
        case .barButtons(let name, let left, let right):
            try model.setNavigationItem(of: id(name)) { item in
                item.leftBarButtonItems = left.map(BarButtonItem.init)
                item.rightBarButtonItems = right.map(BarButtonItem.init)
            }
        case .toolbar(let name, let buttons):
            try model.setNavigationItem(of: id(name)) { $0.toolbarItems = buttons.map(BarButtonItem.init) }
        case .tapBarButton(let name, let item):
            let (id, address) = (id(name), BarButtonItemAddress(viewController: id(name), item: item))
            try gesture(on: .barButtonItem(address)) { (model) throws(ModelError) in
                try model.tapBarButtonItem(item, of: id)
            }
        // A bar belongs to its controller permanently, so the model has no command that writes its items.
        case .barItems: throw .internalInconsistency("the items of a managed bar can't be written")
        case .showRoot(let name): try model.updateWindow(of: id(name)) { $0.isVisible = true }
        case .otherList(let letters):
            let other =
                ids["other"]
                ?? model.createTabBarController(profile: .phone, lifecycleOrder: scenario.order, maximumVisibleItems: 7)
            ids["other"] = other
            try model.setViewControllers(list(letters), of: other, animated: false)
        case .restoration(let action): try run(action)
        case .destroy(let name): try model.destroy(id(name))
        case .relaunch:
            try model.destroy(tabs)
            collectEvents()
            launch()
        }
    }

    private func perform(
        _ action: StackAction, on navigation: ViewControllerID
    ) throws(ModelError) -> [ViewControllerID] {
        switch action {
        case .push(let name, let animated):
            for pushed in list(name) { try model.push(pushed, onto: navigation, animated: animated) }
        case .pop: return try model.pop(from: navigation, animated: false).map { [$0] } ?? []
        case .popTo(let name):
            let target = ids[name] ?? list(name).first ?? navigation
            return try model.pop(to: target, of: navigation, animated: false)
        case .popToRoot: return try model.popToRoot(of: navigation, animated: false)
        case .set(let letters, let animated):
            try model.setNavigationStack(list(letters), of: navigation, animated: animated)
        case .back:
            _ = try gesture(on: .back(navigation)) { (model) throws(ModelError) in
                try model.tapBack(in: navigation)
            } acts: {
                $0
            }
        case .hideBar(let isHidden): try model.changeSettings(of: navigation) { $0.isNavigationBarHidden = isHidden }
        case .hideToolbar(let isHidden): try model.changeSettings(of: navigation) { $0.isToolbarHidden = isHidden }
        }
        return []
    }

    private func run(_ change: NavigationItemChange, of id: ViewControllerID) throws(ModelError) {
        try model.setNavigationItem(of: id) { item in
            switch change {
            case .title(let text): item.title = text
            case .hidesBackButton(let hides): item.hidesBackButton = hides
            case .leftItem(let title):
                item.leftBarButtonItems = [BarButtonItem(id: 1, title: title, image: "", isEnabled: true)]
            }
        }
    }

    private func run(_ action: MoreAction) throws(ModelError) {
        let tabs = tabs
        // The table has number 2.
        let table = HitTestTarget.control(id("list"), views: [2])
        let edit = BarButtonItemAddress(viewController: id("list"), item: BarButtonItem.editID)
        let done = BarButtonItemAddress(viewController: id("list"), item: BarButtonItem.doneID)
        switch action {
        case .row(let row):
            let isAccepted = try gesture(
                on: table, { (model) throws(ModelError) in try model.tapRow(row, of: tabs) }, acts: { $0 },
                covered: false)
            accepted = "\(isAccepted)"
        case .edit:
            try gesture(on: .barButtonItem(edit)) { (model) throws(ModelError) in
                try model.beginEditing(in: tabs)
            }
        case .drag(let name, let slot):
            let moved = id(name)
            try gesture(on: table) { (model) throws(ModelError) in try model.moveItem(moved, to: slot, in: tabs) }
        case .done:
            let isChanged = try gesture(
                on: .barButtonItem(done), { (model) throws(ModelError) in try model.endEditing(in: tabs) },
                covered: model.isAnchor(done) ? false : nil)
            accepted = "\(isChanged)"
        case .select(let row):
            try gesture(on: table) { (model) throws(ModelError) in try model.selectPageRow(row, of: tabs) }
        case .move(let row, let other):
            try gesture(on: table) { (model) throws(ModelError) in
                try model.movePageRow(from: row, to: other, of: tabs)
            }
        }
    }

    private func run(_ action: TransitionAction) throws(ModelError) {
        switch action {
        case .update(let progress): try model.updateInteractiveTransition(progress, in: tabs)
        case .finish: try model.finishInteractiveTransition(in: tabs)
        case .cancel: try model.cancelInteractiveTransition(in: tabs)
        case .end:
            guard let transition = model.nodes.transition(in: tabs) else { return }
            model.completeTransition(transition.token, in: tabs)
        }
    }

    private func run(_ change: WindowChange) throws(ModelError) {
        var bar = BarStyle()
        if case .bar(let wanted) = change {
            bar = BarStyle(height: wanted.height, slots: wanted.slots.map { Int($0) })
            bar.side = try wanted.side.map { (side) throws(ModelError) in
                guard let side = BarSide(rawValue: side) else { throw .invalidArgument(side) }
                return side
            }
        }
        try model.updateWindow(of: tabs) { window in
            switch change {
            case .size(let width, let height): window.size = Size(width: width, height: height)
            case .statusBar(let height): window.statusBarHeight = height
            case .homeInset(let height): window.bottomSafeAreaInset = height
            case .keyboard(let height): window.keyboardHeight = height
            case .device(let orientation): window.deviceOrientation = orientation
            case .interface(let orientation): window.interfaceOrientation = orientation
            case .bar: window.bar = bar
            }
        }
    }

    private func run(_ change: LayoutChange, of id: ViewControllerID) throws(ModelError) {
        switch change {
        case .edges(let edges): try model.changeSettings(of: id) { $0.edgesForExtendedLayout = edges }
        case .includesOpaqueBars(let includes):
            try model.changeSettings(of: id) { $0.extendedLayoutIncludesOpaqueBars = includes }
        case .translucent(let isTranslucent): try model.setBarTranslucent(isTranslucent, of: id)
        }
    }
}

extension BarButtonItem {
    fileprivate init(_ id: UInt32) { self.init(id: id, title: "\(id)", image: "", isEnabled: true) }
}

/// Restoration on the model: one hierarchy is archived and restored in the next.
extension ModelDriver {
    func run(_ action: RestorationAction) throws(ModelError) {
        switch action {
        case .identify(let letters):
            for name in letters.map(Scenario.name) { try model.setRestorationIdentifier(name, of: id(name)) }
        case .name(let name, let identifier): try model.setRestorationIdentifier(identifier, of: id(name))
        case .setState(let name, let text):
            try model.loadViewIfNeeded(id(name))
            states[name] = text
        case .restart: try restart()
        }
    }

    func observe(_ observation: RestorationObservation) -> String {
        switch observation {
        case .identifier(let name): model.nodes.restorationIdentifier(of: id(name))
        case .state(let name): states[name] ?? ""
        case .exists(let name): "\(ids[name] != nil)"
        }
    }

    private func restart() throws(ModelError) {
        let visible = model.nodes.allIDs.filter { model.nodes.window(of: $0)?.isVisible == true }
        let archives = model.nodes.allIDs.compactMap { ControllerArchive(of: $0, in: model.nodes) }
        model = Hierarchy()
        let restoration = model.restore(archives)
        // No delegate is asked or notified (I-9, S-72).
        guard restoration.errors.isEmpty, !model.drainEvents().contains(where: \.isForDelegate) else {
            throw .internalInconsistency("it was not restored in silence: \(restoration.errors)")
        }
        ids = ids.filter { model.nodes.contains($0.value) }
        let restored = Set(restoration.restored).subtracting(restoration.defaults)
        states = states.filter { name, _ in ids[name].map(restored.contains) ?? false }
        for id in visible where restored.contains(id) { try model.updateWindow(of: id) { $0.isVisible = true } }
        _ = model.drainEvents()
        (words, should, did, animator) = ([], nil, [], nil)
        (views, scripts, delegateCalls, outcomes) = ([:], [:], [:], [:])
    }
}

extension Event {
    fileprivate var isForDelegate: Bool {
        switch self {
        case .shouldSelect, .didSelect, .didRefuse, .itemTapped, .willBeginCustomizing, .willEndCustomizing,
            .didEndCustomizing, .transitionBegan, .selectionPending:
            true
        default: false
        }
    }
}
