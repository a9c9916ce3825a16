import TestSupport

extension BusScenarioDriver {
    func read<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, at: tabs)
    }

    private func readBar<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, at: BusClient.bar(of: tabs))
    }

    private func read<Content: DBusType>(
        _ property: Property<Content>, _ name: String
    ) async throws(DBusError) -> Content {
        try await client.get(property, at: try await path(name))
    }

    func name(_ path: ObjectPath) -> String {
        path.isNone ? "nil" : paths.first { $0.value == path }?.key ?? "?"
    }

    func names(_ paths: [ObjectPath]) -> String { paths.map(name).joined(separator: ",") }

    func selection() async throws(DBusError) -> String {
        let index = try await read(Controller.selectedIndex)
        return "\(name(try await read(Controller.selectedViewController))) "
            + (index == TabNames.notFound ? "NF" : "\(index)")
    }

    func observe(_ observation: Observation) async throws -> String {
        switch observation {
        case .selection: return try await selection()
        case .log(let part):
            defer { if part == .clients || part == .all { (words, mergedCount) = ([], 0) } }
            return EventLog.select(part, of: words)
        case .selectionInQuestion: return selectionInQuestion
        case .accepted:
            // On a loaded machine the reply to a touch may arrive later than the changes it caused. But the question
            // that a touch really waits for has a timeout of 10 s.
            let end = ContinuousClock.now + .seconds(2)
            for _ in 1...50 where accepted == "waits" && .now < end { try await waitUntilIdle() }
            return accepted
        case .item(let name, let field): return try await read(field.property, name)
        case .navigationTitle(let child): return try await read(NavigationItemInterface.title, child)
        case .parent(let child): return name(try await read(ViewControllerInterface.parent, child))
        case .tabBarController(let child): return name(try await read(ViewControllerInterface.tabBarController, child))
        case .navigationController(let child):
            return name(try await read(ViewControllerInterface.navigationController, child))
        case .isLoaded(let child): return "\(try await read(ViewControllerInterface.isViewLoaded, child))"
        case .appearance(let child): return try await read(ViewControllerInterface.appearanceState, child)
        case .tabs: return names(try await read(Controller.viewControllers))
        case .customizable: return names(try await read(Controller.customizableViewControllers))
        case .bar: return names(try await readBar(TabBarInterface.items))
        case .highlighted: return name(try await readBar(TabBarInterface.selectedItem))
        case .isBarHidden: return "\(try await readBar(TabBarInterface.hidden))"
        case .stack(let navigation):
            return names(try await read(NavigationControllerInterface.viewControllers, navigation))
        case .top(let navigation):
            return name(try await read(NavigationControllerInterface.topViewController, navigation))
        case .popped: return popped
        case .backTitle(let child): return try await read(NavigationItemInterface.backButtonTitle, child)
        case .safeArea(let child):
            let insets = try await read(ViewControllerInterface.safeAreaInsets, child)
            return "\(insets.top) \(insets.bottom)"
        case .sideInsets(let child):
            let insets = try await read(ViewControllerInterface.safeAreaInsets, child)
            return "\(insets.left) \(insets.right)"
        case .frame(let child): return text(try await read(ViewControllerInterface.frame, child))
        case .barFrame: return text(try await readBar(TabBarInterface.frame))
        case .toolbarFrame(let navigation):
            return text(try await client.navigationController(try await path(navigation)).toolbarFrame)
        case .more: return name(try await read(Controller.moreNavigationController))
        case .rows: return names(try await read(MoreListInterface.rows, "list"))
        case .isEditAvailable: return "\(try await read(MoreListInterface.editAvailable, "list"))"
        case .page: return try await client.getView(of: try await path("list")).views.page
        case .rightButtons(let child):
            let buttons = try await read(NavigationItemInterface.rightBarButtonItems, child)
            return buttons.map { "\($0.id) \($0.title)" }.joined(separator: ",")
        case .arrangement: return names(try await read(MoreListInterface.barItems, "list"))
        case .isCustomizing: return "\(try await read(Controller.customizing))"
        case .transition: return transition(try await read(Controller.transition))
        case .popover(let name, let observation): return try await self.observe(observation, of: name)
        case .restoration(let observation): return try await self.observe(observation)
        case .focus: return try await focus()
        }
    }

    private func transition(_ properties: [String: Variant]) -> String {
        guard let from = properties["From"]?.get(as: ObjectPath.self),
            let to = properties["To"]?.get(as: ObjectPath.self)
        else { return "" }
        let progress = properties["Progress"]?.get(as: Double.self).map { ",\($0)" } ?? ""
        return "\(name(from)),\(name(to))\(progress)"
    }

    private func focus() async throws(DBusError) -> String {
        typealias Contract = FocusInterface
        let view = try await client.focus(tabs).focusedView
        guard try await client.focus(tabs).focusEnvironment == "bar" else {
            return "content \(name(view.viewController)).\(view.view)"
        }
        let item = try await client.focus(tabs).focusedItem
        return "bar \(item == Contract.noItem ? "nil" : "\(item)")"
    }

    func text(_ rect: DBusRect) -> String { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}

extension [ViewEntry] {
    /// The table of More's list in the format of `Observation.page`, or empty before the view is loaded.
    var page: String {
        guard let table = first(where: { $0.className == "TableView" }) else { return "" }
        let rows: [TableRow] = table.value(of: "Rows")?.get() ?? []
        let selected: Int32 = table.value(of: "SelectedRow")?.get() ?? -1
        let texts = rows.enumerated().map { index, row in
            MoreAction.text(row.title, row.enabled, isSelected: index == Int(selected))
        }
        return "\(table.value(of: "Identifier")?.get(as: String.self) ?? "") \(texts.joined(separator: ","))"
    }
}

/// The callbacks of a plugin's controllers, compared with the signals on the bus.
extension BusScenarioDriver {
    /// Reads the plugin's new notes.
    func read(_ note: PluginNote) {
        switch note.event {
        case "made":
            paths[nameOfNextStack] = TabNames.viewController(note.subject)
            if stage.isOwnerAsynchronous { lateStacks[nameOfNextStack] = mergedCount }
            nameOfNextStack = "N"
        case "selection":
            let index = note.index == TabNames.notFound ? "NF" : "\(note.index)"
            selectionInQuestion = "\(note.subject == 0 ? "nil" : name(of: note.subject) ?? "?") \(index)"
        case "state": name(of: note.subject).map { states[$0] = note.text }
        case "refused": failures.append("an action of the delegate was refused: \(note.subject) \(note.text)")
        default: pluginNotes.append(note)
        }
    }

    /// Merges the plugin's questions into the words of the bus. Checks that its other notes match the signals, in the
    /// same order.
    ///
    /// - Parameter isLast: Whether missing notes are a failure.
    /// - Returns: false when more notes are expected.
    @discardableResult
    func mergeNotes(isLast: Bool = true) -> Bool {
        guard isInPlugin else { return true }
        var place = mergedCount
        var late: [String] = []
        for note in pluginNotes {
            guard let word = note.word(name(of:)) else { continue }
            if isLate(word) {
                late.append(word)
            } else if note.hasSignal {
                guard let found = words[place...].firstIndex(of: word) else {
                    failures.append("the plugin was notified of \(word), and the bus not, or in another order")
                    continue
                }
                checkLeftOut(words[place..<found])
                place = found + 1
                recordDelegateCall(note)
            } else {
                if let before = note.wordBefore(name(of:)), let found = words[place...].firstIndex(of: before) {
                    checkLeftOut(words[place..<found])
                    place = found + 1
                }
                words.insert(word, at: place)
                place += 1
            }
        }
        pluginNotes.removeAll { note in note.word(name(of:)).map(isLate) != true }
        if !isLast, let next = words[place...].firstIndex(where: isForPlugin) {
            mergedCount = next
            return false
        }
        checkLeftOut(words[place...])
        mergedCount = words.count
        return mergeLateNotes(late, isLast: isLast)
    }

    /// Checks the first notes of new navigation controllers, whose order among other notes is open.
    private func mergeLateNotes(_ late: [String], isLast: Bool) -> Bool {
        let expected = words[(lateStacks.values.min() ?? words.count)...].filter(isLate)
        guard isLast || late.count >= expected.count else { return false }
        if late != expected { failures.append("the client was notified of \(late), expected \(expected)") }
        lateStacks = [:]
        pluginNotes = []
        return true
    }

    /// Whether a word is about a navigation controller that a client has just created. The client's object gets its first
    /// calls after the reply to `Create`, so calls to other objects may come before them.
    private func isLate(_ word: String) -> Bool {
        guard !lateStacks.isEmpty, let dot = word.firstIndex(of: "."), lateStacks[String(word[..<dot])] != nil else {
            return false
        }
        return Self.ownEvents.contains(String(word[word.index(after: dot)...].prefix { $0 != "(" }))
    }

    /// The callbacks of a controller about itself.
    private static let ownEvents: Set = [
        "didLoad", "willAppear", "isAppearing", "didAppear", "willDis", "didDis", "willMove", "didMove", "activated",
    ]

    func name(of number: UInt64) -> String? {
        let path = TabNames.viewController(number)
        return paths.first { $0.value == path }?.key
    }

    /// Records a callback that a popover's delegate implements.
    private func recordDelegateCall(_ note: PluginNote) {
        let members = [
            "willDismiss": "WillDismiss", "didDismiss": "DidDismiss", "didAttemptToDismiss": "DidAttemptToDismiss",
            "willPresent": "WillPresentWithAdaptiveStyle",
        ]
        guard let member = members[note.event], let name = name(of: note.subject), let script = scripts[name],
            script.methods.contains(where: { $0.rawValue == member })
        else { return }
        delegateCalls[name, default: []].append(member)
    }

    /// Checks that no word is missing from the plugin's notes.
    private func checkLeftOut(_ words: ArraySlice<String>) {
        for word in words where isForPlugin(word) {
            failures.append("the bus has the signal \(word), and the plugin was not notified, or in another order")
        }
    }

    private func isForPlugin(_ word: String) -> Bool {
        let head = word.prefix { $0 != "(" }
        guard let dot = head.firstIndex(of: ".") else {
            if head == "tapped" { return isOwn("tabs") }
            return isDelegateInPlugin && ["did", "willBegin", "willEnd", "didEnd"].contains(head)
        }
        let (name, event) = (String(head[..<dot]), String(head[head.index(after: dot)...]))
        switch event {
        case _ where Self.ownEvents.contains(event): return isOwn(name) && !isLate(word)
        case "willDismiss", "didDismiss", "didAttemptToDismiss", "willPresent": return scripts[name] != nil
        default: return false
        }
    }
}
