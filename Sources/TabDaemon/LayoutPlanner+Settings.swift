import TabInterface

/// What is set of a view controller, and told.
extension LayoutPlanner {
    /// Sets what a layout says of what is there, and is otherwise.
    mutating func adjust(_ live: LiveController, to entry: LayoutEntry) {
        set("title", entry.title, live.entry.title, of: live) { .title($0) }
        set("icon", entry.icon, live.entry.icon, of: live) { .icon($0) }
        set("badge", entry.badge, live.entry.badge, of: live) { .badge($0) }
        guard let size = entry.size, size != live.entry.size else { return }
        plan.settings.append(
            .init(target: .live(live.number), setting: .size(width: size.width, height: size.height)))
        let text = "\(TOMLText.number(size.width)) x \(TOMLText.number(size.height))"
        plan.changes.append("sets the size of \(live.name) to \(text)")
    }

    private mutating func set(
        _ name: String, _ wanted: String?, _ present: String?, of live: LiveController,
        _ setting: (String) -> LayoutPlan.Setting
    ) {
        guard let wanted, wanted != present ?? "" else { return }
        plan.settings.append(.init(target: .live(live.number), setting: setting(wanted)))
        plan.changes.append("sets the \(name) of \(live.name) to '\(wanted)', which was '\(present ?? "")'")
    }

    /// Sets all that a layout says of what is made.
    mutating func dress(_ reference: Reference, as entry: LayoutEntry) {
        let settings: [LayoutPlan.Setting?] = [
            entry.title.map { .title($0) }, entry.icon.map { .icon($0) }, entry.badge.map { .badge($0) },
            entry.size.map { .size(width: $0.width, height: $0.height) },
        ]
        plan.settings += settings.compactMap { $0.map { .init(target: reference, setting: $0) } }
    }

    mutating func tellMove(_ number: UInt64, to container: String) {
        guard let live = situation[number] else { return }
        let from = live.parent.flatMap { situation[$0] }.map { " from \($0.name)" } ?? ""
        plan.changes.append("moves \(live.name)\(from) to \(container)")
    }
}
