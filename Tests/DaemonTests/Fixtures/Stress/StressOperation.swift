import TestSupport

/// An operation of a client, in terms that apply to both the bus and the model.
enum StressOperation: Sendable {
    case createTabs(Profile, LifecycleOrder, dies: Bool)
    case register
    case createNavigation(root: ViewControllerID)
    case destroy(ViewControllerID)
    case reopen
    case list([ViewControllerID], of: ViewControllerID, animated: Bool)
    case customizable([ViewControllerID], of: ViewControllerID)
    case select(ViewControllerID?, in: ViewControllerID)
    case selectIndex(Int?, in: ViewControllerID)
    case tap(Int, in: ViewControllerID)
    case row(Int, of: ViewControllerID)
    case beginEditing(ViewControllerID)
    case move(ViewControllerID, to: Int, in: ViewControllerID)
    case endEditing(ViewControllerID)
    case press(RemoteButton, in: ViewControllerID)
    case push(ViewControllerID, onto: ViewControllerID)
    case pop(from: ViewControllerID)
    case popTo(ViewControllerID, of: ViewControllerID)
    case tapBack(in: ViewControllerID)
    case hideNavigationBar(Bool, of: ViewControllerID)
    case fullScreen(Bool, of: ViewControllerID)
    case present(ViewControllerID, from: ViewControllerID)
    case dismiss(from: ViewControllerID)
    case hideBar(Bool, of: ViewControllerID)
    case translucent(Bool, of: ViewControllerID)
    case load(ViewControllerID)
    case title(String, of: ViewControllerID)
    case edges(UInt32, of: ViewControllerID)
    case badge(String, of: ViewControllerID)
    case image(String, of: ViewControllerID)
    case systemItem(SystemItem?, of: ViewControllerID)
    case enable(Bool, of: ViewControllerID)
    case size(Size, of: ViewControllerID)
    case statusBar(Double, of: ViewControllerID)
    case alwaysVisible(Bool, of: ViewControllerID)
    case attach(to: ViewControllerID, Size?, isVisible: Bool, BarStyle)
    /// The name of a size policy.
    case sizePolicy(String, of: ViewControllerID)
    case detach(from: ViewControllerID)
    /// The model has no views, so the outcome is not predicted.
    case update([ViewEntry], removing: [UInt32], of: ViewControllerID)
}

extension StressOperation {
    /// A random operation that is valid in most cases.
    static func random(in model: Hierarchy, _ numbers: inout Numbers) -> StressOperation {
        let all = model.nodes.allIDs
        func one(where fits: (ViewControllerID) -> Bool) -> ViewControllerID {
            // An id that does not exist, used at times or as a last resort.
            let gone = ViewControllerID(.random(in: 1...model.nextID + 1, using: &numbers))
            guard Int.random(in: 0..<40, using: &numbers) > 0 else { return gone }
            return all.filter(fits).randomElement(using: &numbers) ?? gone
        }
        func isTabs(_ id: ViewControllerID) -> Bool { model.nodes.kind(of: id) == .tabBarController }
        func isWindow(_ id: ViewControllerID) -> Bool {
            isTabs(id) || model.nodes.kind(of: id) == .navigationController
        }
        let isTrue = Bool.random(using: &numbers)
        let tabBars = all.count(where: isTabs)
        switch Int.random(in: 0..<100, using: &numbers) {
        case 0..<12:
            guard all.count < 60 else { return .destroy(one { _ in true }) }
            if tabBars < 2 || (isTrue && tabBars < 5) {
                let profiles: [Profile] = [.phone, .phone, .pad, .padLegacy, .tv]
                return .createTabs(
                    profiles.randomElement(using: &numbers) ?? .phone, isTrue ? .modern : .legacy,
                    dies: Bool.random(using: &numbers))
            }
            return isTrue ? .createNavigation(root: one { _ in true }) : .register
        case 12..<18: return .register
        case 18..<21: return .destroy(one { _ in true })
        case 21..<23: return .reopen
        case 23..<40:
            let tabs = one(where: isTabs)
            let usable = all.filter { [.plain, .navigationController].contains(model.nodes.kind(of: $0)) }
            var list = isTrue ? model.nodes.viewControllers(of: tabs) : usable
            list.shuffle(using: &numbers)
            list = Array(list.prefix(.random(in: 0...9, using: &numbers)))
            if Int.random(in: 0..<15, using: &numbers) == 0 { list.append(one { _ in true }) }
            return .list(list, of: tabs, animated: isTrue)
        case 40..<42:
            let tabs = one(where: isTabs)
            let list = model.nodes.viewControllers(of: tabs).shuffled(using: &numbers)
            return .customizable(Array(list.dropLast(isTrue ? 1 : 0)), of: tabs)
        case 42..<48:
            let tabs = one(where: isTabs)
            let more = model.nodes.moreNavigationController(of: tabs)
            let known = model.nodes.viewControllers(of: tabs) + (more.map { [$0] } ?? [])
            let isKnown = Int.random(in: 0..<4, using: &numbers) > 0
            return .select(isKnown ? known.randomElement(using: &numbers) : one { _ in true }, in: tabs)
        case 48..<54:
            let tabs = one(where: isTabs)
            let index = Int.random(in: -1...model.nodes.viewControllers(of: tabs).count, using: &numbers)
            return .selectIndex(index < 0 && isTrue ? nil : index, in: tabs)
        case 54..<58:
            let navigation = one { model.nodes.navigationStack($0) != nil }
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: return .pop(from: navigation)
            case 1:
                return .popTo(
                    model.nodes.navigationStack(navigation)?.randomElement(using: &numbers) ?? navigation,
                    of: navigation)
            case 2: return .tapBack(in: navigation)
            case 3: return .hideNavigationBar(isTrue, of: navigation)
            default: return .push(one { model.nodes.kind(of: $0) == .plain }, onto: navigation)
            }
        case 58..<61:
            let shown = one { model.nodes.appearanceState(of: $0) == .appeared }
            guard isTrue else { return .dismiss(from: shown) }
            return .present(one { model.nodes.owner(of: $0) == nil }, from: shown)
        case 61..<64:
            let tabs = one(where: isTabs)
            let items = model.nodes.barItems(of: tabs).count
            return .tap(.random(in: 0...items, using: &numbers), in: tabs)
        case 64..<68: return gesture(in: model, one(where: isTabs), one { _ in true }, &numbers)
        case 68..<74: return update(one { model.nodes.kind(of: $0) == .plain }, &numbers)
        default: return decoration(in: model, one(where: isTabs), one(where: isWindow), one { _ in true }, &numbers)
        }
    }

    private static func update(_ controller: ViewControllerID, _ numbers: inout Numbers) -> StressOperation {
        func part() -> Double { Double.random(in: 0...300, using: &numbers).rounded() }
        let ids = (0..<3).map { _ in UInt32.random(in: 2...40, using: &numbers) }
        let entries = ids.map { id in
            ViewEntry.view(
                id, in: id < 10 ? 1 : id / 10, at: DBusRect(part(), part(), part(), part()),
                mask: .random(in: 0..<64, using: &numbers))
        }
        let isRemoving = Int.random(in: 0..<4, using: &numbers) == 0
        return .update(isRemoving ? [] : entries, removing: isRemoving ? Array(ids.prefix(1)) : [], of: controller)
    }

    private static func decoration(
        in model: Hierarchy, _ tabs: ViewControllerID, _ window: ViewControllerID, _ any: ViewControllerID,
        _ numbers: inout Numbers
    ) -> StressOperation {
        let isTrue = Bool.random(using: &numbers)
        let text = ["", "a", "b", "\u{1F600} \u{5D0}\u{5D1}"].randomElement(using: &numbers) ?? ""
        let size = Size(
            width: .random(in: 200...1100, using: &numbers).rounded(),
            height: .random(in: 200...1100, using: &numbers).rounded())
        // An invalid number of slots at times.
        let slots = isTrue ? nil : Int.random(in: 1...7, using: &numbers)
        var bar = BarStyle(height: isTrue ? nil : 60, slots: slots)
        if slots == 3 { bar.side = BarSide.allCases.randomElement(using: &numbers) }
        switch Int.random(in: 0..<19, using: &numbers) {
        case 0: return .hideBar(isTrue, of: tabs)
        case 1: return .translucent(isTrue, of: tabs)
        case 2: return .load(any)
        case 3: return .title(text, of: any)
        case 4: return .edges(isTrue ? 15 : .random(in: 0..<18, using: &numbers), of: any)
        case 5: return .badge(text, of: any)
        case 6: return .image(isTrue ? "" : "image-\(text.utf8.count)", of: any)
        case 7: return .systemItem(isTrue ? nil : SystemItem.allCases.randomElement(using: &numbers), of: any)
        case 8: return .enable(Int.random(in: 0..<4, using: &numbers) > 0, of: any)
        case 9, 10: return .size(isTrue ? size : Size(width: 375, height: 667), of: window)
        case 11: return .statusBar(isTrue ? 20 : .random(in: -1...60, using: &numbers).rounded(), of: window)
        case 12: return .alwaysVisible(isTrue, of: window)
        case 13, 14, 15:
            return .attach(
                to: window, isTrue ? size : nil, isVisible: .random(using: &numbers),
                Bool.random(using: &numbers) ? BarStyle() : bar)
        case 16: return .fullScreen(isTrue, of: any)
        case 17:
            let policies = ["smallest", "largest", "latest", "fixed", "newest"]
            return .sizePolicy(policies.randomElement(using: &numbers) ?? "", of: window)
        default: return .detach(from: window)
        }
    }
}

extension BusClient {
    /// Performs the operation, and returns the outcome: `ok`, a result, or the last component of the error's name.
    func perform(_ operation: StressOperation) async -> String {
        var outcome = ""
        let failure = await failure { outcome = try await self.outcome(of: operation) }
        return failure == "none" ? outcome : failure
    }

    private func outcome(of operation: StressOperation) async throws(DBusError) -> String {
        switch operation {
        case .createTabs(let profile, let order, let dies):
            return try await manager.createTabBarController([
                "Profile": .string(profile.rawValue), "LifecycleOrder": .string(order.rawValue),
                "DestroyWithCaller": .bool(dies),
            ]).text
        case .register: return try await register().text
        case .reopen: return try await manager.reopen().text
        case .update(let changed, let removed, let id): try await updateView(of: id.path, changed, removing: removed)
        case .createNavigation(let root): return try await manager.createNavigationController(root.path).text
        case .tap(let position, let id): return "\(try await tap(UInt32(position), in: id.path))"
        case .row(let row, let id): return "\(try await moreList(id.listPath).tapRow(UInt32(row)))"
        case .beginEditing(let id): try await moreList(id.listPath).beginEditing()
        case .move(let moved, let slot, let id): try await moreList(id.listPath).moveItem(moved.path, UInt32(slot))
        case .endEditing(let id): return "\(try await moreList(id.listPath).endEditing())"
        case .press(let button, let id): return "\(try await focus(id.path).press(button.rawValue))"
        case .push(let pushed, let id): try await push(pushed.path, onto: id.path)
        case .pop(let id): return try await navigationController(id.path).pop(false).text
        case .popTo(let target, let id):
            return try await navigationController(id.path).popTo(target.path, true).map(\.text).joined(separator: ",")
        case .tapBack(let id): try await tapBack(in: id.path)
        case .hideNavigationBar(let isHidden, let id):
            try await navigationController(id.path).set(\.navigationBarHidden, to: isHidden)
        case .fullScreen(let covers, let id):
            try await viewController(id.path).set(\.modalPresentationStyle, to: covers ? "fullScreen" : "pageSheet")
        case .present(let presented, let id): try await viewController(id.path).present(presented.path)
        case .dismiss(let id): try await viewController(id.path).dismiss()
        case .attach(let id, let size, let isVisible, let bar):
            var options: Options = ["Visible": .bool(isVisible)]
            if let height = bar.height { options.values["BarHeight"] = .double(height) }
            if let side = bar.side { options.values["BarSide"] = .string(side.rawValue) }
            if let slots = bar.slots { options.values["BarSlots"] = .uint32(UInt32(slots)) }
            if let size { options.values["Size"] = DBusSize(width: size.width, height: size.height).variant }
            try await attach(to: id.path, options)
        case .detach(let id): try await window(id.path).detach()
        case .destroy(let id): try await manager.destroy(id.path)
        case .list(let list, let id, let animated): try await setTabs(list.map(\.path), of: id.path, animated: animated)
        case .customizable(let list, let id):
            try await tabBarController(id.path).setCustomizableViewControllers(list.map(\.path))
        case .select(let target, let id):
            try await tabBarController(id.path).set(\.selectedViewController, to: target?.path ?? .none)
        case .selectIndex(let index, let id): try await select(index.map(Int64.init) ?? TabNames.notFound, in: id.path)
        case .hideBar(let isHidden, let id): try await tabBarController(id.path).setTabBarHidden(isHidden, false)
        case .translucent(let value, let id): try await tabBar(id.barPath).set(\.translucent, to: value)
        case .load(let id): try await viewController(id.path).loadViewIfNeeded()
        case .title(let text, let id): try await viewController(id.path).set(\.title, to: text)
        case .edges(let edges, let id): try await viewController(id.path).set(\.edgesForExtendedLayout, to: edges)
        case .badge(let text, let id): try await tabBarItem(id.path).set(\.badgeValue, to: text)
        case .image(let text, let id): try await tabBarItem(id.path).set(\.image, to: text)
        case .systemItem(let item, let id): try await tabBarItem(id.path).set(\.systemItem, to: item?.rawValue ?? "")
        case .enable(let value, let id): try await tabBarItem(id.path).set(\.enabled, to: value)
        case .size(let size, let id):
            try await window(id.path).set(\.size, to: DBusSize(width: size.width, height: size.height))
        case .sizePolicy(let policy, let id): try await window(id.path).set(\.sizePolicy, to: policy)
        case .statusBar(let height, let id): try await window(id.path).set(\.statusBarHeight, to: height)
        case .alwaysVisible(let value, let id): try await window(id.path).set(\.alwaysVisible, to: value)
        }
        return "ok"
    }
}
