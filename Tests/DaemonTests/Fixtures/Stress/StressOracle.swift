import TestSupport

/// The expected state of the daemon: the model, and the attached clients of each window.
struct StressOracle {
    var model: Hierarchy
    var windows: [ViewControllerID: Attachments] = [:]
    /// The controllers with a full-screen presentation style, and those that end with a client.
    var clientBound: [ViewControllerID: String] = [:]

    /// The destroyed controllers that can be reopened, the last one at the end.
    private var destroyed: [Destroyed] = []

    private struct Destroyed {
        let remains: ReopenSnapshot
        let attachments: Attachments?
        let boundTo: String?
    }

    struct Refused: Error { let name: String }

    /// The outcome of an operation that only the daemon can determine.
    static let anything = "anything"

    init(nextID: UInt64) { model = Hierarchy(nextID: nextID) }

    /// Performs the operation, and returns the expected outcome in the form of `BusClient.perform`.
    mutating func perform(_ operation: StressOperation, by client: String) -> String {
        do {
            let outcome = try outcome(of: operation, client)
            updateWindows()
            return outcome
        } catch let error as ModelError {
            return Self.name(of: error)
        } catch let error as Refused {
            return error.name
        } catch {
            return "\(error)"
        }
    }

    static func name(of error: ModelError) -> String {
        switch error {
        case .invalidArgument: "InvalidArgument"
        case .outOfRange: "OutOfRange"
        case .internalInconsistency: "InternalInconsistency"
        case .hierarchyInconsistency: "HierarchyInconsistency"
        case .notSupported: "NotSupported"
        case .limitsExceeded: "LimitsExceeded"
        case .missingAnchor: "MissingAnchor"
        case .unknownObject: "UnknownObject"
        }
    }

    /// Removes a client that has left the bus.
    mutating func leave(_ client: String) {
        for root in windows.keys.sorted() where windows[root]?.isAttached(client) == true { detach(client, from: root) }
        destroyed.removeAll { $0.boundTo == client }
        // The daemon destroys more than these in one group.
        model.destroy(clientBound.filter { $0.value == client }.keys.sorted().filter(model.nodes.contains))
        updateWindows()
    }

    private mutating func outcome(of operation: StressOperation, _ client: String) throws -> String {
        switch operation {
        case .update: return Self.anything
        case .createTabs(let profile, let order, let dies):
            let id = model.createTabBarController(profile: profile, lifecycleOrder: order, maximumVisibleItems: 7)
            if dies { clientBound[id] = client }
            return id.path.text
        case .register:
            let id = model.createViewController()
            clientBound[id] = client
            return id.path.text
        case .createNavigation(let root):
            try argument(root)
            return try model.createNavigationController(root: root).path.text
        case .destroy(let id): try destroy(id)
        case .reopen: return try reopen().path.text
        case .list(let list, let id, let animated):
            try target(id, [.tabBarController])
            for member in list { try argument(member) }
            try model.setViewControllers(list, of: id, animated: animated)
        case .customizable(let list, let id):
            try target(id, [.tabBarController])
            for member in list { try argument(member) }
            try model.setCustomizableViewControllers(list, of: id)
        case .select(let selected, let id):
            try target(id, [.tabBarController])
            if let selected { try argument(selected) }
            try model.select(selected, in: id)
        case .selectIndex(let index, let id):
            try target(id, [.tabBarController])
            try model.selectIndex(index, in: id)
        case .tap(let position, let id):
            guard model.nodes.kind(of: id) == .tabBarController else { throw Refused(name: "UnknownObject") }
            guard case .finished(let isAccepted) = try model.tapItem(position, of: id, asking: false) else {
                return "?"
            }
            return "\(isAccepted)"
        case .row(let row, let id):
            try list(of: id)
            return "\(try model.tapRow(row, of: id))"
        case .beginEditing(let id):
            try list(of: id)
            try model.beginEditing(in: id)
        case .move(let moved, let slot, let id):
            try list(of: id)
            try argument(moved)
            try model.moveItem(moved, to: slot, in: id)
        case .endEditing(let id):
            try list(of: id)
            return "\(try model.endEditing(in: id))"
        case .press(let button, let id): return try press(button, id)
        case .push, .pop, .popTo, .tapBack, .hideNavigationBar: return try changeStack(operation)
        case .fullScreen(let isFull, let id):
            guard model.nodes.contains(id) else { throw Refused(name: "UnknownObject") }
            try model.changeSettings(of: id) { $0.modalPresentationStyle = isFull ? .fullScreen : .pageSheet }
        case .present(let presented, let id):
            guard model.nodes.contains(id) else { throw Refused(name: "UnknownObject") }
            try argument(presented)
            try model.present(presented, from: id, animated: false)
            windows[presented]?.clients = []
            model.runUpdateCycle { _, _ in nil }
        case .dismiss(let id): try model.dismiss(from: id, animated: false)
        case .hideBar(let isHidden, let id):
            try target(id, [.tabBarController])
            try model.setTabBarHidden(isHidden, of: id)
        case .translucent(let value, let id):
            guard model.nodes.kind(of: id) == .tabBarController else { throw Refused(name: "UnknownObject") }
            try model.setBarTranslucent(value, of: id)
        case .load(let id): try model.loadViewIfNeeded(id)
        case .title(let text, let id): try model.setTitle(text.isEmpty ? nil : text, of: id)
        case .edges(let edges, let id): try model.changeSettings(of: id) { $0.edgesForExtendedLayout = edges }
        case .badge(let text, let id): try model.setTabBarItem(of: id) { $0.badgeValue = text.isEmpty ? nil : text }
        case .image(let text, let id): try model.setTabBarItem(of: id) { $0.image = text.isEmpty ? nil : text }
        case .systemItem(let item, let id): try model.setTabBarItem(of: id) { $0.systemItem = item }
        case .enable(let value, let id): try model.setTabBarItem(of: id) { $0.isEnabled = value }
        case .size(let size, let id): try change(at: id) { $0.write(size) }
        case .sizePolicy(let policy, let id):
            try target(id, [.tabBarController, .navigationController])
            try root(id)
            guard policy != "newest" else { throw Refused(name: "InvalidArgument") }
            try change(at: id) { $0.policy = policy }
        case .alwaysVisible(let value, let id): try change(at: id) { $0.isAlwaysVisible = value }
        case .attach(let id, let size, let isVisible, let bar):
            try target(id, [.tabBarController, .navigationController])
            try root(id)
            if let error = bar.validationError(in: model.nodes.profile(of: id) ?? .phone) { throw error }
            guard bar == BarStyle() || model.nodes.profile(of: id) != nil else { throw Refused(name: "NotSupported") }
            try change(at: id) { $0.attach(client, size, isVisible, bar) }
        case .statusBar(let height, let id):
            try target(id, [.tabBarController, .navigationController])
            try root(id)
            try model.updateWindow(of: id) { $0.statusBarHeight = height }
        case .detach(let id):
            try target(id, [.tabBarController, .navigationController])
            guard windows[id]?.isAttached(client) == true else {
                throw Refused(name: "InvalidArgument")
            }
            detach(client, from: id)
        }
        return "ok"
    }

    private mutating func press(_ button: RemoteButton, _ id: ViewControllerID) throws -> String {
        try target(id, [.tabBarController])
        var press = try model.press(button, in: id, content: FocusContent())
        if case .selectsFirst(let position) = press {
            _ = try model.tapItem(position, of: id, asking: false)
            press = try model.press(button, in: id, content: FocusContent())
        }
        return "\(press == .finished(handled: true))"
    }

    /// Checks that a controller has a list. The list's number is that of the tab bar controller plus two.
    private func list(of id: ViewControllerID) throws {
        try target(ViewControllerID(id.rawValue + 2), [.moreList])
        guard model.nodes.kind(of: id) == .tabBarController else { throw Refused(name: "UnknownInterface") }
    }

    /// Changes the model as a delegate's reply requires.
    mutating func change<Result>(_ body: (inout Hierarchy) throws(ModelError) -> Result) throws(ModelError) -> Result {
        let result = try body(&model)
        updateWindows()
        return result
    }

    private mutating func changeStack(_ operation: StressOperation) throws -> String {
        let kinds: [Kind] = [.navigationController, .moreNavigationController]
        switch operation {
        case .push(let pushed, let id):
            try target(id, kinds)
            try argument(pushed)
            try model.push(pushed, onto: id, animated: false)
        case .pop(let id):
            try target(id, kinds)
            return try model.pop(from: id, animated: false)?.path.text ?? "/"
        case .popTo(let controller, let id):
            try target(id, kinds)
            try argument(controller)
            return try model.pop(to: controller, of: id, animated: true).map(\.path.text).joined(separator: ",")
        case .tapBack(let id):
            try target(id, kinds)
            try model.tapBack(in: id)
        case .hideNavigationBar(let isHidden, let id):
            try target(id, kinds)
            try model.changeSettings(of: id) { $0.isNavigationBarHidden = isHidden }
        default: break
        }
        return "ok"
    }

    // MARK: Destroying

    private mutating func destroy(_ id: ViewControllerID) throws {
        try argument(id)
        let entry = ReopenSnapshot(of: id, in: model.nodes).map { remains in
            var archive = remains.archive
            // The attached clients end with the window, and so do their sizes.
            if let attachments = windows[id] {
                archive.window?.size = attachments.written
                archive.window?.bar = BarStyle()
            }
            return Destroyed(
                remains: ReopenSnapshot(archive, place: remains.place), attachments: windows[id],
                boundTo: clientBound[id])
        }
        try model.destroy(id)
        if let entry { destroyed.append(entry) }
        destroyed = destroyed.suffix(20)
    }

    private mutating func reopen() throws -> ViewControllerID {
        guard let last = destroyed.popLast() else { throw Refused(name: "InternalInconsistency") }
        let id = last.remains.id
        try model.reopen(last.remains)
        updateWindows()
        clientBound[id] = last.boundTo
        if var attachments = last.attachments {
            attachments.clients = []
            windows[id] = attachments
            if model.nodes.parent(of: id) == nil { try apply(attachments, to: id) }
        }
        return id
    }

    // MARK: Checks of the daemon

    /// Checks that an argument is a live controller.
    private func argument(_ id: ViewControllerID) throws {
        guard model.nodes.contains(id) else { throw Refused(name: "InvalidArgument") }
    }

    /// Checks that the called object exists and has the interface.
    func target(_ id: ViewControllerID, _ kinds: [Kind]) throws {
        guard let kind = model.nodes.kind(of: id) else { throw Refused(name: "UnknownObject") }
        guard kinds.contains(kind) else { throw Refused(name: "UnknownInterface") }
    }

    func root(_ id: ViewControllerID) throws {
        guard model.nodes.owner(of: id) == nil else { throw Refused(name: "HierarchyInconsistency") }
    }
}
