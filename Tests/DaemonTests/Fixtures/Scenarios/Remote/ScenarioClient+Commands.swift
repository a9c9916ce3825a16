import TestSupport

/// The commands, a line each. The first number is the view controller that a command applies to.
extension ScenarioClient {
    private typealias Controller = ViewControllerInterface
    private typealias Popover = PopoverPresentationControllerInterface
    private typealias Tabs = TabBarControllerInterface

    func run(line: Substring) async throws(DBusError) {
        var words = CommandWords(line)
        let (name, subject) = (words.word(), words.path())
        switch name {
        case "list", "customizable", "select", "index", "update", "end", "rule":
            try await run(name, onTabs: subject, &words)
        case "navigation", "push", "pop", "popTo", "stack", "hideToolbar":
            try await run(name, onStack: subject, &words)
        case "title", "item", "enable", "heading", "hideBackButton", "buttons", "toolbar":
            try await run(name, onItemsOf: subject, &words)
        case "popover", "present", "dismiss", "popoverRule", "noPopoverRule", "place", "answer":
            try await run(name, onPresented: subject, &words)
        case "views": try await setViews(of: subject, &words)
        case "set":
            let (property, value) = (words.word(), try words.value())
            if property == Tabs.tabBarHidden.name, let isHidden: Bool = value.get() {
                try await client.tabBarController(subject).setTabBarHidden(isHidden, false)
            } else {
                try await client.setAnything(property, of: Controller.name, at: subject, to: value)
            }
        case "stateField": try await client.updateView(of: subject, [.view(Self.stateField, "TextField")])
        case "state":
            guard let number = TabNames.number(of: subject), let state = states[number] else { return }
            note("state", number, state)
        default: throw .invalidArgs("'\(name)' is not a command")
        }
    }

    private func run(_ name: String, onTabs path: ObjectPath, _ words: inout CommandWords) async throws(DBusError) {
        let tabs = client.tabBarController(path)
        switch name {
        case "list":
            let isAnimated = words.flag()
            try await tabs.setViewControllers(words.paths(), isAnimated)
        case "customizable": try await tabs.setCustomizableViewControllers(words.paths())
        // Without a second number the selection is nil.
        case "select": try await tabs.set(\.selectedViewController, to: words.path())
        case "index": try await tabs.set(\.selectedIndex, to: Int64(words.word()) ?? TabNames.notFound)
        case "update": try await tabs.updateInteractiveTransition(words.decimal())
        case "end" where words.flag(): try await tabs.finishInteractiveTransition()
        case "end": try await tabs.cancelInteractiveTransition()
        default: try await setRule(of: path, &words)
        }
    }

    private func run(_ name: String, onStack path: ObjectPath, _ words: inout CommandWords) async throws(DBusError) {
        let stack = client.navigationController(path)
        switch name {
        case "navigation": _ = try await makeStack(path)
        case "push":
            let pushed = words.path()
            try await stack.push(pushed, words.flag())
        case "pop": _ = try await stack.pop(false)
        case "popTo":
            let target = words.path()
            _ = target.isNone ? try await stack.popToRoot(false) : try await stack.popTo(target, false)
        case "stack":
            let isAnimated = words.flag()
            try await stack.setViewControllers(words.paths(), isAnimated)
        default: try await stack.setToolbarHidden(words.flag(), false)
        }
    }

    /// Creates a navigation controller, and notes its number.
    func makeStack(_ root: ObjectPath) async throws(DBusError) -> ObjectPath {
        let path = try await client.manager.createNavigationController(root, ["Type": .string("scenario.Stack")])
        note("made", TabNames.number(of: path) ?? 0)
        return path
    }

    private func run(
        _ name: String, onItemsOf path: ObjectPath, _ words: inout CommandWords
    ) async throws(DBusError) {
        let (item, navigationItem) = (client.tabBarItem(path), client.navigationItem(path))
        switch name {
        case "title": try await client.viewController(path).set(\.title, to: words.text())
        case "item":
            guard let field = ItemField(rawValue: words.identifier()) else { throw .invalidArgs("no such field") }
            try await item.setValues([field.property.name: .string(words.text())])
        case "enable": try await item.setValues(["Enabled": .bool(words.flag())])
        case "heading": try await navigationItem.setValues(["Title": .string(words.text())])
        case "hideBackButton": try await navigationItem.setValues(["HidesBackButton": .bool(words.flag())])
        case "buttons":
            // The side is a bit of `tab_navigation_item_fields`.
            let side = words.number() == 2 ? "LeftBarButtonItems" : "RightBarButtonItems"
            try await navigationItem.setValues([side: words.buttons().variant])
        default: try await client.viewController(path).set(\.toolbarItems, to: words.buttons())
        }
    }

    /// Adds focusable views, and removes views.
    private func setViews(of path: ObjectPath, _ words: inout CommandWords) async throws(DBusError) {
        var removed: [UInt32] = []
        for _ in 0..<words.number() { removed.append(words.identifier()) }
        var views: [ViewEntry] = []
        while words.hasMore {
            views.append(.view(words.identifier(), at: words.rect(), with: ["Focusable": .bool(true)]))
        }
        try await client.updateView(of: path, views, removing: removed)
    }

    // MARK: Presentations

    private func run(
        _ name: String, onPresented path: ObjectPath, _ words: inout CommandWords
    ) async throws(DBusError) {
        let number = TabNames.number(of: path) ?? 0
        switch name {
        case "popover":
            let property = words.word()
            try await client.setAnything(property, of: Popover.name, at: path, to: words.value())
        case "present": try await present(path, &words)
        case "dismiss": try await client.viewController(path).dismissViewController(words.flag())
        case "popoverRule":
            popoverRules[number] = PopoverRule(&words)
            try await client.popover(path).setDelegate(prompter)
        case "noPopoverRule":
            popoverRules[number] = nil
            try await client.popover(path).clearDelegate()
        case "place": popoverRules[number]?.place = words.text()
        default:
            guard let held = popoverRules[number]?.held else { throw .invalidArgument("no question is open") }
            popoverRules[number]?.held = nil
            await held()
        }
    }

    /// Presents a view controller. The reply comes when it is visible, which may need later commands, so this waits only
    /// until the presentation is accepted.
    private func present(_ path: ObjectPath, _ words: inout CommandWords) async throws(DBusError) {
        let presenter = words.path()
        var options: Options = ["Animated": .bool(words.flag())]
        var popover: [String: Variant] = [:]
        while words.hasMore { popover[words.word()] = try words.value() }
        if !popover.isEmpty { options.values["Popover"] = popover.variant }
        var result: Result<Void, DBusError>?
        client.connection.call(
            Controller.present, at: presenter, on: client.destination, path, options, timeout: TestTimeout.call
        ) { result = $0 }
        // An immediate error arrives by the end of the next turn. A commit to the store may delay the reply, but not the
        // replies after it.
        for _ in 1...2 { try await client.barrier() }
        for _ in 1...100 where result == nil {
            guard try await client.viewController(path).presentingViewController.isNone else { break }
        }
        try result?.get()
    }
}
