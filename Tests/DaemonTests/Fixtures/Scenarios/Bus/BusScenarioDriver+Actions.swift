import TestSupport

extension BusScenarioDriver {
    func run(_ action: Action) async throws {
        if try await runInPlugin(action) { return }
        switch action {
        case .list(let letters, let animated):
            try await client.setTabs(try await list(letters), of: tabs, animated: animated)
        case .write(let letters): try await set(Controller.viewControllers, of: "tabs", to: try await list(letters))
        case .customizable(let letters):
            try await set(Controller.customizableViewControllers, of: "tabs", to: try await list(letters))
        case .navigation(let name, let stack):
            let controllers = try await list(stack)
            guard let root = controllers.first else { return }
            let navigation = try await client.manager.createNavigationController(root)
            paths[name] = navigation
            for next in controllers.dropFirst() { try await client.push(next, onto: navigation) }
        case .stack(let name, let action):
            let navigation = try await path(name)
            popped = names(
                try await client.perform(action, on: navigation) { (letters) throws(DBusError) in
                    if let path = paths[letters] { return [path] }
                    return try await list(letters)
                })
        case .show(let isVisible): try await client.window(tabs).set(\.alwaysVisible, to: isVisible)
        case .tap(let position): try await tap(position)
        case .select(let name):
            try await set(
                Controller.selectedViewController, of: "tabs", to: name == "nil" ? .none : try await path(name))
        case .index(let index):
            try await set(Controller.selectedIndex, of: "tabs", to: index.map(Int64.init) ?? TabNames.notFound)
        case .tab(let action): try await run(action)
        case .title(let name, let text): try await set(ViewControllerInterface.title, of: name, to: text)
        case .item(let name, let field, let text):
            try await client.set(field.property, at: try await path(name), to: text)
        case .navigationItem(let name, let change): try await run(change, of: try await path(name))
        case .enable(let name, let isEnabled):
            try await client.tabBarItem(try await path(name)).set(\.enabled, to: isEnabled)
        case .hideBar(let isHidden): try await client.call(Controller.setTabBarHidden, at: tabs, isHidden, false, [:])
        case .hidesBar(let name, let hides):
            try await set(ViewControllerInterface.hidesBottomBarWhenPushed, of: name, to: hides)
        case .delegate(let should, let did, let animator): try await setDelegate(should, did, animator)
        // The events up to here are known when the daemon is idle.
        case .clearLog: break
        case .more(let action): try await run(action)
        case .transition(let action): try await run(action)
        case .remote(let action): try await run(action)
        case .window(let change): try await run(change)
        case .layout(let name, let change): try await run(change, of: name)
        case .views(let name, let frames, let preferred): try await setViews(of: name, frames, preferred)
        case .popover(let name, let action): try await run(action, of: name)
        case .touch(let x, let y):
            try await touch { [client, tabs] () throws(DBusError) in
                try await client.window(tabs).tapAt(x, y)
            }
        case .barButtons(let name, let left, let right):
            let path = try await path(name)
            let entries = { (ids: [UInt32]) in ids.map { BarButtonItemEntry(id: $0, title: "\($0)") } }
            try await client.navigationItem(path).set(\.leftBarButtonItems, to: entries(left))
            try await client.navigationItem(path).set(\.rightBarButtonItems, to: entries(right))
        case .toolbar(let name, let buttons):
            let entries = buttons.map { BarButtonItemEntry(id: $0, title: "\($0)") }
            try await set(ViewControllerInterface.toolbarItems, of: name, to: entries)
        case .tapBarButton(let name, let item):
            try await client.navigationItem(try await path(name)).tapBarButtonItem(item)
        case .barItems(let letters):
            let items = try await list(letters).variant
            try await client.setAnything("Items", of: TabBarInterface.name, at: BusClient.bar(of: tabs), to: items)
        case .showRoot(let name): try await client.window(try await path(name)).set(\.alwaysVisible, to: true)
        case .otherList(let letters):
            if paths["other"] == nil { paths["other"] = try await client.manager.createTabBarController() }
            try await client.setTabs(try await list(letters), of: try await path("other"))
        case .restoration(let action): try await run(action)
        case .destroy(let name): try await client.manager.destroy(try await path(name))
        case .relaunch:
            try await client.manager.destroy(tabs)
            try await barrier()
            collectEvents()
            mergeNotes()
            try await launch()
        }
    }

    private func set<Content: DBusType>(
        _ property: Property<Content>, of name: String, to value: Content
    ) async throws(DBusError) {
        try await client.set(property, at: try await path(name), to: value)
    }

    private func run(_ change: NavigationItemChange, of path: ObjectPath) async throws(DBusError) {
        switch change {
        case .title(let text): try await client.navigationItem(path).set(\.title, to: text)
        case .hidesBackButton(let hides): try await client.navigationItem(path).set(\.hidesBackButton, to: hides)
        case .leftItem(let title):
            let item = BarButtonItemEntry(id: 1, title: title)
            try await client.navigationItem(path).set(\.leftBarButtonItems, to: [item])
        }
    }

    private func run(_ action: MoreAction) async throws(DBusError) {
        let list = try await path("list")
        switch action {
        case .row(let row): accepted = "\(try await client.moreList(list).tapRow(UInt32(row)))"
        case .edit: try await client.moreList(list).beginEditing()
        case .drag(let name, let slot):
            let moved = try await path(name)
            try await client.moreList(list).moveItem(moved, UInt32(slot))
        case .done: accepted = "\(try await client.moreList(list).endEditing())"
        case .select(let row): try await client.sendAction("selectRow", .uint32(UInt32(row)), to: 2, of: list)
        case .move(let row, let other):
            let rows = Variant.structure([.uint32(UInt32(row)), .uint32(UInt32(other))])
            try await client.sendAction("moveRow", rows, to: 2, of: list)
        }
    }

    private func run(_ action: TransitionAction) async throws {
        switch action {
        case .update(let progress):
            try await client.call(Controller.updateInteractiveTransition, at: tabs, progress, [:])
        case .finish: try await client.call(Controller.finishInteractiveTransition, at: tabs, [:])
        case .cancel: try await client.call(Controller.cancelInteractiveTransition, at: tabs, [:])
        case .end:
            // Hears the end of a transition that may arrive with the reply, before checking whether a transition runs.
            collectEvents()
            guard !(try await read(Controller.transition)).isEmpty else { return }
            let tabs = tabs
            try await client.waitForSignal("the end of the transition") { signal in
                guard signal.path == tabs, signal.member == "PropertiesChanged" else { return false }
                return [String: Variant](variant: signal.arguments[1])?["Transition"] == [String: Variant]().variant
            }
        }
    }

    private func run(_ change: WindowChange) async throws(DBusError) {
        switch change {
        case .size(let width, let height):
            try await client.window(tabs).set(\.size, to: DBusSize(width: width, height: height))
        case .statusBar(let height): try await client.window(tabs).set(\.statusBarHeight, to: height)
        case .homeInset(let height): try await client.window(tabs).set(\.bottomSafeAreaInset, to: height)
        case .keyboard(let height): try await client.window(tabs).set(\.keyboardHeight, to: height)
        case .device(let orientation): try await client.window(tabs).set(\.deviceOrientation, to: orientation.rawValue)
        case .interface(let orientation):
            try await client.window(tabs).set(\.interfaceOrientation, to: orientation.rawValue)
        case .bar(let bar):
            typealias Key = WindowInterface.AttachOption
            var options: Options = [Key.visible.name: .bool(false)]
            if let side = bar.side { options.values[Key.barSide.name] = .string(side) }
            if let height = bar.height { options.values[Key.barHeight.name] = .double(height) }
            if let slots = bar.slots { options.values[Key.barSlots.name] = .uint32(slots) }
            try await client.attach(to: tabs, options)
        }
    }

    private func run(_ change: LayoutChange, of name: String) async throws(DBusError) {
        typealias Contract = ViewControllerInterface
        switch change {
        case .edges(let edges): try await set(Contract.edgesForExtendedLayout, of: name, to: edges)
        case .includesOpaqueBars(let includes):
            try await set(Contract.extendedLayoutIncludesOpaqueBars, of: name, to: includes)
        case .translucent(let isTranslucent):
            try await client.tabBar(of: try await path(name)).set(\.translucent, to: isTranslucent)
        }
    }
}

extension ItemField {
    var property: Property<String> {
        switch self {
        case .title: TabBarItemInterface.title
        case .image: TabBarItemInterface.image
        case .selectedImage: TabBarItemInterface.selectedImage
        case .badge: TabBarItemInterface.badgeValue
        }
    }
}

extension BusClient {
    /// Performs an action on a navigation controller's stack. Returns its result.
    ///
    /// - Parameter list: Returns the paths of the controllers that letters stand for.
    func perform(
        _ action: StackAction, on navigation: ObjectPath,
        _ list: @EventLoop (String) async throws(DBusError) -> [ObjectPath]
    ) async throws(DBusError) -> [ObjectPath] {
        switch action {
        case .push(let name, let animated):
            for pushed in try await list(name) { try await push(pushed, onto: navigation, animated: animated) }
        case .pop:
            let popped = try await navigationController(navigation).pop(false)
            return popped.isNone ? [] : [popped]
        case .popTo(let name):
            let target = try await list(name).first ?? .none
            return try await navigationController(navigation).popTo(target, false)
        case .popToRoot: return try await navigationController(navigation).popToRoot(false)
        case .set(let letters, let animated):
            let stack = try await list(letters)
            try await navigationController(navigation).setViewControllers(stack, animated)
        case .back: try await tapBack(in: navigation)
        case .hideBar(let isHidden): try await navigationController(navigation).set(\.navigationBarHidden, to: isHidden)
        case .hideToolbar(let isHidden): try await navigationController(navigation).setToolbarHidden(isHidden, false)
        }
        return []
    }

    func push(_ controller: ObjectPath, onto navigation: ObjectPath, animated: Bool = false) async throws(DBusError) {
        try await navigationController(navigation).push(controller, animated)
    }

    func tapBack(in navigation: ObjectPath) async throws(DBusError) {
        try await navigationController(navigation).tapBack()
    }
}
