import TabInterface

/// Compares a layout with the current view controllers and builds the plan.
struct LayoutPlanner {
    typealias Reference = LayoutPlan.Reference

    let current: CurrentLayout
    let onlyMissing: Bool
    private let validate: LayoutPlan.Validation
    var plan = LayoutPlan()
    /// The live view controllers that the layout declares, with their lines. They are not destroyed.
    private var declared: [ViewControllerID: Int] = [:]

    init(_ current: CurrentLayout, onlyMissing: Bool, validate: @escaping LayoutPlan.Validation) {
        self.current = current
        self.onlyMissing = onlyMissing
        self.validate = validate
    }

    mutating func plan(_ controllers: [LayoutEntry]) {
        // A view controller that moves to another container is not destroyed.
        for entry in controllers.flatMap(\.withDescendants) {
            if let live = current[identifier: entry.identifier] { declared[live.id] = entry.line }
        }
        for entry in controllers { _ = place(entry, in: nil, isInside: false) }
    }

    /// Finds the live view controller of an entry or plans its creation, including its children.
    ///
    /// - Parameter container: Its live container, if any.
    private mutating func place(
        _ entry: LayoutEntry, in container: LiveController?, isInside: Bool
    ) -> Reference? {
        guard let live = match(entry, in: container) else { return make(entry, replacing: nil, isInside) }
        declared[live.id] = entry.line
        if let obstacle = obstacle(to: live) {
            report(entry, obstacle.code, "identifier", "\(live.name) \(obstacle.reason)")
            return nil
        }
        if let difference = difference(of: live, to: entry), !onlyMissing {
            return make(entry, replacing: (live, difference), isInside)
        }
        keep(live, entry)
        return .live(live.id)
    }

    /// Returns the view controller with the identifier. An entry without declared identifier also matches a child of
    /// the container that has none.
    private func match(_ entry: LayoutEntry, in container: LiveController?) -> LiveController? {
        if let live = current[identifier: entry.identifier] { return live }
        guard !entry.isNamed, let container else { return nil }
        return container.children.lazy.compactMap { current[$0] }.first { child in
            child.isDeclarable && child.entry.identifier.isEmpty && declared[child.id] == nil
                && child.entry.kind == entry.kind && current.typeOfContent(of: child) == entry.typeOfContent
        }
    }

    private func obstacle(to live: LiveController) -> (code: LayoutFinding.Code, reason: String)? {
        guard !onlyMissing else { return nil }
        guard live.isDeclarable else {
            let reason = "belongs to another program or to an unlisted class of a plugin; a layout cannot declare it"
            return (.notDeclarable, reason)
        }
        return live.isPresented ? (.presented, "is presented; dismiss it first") : nil
    }

    /// Returns the difference that needs a new view controller; nil for none.
    private func difference(of live: LiveController, to entry: LayoutEntry) -> String? {
        guard live.entry.kind == entry.kind, live.entry.type == entry.type else {
            return "is a \(live.entry.typeName)"
        }
        if let profile = entry.profile, profile != live.entry.profile {
            return "has the profile \(live.entry.profile ?? "")"
        }
        guard let arguments = entry.arguments else { return nil }
        let isSame =
            !live.hasOtherArguments && TOMLText.table(arguments) == TOMLText.table(live.entry.arguments ?? [:])
        return isSame ? nil : "has other arguments"
    }

    // MARK: Live view controllers

    private mutating func keep(_ live: LiveController, _ entry: LayoutEntry) {
        if !onlyMissing { adjust(live, to: entry) }
        guard let entries = entry.children, live.entry.kind == entry.kind else { return }
        let wanted = children(entries, in: live)
        if onlyMissing { insert(wanted, in: live) } else { arrange(wanted, in: live) }
    }

    /// Plans the children of a container, including their moves and the destruction of undeclared ones. Children that
    /// can't be declared keep their positions among them.
    private mutating func children(_ entries: [LayoutEntry], in live: LiveController) -> [Reference] {
        var wanted = entries.compactMap { place($0, in: live, isInside: true) }
        guard !onlyMissing else { return wanted }
        for reference in wanted {
            if case .live(let id) = reference, !live.children.contains(id) {
                describeMove(id, to: live.name)
            }
        }
        for id in live.children where declared[id] == nil {
            if let child = current[id], child.isSaved { destroy(child, in: live) }
        }
        for (index, id) in live.children.enumerated()
        where declared[id] == nil && current[id]?.isSaved == false {
            wanted.insert(.live(id), at: min(index, wanted.count))
        }
        return wanted
    }

    private mutating func arrange(_ wanted: [Reference], in live: LiveController) {
        let before = live.children.map { Reference.live($0) }
        guard wanted != before else { return }
        plan.arrangements.append(.init(container: .live(live.id), children: wanted))
        let stay = wanted.filter { before.contains($0) }
        guard stay != before.filter({ wanted.contains($0) }) else { return }
        let names = wanted.map { name(of: $0) }.joined(separator: ", ")
        let key = live.entry.kind.childrenKey ?? ""
        describe(.wouldOrder, declared[live.id], key, names, "orders the \(key) of \(live.name): \(names)")
    }

    /// Inserts new children after the children that are declared before them.
    private mutating func insert(_ wanted: [Reference], in live: LiveController) {
        var children = live.children.map { Reference.live($0) }
        var place = 0
        for reference in wanted {
            if let index = children.firstIndex(of: reference) {
                place = index + 1
            } else if case .new = reference {
                children.insert(reference, at: place)
                place += 1
            }
        }
        guard children.count > live.children.count else { return }
        plan.arrangements.append(.init(container: .live(live.id), children: children))
    }

    // MARK: Destruction

    private mutating func destroy(_ live: LiveController, in container: LiveController) {
        describe(
            .wouldRemove, nil, "identifier", live.label,
            "destroys \(live.name) (\(live.entry.typeName)), which is not declared in \(container.name)")
        destroyTree(live)
    }

    private mutating func destroyTree(_ live: LiveController) {
        for id in live.children.reversed() where declared[id] == nil {
            // View controllers of other programs stay, without a container.
            if let child = current[id], child.isSaved { destroyTree(child) }
        }
        plan.destructions.append(live.id)
    }

    // MARK: Creation

    private mutating func make(
        _ entry: LayoutEntry, replacing replaced: (live: LiveController, difference: String)?, _ isInside: Bool
    ) -> Reference? {
        if entry.kind == .view, let error = validate(entry, isInside) {
            report(entry, .unavailableType, "type", error)
            return nil
        }
        let place = plan.findings.endIndex
        let members: [Reference]
        // The new container keeps the children of the replaced one.
        if let live = replaced?.live, live.entry.kind == entry.kind {
            members = entry.children.map { children($0, in: live) } ?? live.children.map { .live($0) }
        } else {
            members = (entry.children ?? []).compactMap { self.place($0, in: nil, isInside: true) }.filter(canMove)
            for case .live(let id) in members { describeMove(id, to: "'\(entry.identifier)'") }
        }
        if entry.kind == .navigation, members.isEmpty {
            // Its root can't be created, or stays in another container.
            if onlyMissing, let message = rootElsewhere(of: entry) {
                report(entry, .cannotApply, "stack", message)
            }
            return nil
        }
        let what =
            replaced.map { "replaces \($0.live.name), which \($0.difference), with a new \(entry.typeName)" }
            ?? LayoutPlan.change(creating: entry)
        let change = LayoutFinding(
            replaced == nil ? .wouldCreate : .wouldReplace, line: entry.line, key: "identifier",
            value: entry.identifier, text: what)
        plan.findings.insert(change, at: place)
        if let live = replaced?.live {
            if live.entry.kind == entry.kind { plan.destructions.append(live.id) } else { destroyTree(live) }
        }
        plan.creations.append(
            .init(
                entry: entry, replaced: replaced?.live.id, root: entry.kind == .navigation ? members.first : nil))
        let reference = Reference.new(plan.creations.count - 1)
        if !members.isEmpty { plan.arrangements.append(.init(container: reference, children: members)) }
        configure(reference, as: entry)
        return reference
    }

    /// Whether a view controller can move to a new container. At the start, view controllers never leave their
    /// container.
    private func canMove(_ reference: Reference) -> Bool {
        guard onlyMissing, case .live(let id) = reference, let live = current[id] else { return true }
        return live.parent == nil && !live.isPresented
    }

    private func rootElsewhere(of entry: LayoutEntry) -> String? {
        let members = (entry.children ?? []).compactMap { current[identifier: $0.identifier] }
        guard let live = members.first else { return nil }
        let place = live.parent.flatMap { current[$0] }.map { "in \($0.name)" } ?? "presented"
        return "'\(entry.identifier)' is not created: \(live.name) is \(place)"
    }

    func name(of reference: Reference) -> String {
        switch reference {
        case .live(let id): current[id]?.name ?? ""
        case .new(let index): "'\(plan.creations[index].entry.identifier)'"
        }
    }
}

/// Settings of view controllers.
extension LayoutPlanner {
    /// Plans the settings of a live view controller that differ from the declared ones.
    mutating func adjust(_ live: LiveController, to entry: LayoutEntry) {
        set("title", of: live, from: live.entry.title, to: entry.title, of: entry) { .title($0) }
        set("icon", of: live, from: live.entry.icon, to: entry.icon, of: entry) { .icon($0) }
        set("badge", of: live, from: live.entry.badge, to: entry.badge, of: entry) { .badge($0) }
        set("hidden", of: live, from: live.entry.isHidden, to: entry.isHidden, of: entry) { .isHidden($0) }
        set("allows_hiding", of: live, from: live.entry.allowsHiding, to: entry.allowsHiding, of: entry) {
            .allowsHiding($0)
        }
        let window = entry.window.differing(from: live.entry.window)
        guard window != LayoutWindow() else { return }
        plan.settings.append(.init(target: .live(live.id), setting: .window(window)))
        for (key, name, value) in window.descriptions {
            describe(.wouldChange, entry.line, key, value, "sets the \(name) of \(live.name) to \(value)")
        }
    }

    private mutating func set(
        _ key: String, of live: LiveController, from current: String?, to wanted: String?, of entry: LayoutEntry,
        _ setting: (String) -> LayoutPlan.Setting
    ) {
        guard let wanted, wanted != current ?? "" else { return }
        plan.settings.append(.init(target: .live(live.id), setting: setting(wanted)))
        let text = "sets the \(key) of \(live.name) to '\(wanted)' (was '\(current ?? "")')"
        describe(.wouldChange, entry.line, key, wanted, text)
    }

    private mutating func set(
        _ key: String, of live: LiveController, from current: Bool?, to wanted: Bool?, of entry: LayoutEntry,
        _ setting: (Bool) -> LayoutPlan.Setting
    ) {
        guard let wanted, wanted != current ?? false else { return }
        plan.settings.append(.init(target: .live(live.id), setting: setting(wanted)))
        describe(.wouldChange, entry.line, key, "\(wanted)", "sets \(key) of \(live.name) to \(wanted)")
    }

    /// Plans all declared settings of a new view controller.
    mutating func configure(_ reference: Reference, as entry: LayoutEntry) {
        let settings: [LayoutPlan.Setting?] = [
            entry.title.map { .title($0) }, entry.icon.map { .icon($0) }, entry.badge.map { .badge($0) },
            entry.isHidden.map { .isHidden($0) }, entry.allowsHiding.map { .allowsHiding($0) },
            entry.window == LayoutWindow() ? nil : .window(entry.window),
        ]
        plan.settings += settings.compactMap { $0.map { .init(target: reference, setting: $0) } }
    }

    mutating func describeMove(_ id: ViewControllerID, to container: String) {
        guard let live = current[id] else { return }
        let from = live.parent.flatMap { current[$0] }.map { " from \($0.name)" } ?? ""
        describe(.wouldMove, declared[id], "identifier", live.label, "moves \(live.name)\(from) to \(container)")
    }

    /// Adds a change.
    ///
    /// - Parameter line: The line of the entry; nil when the layout does not declare it.
    mutating func describe(
        _ code: LayoutFinding.Code, _ line: Int?, _ key: String, _ value: String, _ text: String
    ) {
        plan.findings.append(LayoutFinding(code, line: line ?? 0, key: key, value: value, text: text))
    }

    /// Adds an error about the identifier, the type or the stack of an entry.
    mutating func report(_ entry: LayoutEntry, _ code: LayoutFinding.Code, _ key: String, _ message: String) {
        let value = ["identifier": entry.identifier, "type": entry.type][key] ?? ""
        plan.errors.append(LayoutError(code, line: entry.line, key: key, value: value, message: message))
    }
}
