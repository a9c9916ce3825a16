import TestSupport

/// The replies of the delegate of a tab bar controller.
struct TabBarRule {
    var decides = false
    var allows = false
    var animates = false
    /// Empty for no animation.
    var animation: [String: Variant] = [:]
    /// The tabs with the opposite reply.
    var exceptions: [ObjectPath] = []
    /// The commands before a reply about a tap, and after a selection.
    var asked = ""
    var told = ""

    init() {}

    init(_ words: inout CommandWords) {
        (decides, allows, animates) = (words.flag(), words.flag(), words.flag())
        let (isAnimated, isInteractive, duration) = (words.flag(), words.flag(), words.decimal())
        if isAnimated { animation = ["Duration": .double(duration), "Interactive": .bool(isInteractive)] }
        exceptions = words.paths()
    }
}

/// The replies of the delegate of a popover. The masks have the bits of `PopoverCallback.bits`.
struct PopoverRule {
    private let (methods, heldMethods): (UInt64, UInt64)
    let (allows, wraps): (Bool, Bool)
    let replacement: ObjectPath
    let style: String
    var preparation = ""
    var place = ""
    /// Sends the deferred reply.
    var held: (@EventLoop () async -> Void)?

    init(_ words: inout CommandWords) {
        (methods, heldMethods) = (words.number(), words.number())
        (allows, wraps) = (words.flag(), words.flag())
        replacement = words.path()
        style = words.word()
    }

    func implements(_ code: UInt64) -> Bool { methods & 1 << code != 0 }
    func holds(_ code: UInt64) -> Bool { heldMethods & 1 << code != 0 }
}

/// The delegates, whose replies are set by commands. Each tab bar controller is its own delegate, and the prompter is the
/// delegate of the popovers.
extension ScenarioClient {
    func setRule(of tabs: ObjectPath, _ words: inout CommandWords) async throws(DBusError) {
        rule = TabBarRule(&words)
        var methods = [
            "DidSelectViewController", "WillBeginCustomizingViewControllers", "WillEndCustomizingViewControllers",
            "DidEndCustomizingViewControllers",
        ]
        if rule.decides { methods.append("ShouldSelectViewController") }
        if rule.animates { methods.append("AnimationControllerForTransition") }
        try await client.setDelegate(tabs, of: tabs, ["Methods": methods.variant])
    }

    /// Handles a call to a delegate. The first argument is the tab bar controller or the presented view controller.
    func calledDelegate(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        let path = arguments.first?.get(as: ObjectPath.self) ?? .none
        let subject = number(path)
        switch member {
        case "ShouldSelectViewController": askedAboutTap(in: path, arguments, reply)
        case "AnimationControllerForTransition": askedForAnimation(in: path, arguments, reply)
        case "DidSelectViewController":
            note("did", subject, number(arguments[1].get()))
            react(reply) { [self] () throws(DBusError) in
                await runHere(rule.told)
                return []
            }
        case "WillBeginCustomizingViewControllers": noteCustomizing("willBegin", subject, arguments)
        case "WillEndCustomizingViewControllers": noteCustomizing("willEnd", subject, arguments)
        case "DidEndCustomizingViewControllers": noteCustomizing("didEnd", subject, arguments)
        case "WillDismiss": note("willDismiss", subject)
        case "DidDismiss": note("didDismiss", subject)
        case "DidAttemptToDismiss": note("didAttemptToDismiss", subject)
        case "WillPresentWithAdaptiveStyle":
            note("willPresent", subject, arguments[1].get(as: String.self) ?? "")
        default: askedAboutPopover(member, subject, path, arguments, reply)
        }
    }

    private func number(_ path: ObjectPath?) -> UInt64 { path.flatMap { TabNames.number(of: $0) } ?? 0 }

    // MARK: Tabs

    private func noteCustomizing(_ event: String, _ tabs: UInt64, _ arguments: [Variant]) {
        let list: [ObjectPath] = arguments[1].get() ?? []
        let isChanged = arguments.last == .bool(true)
        note(event, tabs, isChanged ? 1 : 0, list.map { "\(number($0))" }.joined(separator: " "))
    }

    private func noteSelection(of tabs: ObjectPath) async throws(DBusError) {
        let selected = try await client.tabBarController(tabs).selectedViewController
        note("selection", number(selected), try await client.tabBarController(tabs).selectedIndex)
    }

    private func askedAboutTap(in tabs: ObjectPath, _ arguments: [Variant], _ reply: PendingReply) {
        let tapped: ObjectPath = arguments[1].get() ?? .none
        note("should", number(tabs), number(tapped))
        react(reply) { [self] () throws(DBusError) in
            try await noteSelection(of: tabs)
            await runHere(rule.asked)
            return [.bool(rule.allows != rule.exceptions.contains(tapped))]
        }
    }

    private func askedForAnimation(in tabs: ObjectPath, _ arguments: [Variant], _ reply: PendingReply) {
        note("animator", number(tabs), number(arguments[1].get()), number(arguments[2].get()))
        react(reply) { [self] () throws(DBusError) in
            try await noteSelection(of: tabs)
            return [rule.animation.variant]
        }
    }

    // MARK: Popovers

    private func askedAboutPopover(
        _ member: String, _ subject: UInt64, _ path: ObjectPath, _ arguments: [Variant], _ reply: PendingReply
    ) {
        guard let callback = PopoverCallback(rawValue: member), let code = PopoverCallback.asked[callback],
            let rule = popoverRules[subject], rule.implements(code)
        else { return reply.fail(.unknownMethod("\(member) is not implemented")) }
        note("asks", subject, code)
        guard rule.holds(code) else {
            return react(reply) { [self] () throws(DBusError) in try await results(callback, path, subject, arguments) }
        }
        popoverRules[subject]?.held = { [self] in
            await answer(reply) { [self] () throws(DBusError) in
                try await results(callback, path, subject, arguments)
            }.value
        }
    }

    /// The results of a popover's question, by its rule.
    private func results(
        _ callback: PopoverCallback, _ path: ObjectPath, _ subject: UInt64, _ arguments: [Variant]
    ) async throws(DBusError) -> [Variant] {
        guard let rule = popoverRules[subject] else { throw .notSupported("the rule was removed") }
        switch callback {
        case .prepareForPresentation:
            await runHere(rule.preparation)
            return []
        case .shouldDismiss: return [.bool(rule.allows)]
        case .adaptiveStyle: return [.string(rule.style)]
        case .adaptiveViewController:
            return [(rule.wraps ? try await makeStack(path) : rule.replacement).variant]
        case .willReposition:
            var results = Array(arguments.dropFirst())
            var words = CommandWords(rule.place)
            while words.hasMore { results[words.word() == "SourceRect" ? 0 : 1] = try words.value() }
            return results
        case .willDismiss, .didDismiss, .didAttemptToDismiss, .willPresentWithAdaptiveStyle: return []
        }
    }
}
