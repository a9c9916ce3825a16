import TestSupport

/// A plugin that is both program and delegate, driven by the commands of `Fixtures/scenario.c`.
extension BusScenarioDriver {
    /// Whether a controller belongs to the plugin. More and its list belong to the daemon. So does the tab bar
    /// controller in scenarios of the legacy order, as a plugin's controller has the modern order.
    func isOwn(_ name: String) -> Bool {
        guard isInPlugin, !["more", "list"].contains(name), !foreign.contains(name) else { return false }
        return name != "tabs" || scenario.order == .modern
    }

    /// Sends a command to the plugin.
    func prompt(_ line: String) async throws(DBusError) {
        guard let prompter else { return }
        try await client.sendAction("editingDidEnd", .string(line), to: 2, of: prompter)
    }

    /// Runs an action in the plugin. Returns false when the client must perform it.
    func runInPlugin(_ action: Action) async throws -> Bool {
        guard isInPlugin else { return false }
        switch action {
        case .navigation(let name, let stack):
            let controllers = try await list(stack)
            guard let root = controllers.first else { return true }
            nameOfNextStack = name
            try await prompt("navigation \(number(root))")
            collectEvents()
            for next in controllers.dropFirst() { try await prompt("push \(try await number(name)) \(number(next)) 0") }
        case .stack(let name, let action): return try await runInPlugin(action, of: name)
        case .delegate(let should, let did, let animator) where isOwn("tabs"): try await setRule(should, did, animator)
        case .views(let name, let frames, let preferred): try await setViewsInPlugin(of: name, frames, preferred)
        case .popover(let name, .delegate(let script)): try await setPopoverRule(script, of: name)
        case .popover(let name, .answer): try await prompt("answer \(try await number(name))")
        default:
            guard let line = try await line(for: action) else { return false }
            try await prompt(line)
        }
        return true
    }

    func number(_ path: ObjectPath) -> UInt64 { TabNames.number(of: path) ?? 0 }
    func number(_ name: String) async throws(DBusError) -> UInt64 { number(try await path(name)) }
    private func numbers(_ letters: String) async throws(DBusError) -> String {
        try await list(letters).map { "\(number($0))" }.joined(separator: " ")
    }

    /// The plugin's command for an action, or nil for gestures, actions that only clients can perform, and controllers
    /// of the daemon.
    func line(for action: Action) async throws(DBusError) -> String? {
        switch action {
        case .list, .write, .customizable, .select, .index, .hideBar, .otherList, .transition:
            return isOwn("tabs") ? try await lineOfTabs(for: action) : nil
        case .stack(let name, .push(let letters, let animated)):
            let navigation = try await number(name)
            return try await list(letters).map { "push \(navigation) \(number($0)) \(animated ? 1 : 0)" }
                .joined(separator: ";")
        case .title(let name, _), .item(let name, _, _), .enable(let name, _), .hidesBar(let name, _),
            .navigationItem(let name, _), .layout(let name, _), .barButtons(let name, _, _), .popover(let name, _),
            .toolbar(let name, _):
            return isOwn(name) ? try await line(for: action, of: number(name)) : nil
        default: return nil
        }
    }

    private func lineOfTabs(for action: Action) async throws(DBusError) -> String? {
        let tabs = number(self.tabs)
        switch action {
        case .list(let letters, let animated): return "list \(tabs) \(animated ? 1 : 0) \(try await numbers(letters))"
        case .write(let letters): return "list \(tabs) 0 \(try await numbers(letters))"
        case .customizable(let letters): return "customizable \(tabs) \(try await numbers(letters))"
        case .select(let name): return name == "nil" ? "select \(tabs)" : "select \(tabs) \(try await number(name))"
        case .index(let index): return "index \(tabs) \(index.map(String.init) ?? "")"
        case .hideBar(let isHidden): return "set \(tabs) TabBarHidden b \(isHidden ? 1 : 0)"
        case .otherList(let letters):
            if paths["other"] == nil { paths["other"] = try await client.createViewController("scenario.Tabs") }
            return "list \(try await number("other")) 0 \(try await numbers(letters))"
        case .transition(.update(let progress)): return "update \(tabs) \(progress)"
        case .transition(.finish): return "end \(tabs) 1"
        case .transition(.cancel): return "end \(tabs) 0"
        default: return nil
        }
    }

    private func line(for action: Action, of number: UInt64) async throws(DBusError) -> String? {
        switch action {
        case .title(_, let text): return "title \(number) \(text)"
        case .item(_, let field, let text): return "item \(number) \(field.rawValue) \(text)"
        case .enable(_, let isEnabled): return "enable \(number) \(isEnabled ? 1 : 0)"
        case .hidesBar(_, let hides): return "set \(number) HidesBottomBarWhenPushed b \(hides ? 1 : 0)"
        case .navigationItem(_, .title(let text)): return "heading \(number) \(text)"
        case .navigationItem(_, .hidesBackButton(let hides)): return "hideBackButton \(number) \(hides ? 1 : 0)"
        case .navigationItem(_, .leftItem(let title)): return "buttons \(number) 2 1 \(title)"
        case .layout(_, .edges(let edges)): return "set \(number) EdgesForExtendedLayout u \(edges)"
        case .layout(_, .includesOpaqueBars(let includes)):
            return "set \(number) ExtendedLayoutIncludesOpaqueBars b \(includes ? 1 : 0)"
        case .barButtons(_, let left, let right):
            let buttons = { (ids: [UInt32]) in ids.map { "\($0) \($0)" }.joined(separator: " ") }
            return "buttons \(number) 2 \(buttons(left));buttons \(number) 4 \(buttons(right))"
        case .toolbar(_, let ids): return "toolbar \(number)" + ids.map { " \($0) \($0)" }.joined()
        case .popover(_, let action): return try await line(for: action, of: number)
        default: return nil
        }
    }

    // MARK: Stacks and views

    private func runInPlugin(_ action: StackAction, of name: String) async throws(DBusError) -> Bool {
        let navigation = try await number(name)
        let observesPopped = scenario.observesPopped
        let before = observesPopped ? try await stack(of: name) : []
        switch action {
        case .push: try await prompt(try await line(for: .stack(name, action)) ?? "")
        case .pop: try await prompt("pop \(navigation)")
        case .popToRoot: try await prompt("popTo \(navigation) 0")
        case .popTo(let target): try await prompt("popTo \(navigation) \(try await number(target))")
        case .set(let letters, let animated) where isOwn(name):
            try await prompt("stack \(navigation) \(animated ? 1 : 0) \(try await numbers(letters))")
        case .hideToolbar(let isHidden): try await prompt("hideToolbar \(navigation) \(isHidden ? 1 : 0)")
        default: return false
        }
        guard observesPopped else { return true }
        let after = try await stack(of: name)
        popped = names(before.filter { !after.contains($0) })
        return true
    }

    private func stack(of name: String) async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(try await path(name)).viewControllers
    }

    private func setViewsInPlugin(
        of name: String, _ frames: [UInt32: Rect], _ preferred: UInt32
    ) async throws(DBusError) {
        let path = try await path(name)
        try await client.viewController(path).loadViewIfNeeded()
        let gone = (views[name] ?? []).filter { frames[$0] == nil }
        var line = "views \(number(path)) \(gone.count)" + gone.map { " \($0)" }.joined()
        for (id, frame) in frames.sorted(by: { $0.key < $1.key }) {
            line += " \(id) \(frame.x) \(frame.y) \(frame.width) \(frame.height)"
        }
        views[name] = Array(frames.keys)
        try await prompt("\(line);set \(number(path)) PreferredFocusedView u \(preferred)")
    }

    // MARK: The delegate

    private func setRule(_ should: Question?, _ did: [Action], _ animator: Animator?) async throws {
        let animation = animator?.animation
        var words = [should != nil, should?.allows ?? true, animator != nil, animation != nil]
            .map { $0 ? "1" : "0" }
        words += [animation?.isInteractive == true ? "1" : "0", "\(animation?.duration ?? 0)"]
        for letter in should?.except ?? "" { words.append("\(try await number(Scenario.name(of: letter)))") }
        try await prompt("rule \(number(tabs)) \(words.joined(separator: " "))")
        isDelegateInPlugin = true
        for (name, actions) in [("asked", should?.actions ?? []), ("told", did)] where !actions.isEmpty {
            try await prompt("\(name) \(try await lines(for: actions))")
        }
    }

    /// The commands for a delegate's own actions.
    private func lines(for actions: [Action]) async throws -> String {
        var lines: [String] = []
        for action in actions {
            guard let line = try await line(for: action) else { throw Refusal.notSupported }
            lines.append(line)
        }
        return lines.joined(separator: ";")
    }
}

extension Scenario {
    /// Whether it observes the popped controllers, which no function of the C interface returns.
    fileprivate var observesPopped: Bool {
        steps.contains { if case .expect(.popped, _) = $0 { true } else { false } }
    }
}

/// Popovers of a plugin's controllers, with another controller as delegate.
extension BusScenarioDriver {
    /// The plugin's command for an action, or nil for gestures and for the end of a presentation, of which the plugin
    /// is not notified.
    func line(for action: PopoverAction, of presented: UInt64) async throws(DBusError) -> String? {
        switch action {
        case .style(let style): return "set \(presented) ModalPresentationStyle s \(style.rawValue)"
        case .preferred(let width, let height): return "set \(presented) PreferredContentSize size \(width) \(height)"
        case .modal(let isModal): return "set \(presented) ModalInPresentation b \(isModal ? 1 : 0)"
        case .set(let word): return "popover \(presented) \(try await text(word))"
        case .present(let presenter, let words, let animated):
            guard !scenario.awaitsPresentations, isOwn(presenter) else { return nil }
            var line = "present \(presented) \(try await number(presenter)) \(animated ? 1 : 0)"
            for word in words { line += " " + (try await text(word)) }
            return line
        case .dismiss(let animated): return "dismiss \(presented) \(animated ? 1 : 0)"
        case .timeout, .escape, .delegate, .answer: return nil
        }
    }

    func setPopoverRule(_ script: PopoverScript?, of name: String) async throws(DBusError) {
        scripts[name] = script
        let presented = try await number(name)
        guard let script else { return try await prompt("noPopoverRule \(presented)") }
        let wraps = script.replacement == "N"
        let replacement = script.replacement.isEmpty || wraps ? 0 : try await number(script.replacement)
        let (methods, held) = (PopoverCallback.bits(script.methods), PopoverCallback.bits(script.holds))
        var words: [String] = []
        for word in script.place { words.append(try await text(word)) }
        try await prompt(
            "popoverRule \(presented) \(methods) \(held) \(script.should ? 1 : 0) \(wraps ? 1 : 0) \(replacement) "
                + "\(script.style);place \(presented) \(words.joined(separator: " "))")
        guard !script.prepare.isEmpty else { return }
        var lines: [String] = []
        for word in script.prepare { lines.append("popover \(presented) \(try await text(word))") }
        try await prompt("prepare \(presented) \(lines.joined(separator: ";"))")
    }

    /// The name, type and value of a property.
    private func text(_ word: PopoverWord) async throws(DBusError) -> String {
        let (name, value) = try await property(word)
        return "\(name) \(text(of: value))"
    }

    /// A value as the plugin reads it (`Fixtures/scenario_words.h`).
    private func text(of value: Variant) -> String {
        switch value {
        case .bool(let value): return "b \(value ? 1 : 0)"
        case .uint64(let value): return "t \(value)"
        case .string(let text): return "s \(text)"
        case .array(_, let references): return "views " + references.map(self.reference).joined(separator: " ")
        default:
            let numbers: [Double] =
                if case .structure(let fields) = value { fields.compactMap { $0.get() } } else { [] }
            guard numbers.isEmpty else { return "rect " + numbers.map { "\($0)" }.joined(separator: " ") }
            return "view " + reference(value)
        }
    }

    /// The numbers of a view and its controller. The bar of a controller is its view 0.
    private func reference(_ value: Variant) -> String {
        let reference: ViewReference = value.get() ?? .none
        let controller = reference.viewController.text.replacing("/tab_bar", with: "")
        return "\(number(ObjectPath(controller))) \(reference.view)"
    }
}

extension Scenario {
    /// Whether it observes the final result of a presentation, which only a client gets.
    fileprivate var awaitsPresentations: Bool {
        steps.contains { step in
            switch step {
            case .expect(.popover(_, .outcome), _), .run(.popover(_, .timeout)), .fails(.popover(_, .timeout), _),
                .fails(_, .missingAnchor):
                true
            default: false
            }
        }
    }
}
