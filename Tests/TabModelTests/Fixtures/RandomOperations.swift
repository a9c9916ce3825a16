import TestSupport

/// Random operations on the model, with a check of the invariants after each step.
///
/// `TABD_STRESS=1` runs thousands of rounds, and `TABD_SEED` sets the first seed.
@Suite struct RandomOperations {
    @Test(.whileThereIsTime, arguments: Stress.seeds(60, long: 7000))
    func `stress: the invariants hold after random operations`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var model = Hierarchy()
        let profiles: [Profile] = [.phone, .pad, .padLegacy, .tv]
        for _ in 0..<2 {
            _ = model.createTabBarController(
                profile: profiles.randomElement(using: &numbers) ?? .phone,
                lifecycleOrder: Bool.random(using: &numbers) ? .modern : .legacy, maximumVisibleItems: 3)
        }
        for _ in 0..<12 { _ = model.createViewController() }
        let created = model.drainEvents()
        let failures = Failures()
        var invariants = Invariants(failures)
        var replay = EventReplay(failures)
        replay.apply(created)
        var questions: [Question] = []
        var snapshots: [ReopenSnapshot] = []
        var before = Snapshot.all(model)
        for number in 0..<150 {
            var note = "seed \(seed), operation \(number)"
            var error: ModelError?
            do throws(ModelError) {
                note += try operate(&model, &numbers, &questions, &snapshots)
            } catch let thrown {
                error = thrown
            }
            let events = model.drainEvents()
            let after = Snapshot.all(model)
            if let error {
                failures.expect(before == after, "\(note) changed state although \(error)")
                failures.expect(events.isEmpty, "\(note): \(error)")
            }
            let announced = Set(events)
            for (id, snapshot) in after where before[id] != snapshot && before[id] != nil {
                failures.expect(announced.contains(.changed(id)), "\(note): change of \(id) is not announced")
            }
            before = after
            replay.apply(events)
            replay.check(model, note)
            invariants.checkEvents(events, note)
            invariants.check(model, note)
            for id in model.nodes.allIDs {
                let items = model.nodes.barItems(of: id).count
                RandomPopovers.check(id, model, failures, note)
                // In the other profiles the focus is revised after the command.
                let focused = model.nodes.profile(of: id) == .tv ? model.nodes.focusedItem(of: id) : nil
                failures.expect(focused.map { $0 < items } ?? true, "\(note): focus of \(id)")
            }
        }
        #expect(failures.texts.isEmpty)
    }

    /// Answers the delegate's oldest question.
    private func answer(
        _ model: inout Hierarchy, _ numbers: inout Numbers, _ questions: inout [Question]
    ) throws(ModelError) -> String {
        guard !questions.isEmpty else { return "" }
        let question = questions.removeFirst()
        let isTrue = Bool.random(using: &numbers)
        let tap: Tap
        switch question.kind {
        case .shouldSelect, .shouldClose: tap = try model.answer(question, allowed: isTrue, askingForAnimation: isTrue)
        case .animation:
            let duration = Double(Int.random(in: 0...1, using: &numbers))
            let animation = Animation(duration: duration, isInteractive: Int.random(in: 0..<3, using: &numbers) > 0)
            tap = try model.answer(question, animation: isTrue ? animation : nil)
        }
        if case .pending(let next) = tap { questions.append(next) }
        return " answer \(tap)"
    }

    /// Performs one editing gesture of a user.
    private func edit(
        _ model: inout Hierarchy, _ tbc: ViewControllerID, _ numbers: inout Numbers
    ) throws(ModelError) -> String {
        guard model.nodes.isCustomizing(tbc) else {
            if model.nodes.selectedViewController(of: tbc) != model.nodes.moreNavigationController(of: tbc) {
                try model.select(model.nodes.moreNavigationController(of: tbc), in: tbc)
                return " More of \(tbc.rawValue)"
            }
            try model.beginEditing(in: tbc)
            return " begin editing \(tbc.rawValue)"
        }
        guard Int.random(in: 0..<3, using: &numbers) > 0 else {
            return " end editing \(try model.endEditing(in: tbc))"
        }
        if Bool.random(using: &numbers) {
            let (row, other) = (Int.random(in: 0...8, using: &numbers), Int.random(in: 0...8, using: &numbers))
            if Bool.random(using: &numbers) {
                try model.selectPageRow(row, of: tbc)
                return " select row \(row)"
            }
            try model.movePageRow(from: row, to: other, of: tbc)
            return " move row \(row) to \(other)"
        }
        let moved = model.nodes.viewControllers(of: tbc).randomElement(using: &numbers) ?? tbc
        let slot = Int.random(in: 0...4, using: &numbers)
        try model.moveItem(moved, to: slot, in: tbc)
        return " move \(moved.rawValue) to \(slot)"
    }

    /// Performs an edit or a gesture that names one tab.
    private func editTabs(
        _ model: inout Hierarchy, _ tbc: ViewControllerID, _ any: ViewControllerID, _ numbers: inout Numbers
    ) throws(ModelError) -> String {
        let tab = model.nodes.viewControllers(of: tbc).randomElement(using: &numbers) ?? any
        let index = Int.random(in: 0...7, using: &numbers)
        switch Int.random(in: 0..<9, using: &numbers) {
        case 6:
            let (isHidden, allows) = (Bool.random(using: &numbers), Bool.random(using: &numbers))
            try model.changeVisibility(of: tab) { ($0.isHidden, $0.allowsHiding) = (isHidden, allows) }
            return " hide \(tab.rawValue) \(isHidden)"
        case 7:
            let isHidden = Bool.random(using: &numbers)
            return " user hides \(tab.rawValue) \(try model.hideTab(tab, isHidden, in: tbc))"
        case 8:
            try model.resetTabs(of: tbc)
            return " reset hidden tabs"
        case 0:
            try model.insertTab(any, at: index, in: tbc)
            return " insert \(any.rawValue) at \(index)"
        case 1:
            try model.removeTab(tab, from: tbc)
            return " remove \(tab.rawValue)"
        case 2:
            try model.moveTab(tab, to: index, in: tbc)
            return " move \(tab.rawValue) to \(index)"
        case 3:
            let isTrue = Bool.random(using: &numbers)
            try model.setTabBarItem(of: tab) { ($0.allowsReordering, $0.allowsClosing) = (isTrue, isTrue) }
            return " allow reordering \(isTrue)"
        case 4: return " reorder \(tab.rawValue) \(try model.reorderTab(tab, to: index, in: tbc))"
        default:
            let isClosed =
                try model.beginClosingTab(tab, asking: false, in: tbc) == .finished(accepted: true)
            return " close \(tab.rawValue) \(isClosed)"
        }
    }

    /// Lets time pass in an animated change, or drives it as its delegate.
    private func drive(
        _ model: inout Hierarchy, _ tbc: ViewControllerID, _ numbers: inout Numbers
    ) throws(ModelError) -> String {
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: try model.updateInteractiveTransition(Double.random(in: 0...1.2, using: &numbers), in: tbc)
        case 1: try model.finishInteractiveTransition(in: tbc)
        case 2: try model.cancelInteractiveTransition(in: tbc)
        default: model.completeTransition(model.nodes.transition(in: tbc)?.token ?? 0, in: tbc)
        }
        return " transition in \(tbc.rawValue)"
    }

    /// Presses a key of a television's remote control, with generated content.
    private func press(
        _ model: inout Hierarchy, _ tbc: ViewControllerID, _ numbers: inout Numbers
    ) throws(ModelError) -> String {
        if Int.random(in: 0..<8, using: &numbers) == 0 {
            try model.setFocusEnabled(Bool.random(using: &numbers), of: tbc)
        }
        let shown = model.nodes.focusChain(of: tbc)
        let views = shown.flatMap { id in
            (1...3).map { view in
                FocusableView(
                    id: ViewAddress(viewController: id, view: view),
                    frame: Rect(x: Double(view) * 300, y: Double(id.rawValue % 5) * 100 + 140, width: 100, height: 50))
            }
        }
        let isEmpty = Int.random(in: 0..<4, using: &numbers) == 0
        let content = FocusContent(views: isEmpty ? [] : views, preferred: views.last?.id)
        for stale in model.drainStaleFocus() where stale == tbc {
            model.reviseFocus(of: tbc, content: content)
        }
        model.reviseFocus(of: tbc, content: content)
        let button = RemoteButton.allCases.randomElement(using: &numbers) ?? .up
        let steps = Int.random(in: -5...5, using: &numbers)
        var left = steps
        let press =
            Bool.random(using: &numbers)
            ? try model.press(button, in: tbc, content: content)
            : try model.rotate(by: &left, in: tbc, content: content)
        switch press {
        case .selectsFirst(let position), .taps(let position):
            _ = try model.tapItem(position, of: tbc, asking: false)
        case .finished, .activates: break
        }
        return " press \(button) or \(steps) steps"
    }

    /// Presents an alert, or performs a gesture on it.
    private func alert(
        _ model: inout Hierarchy, _ presenter: ViewControllerID, _ numbers: inout Numbers
    ) throws(ModelError) -> String {
        let isTrue = Bool.random(using: &numbers)
        let (action, field) = (Int.random(in: 0...2, using: &numbers), Int.random(in: 0...1, using: &numbers))
        let shown = model.nodes.allIDs.filter { model.nodes.alert($0) != nil }
        guard let alert = shown.randomElement(using: &numbers), Int.random(in: 0..<3, using: &numbers) > 0 else {
            let yes = Alert.Action(title: "Yes", isEnabled: action > 0)
            let made = Alert(
                style: isTrue ? .alert : .actionSheet, actions: [yes, Alert.Action(title: "No", style: .cancel)],
                textFields: isTrue && field > 0 ? [Alert.TextField(placeholder: "Name")] : [])
            let alert = try model.present(
                made, title: "Sure?", from: presenter, animated: Bool.random(using: &numbers))
            return " alert \(alert.rawValue) from \(presenter.rawValue)"
        }
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: try model.setText("text", inField: field, ofAlert: alert)
        case 1: try model.setActionEnabled(action, isTrue, ofAlert: alert)
        case 2: return " escape from alert \(alert.rawValue) \(model.attemptToDismiss(popover: alert))"
        default:
            try model.tapAction(action, ofAlert: alert)
            return " action \(action) of alert \(alert.rawValue)"
        }
        return " use alert \(alert.rawValue)"
    }

    /// Performs one operation and returns its description.
    func operate(
        _ model: inout Hierarchy, _ numbers: inout Numbers, _ questions: inout [Question],
        _ snapshots: inout [ReopenSnapshot]
    ) throws(ModelError) -> String {
        let all = model.nodes.allIDs
        let any = all.randomElement(using: &numbers) ?? ViewControllerID(0)
        let other = all.randomElement(using: &numbers) ?? any
        let tbc = all.filter { model.nodes.kind(of: $0) == .tabBarController }.randomElement(using: &numbers) ?? any
        let nav = all.filter { model.nodes.navigationStack($0) != nil }.randomElement(using: &numbers) ?? any
        let isTrue = Bool.random(using: &numbers)
        switch Int.random(in: 0..<53, using: &numbers) {
        case 50, 51: return try editTabs(&model, tbc, any, &numbers)
        case 52:
            let step: TabStep = [.next, .previous, .lastUsed].randomElement(using: &numbers) ?? .next
            if let question = try model.select(step, in: tbc, askingForAnimation: isTrue) {
                questions.append(question)
            }
            return " select \(step) in \(tbc.rawValue)"
        case 0, 1:
            let usable = all.filter { [.plain, .navigationController].contains(model.nodes.kind(of: $0)) }
            let list = Array(usable.shuffled(using: &numbers).prefix(Int.random(in: 0...11, using: &numbers)))
            try model.setViewControllers(list, of: tbc, animated: isTrue)
            return " list \(list.map(\.rawValue)) of \(tbc.rawValue)"
        case 2:
            let list = model.nodes.viewControllers(of: tbc).shuffled(using: &numbers)
            try model.setViewControllers(Array(list.dropLast(isTrue ? 1 : 0)), of: tbc, animated: isTrue)
            return " shuffle \(tbc.rawValue)"
        case 3, 4:
            let members = model.nodes.viewControllers(of: tbc)
            let more = ViewControllerID(tbc.rawValue + 1)
            let target = (members + [more]).randomElement(using: &numbers)
            if let question = try model.select(target, in: tbc, askingForAnimation: isTrue) {
                questions.append(question)
            }
            return " select \(target?.rawValue ?? 0) in \(tbc.rawValue)"
        case 5, 6, 7:
            let position = Int.random(in: 0...5, using: &numbers)
            let asksForAnimation = Bool.random(using: &numbers)
            if case .pending(let question) = try model.tapItem(
                position, of: tbc, asking: isTrue, askingForAnimation: asksForAnimation)
            {
                questions.append(question)
            }
            return " tap \(position) of \(tbc.rawValue)"
        case 8, 9:
            let more = ViewControllerID(tbc.rawValue + 1)
            guard model.nodes.selectedViewController(of: tbc) == more else {
                try model.select(more, in: tbc)
                return " More of \(tbc.rawValue)"
            }
            return " row \(try model.tapRow(Int.random(in: 0...2, using: &numbers), of: tbc))"
        case 10:
            return try answer(&model, &numbers, &questions)
        case 11:
            return " nav \(try model.createNavigationController(root: any).rawValue) of \(any.rawValue)"
        case 12, 13:
            try model.push(any, onto: nav, animated: isTrue)
            return " push \(any.rawValue) onto \(nav.rawValue)"
        case 14:
            return " pop \(String(describing: try model.pop(from: nav, animated: isTrue)))"
        case 15:
            try model.updateWindow(of: isTrue ? tbc : nav) { $0.isVisible.toggle() }
            return " window"
        case 16:
            let width = isTrue ? 400.0 : 800
            guard Bool.random(using: &numbers), model.nodes.profile(of: tbc) != .tv else {
                try model.updateWindow(of: tbc) { $0.size.width = width }
                return " width \(width)"
            }
            let bar = BarStyle(
                height: isTrue ? 60 : nil, side: BarSide.allCases.randomElement(using: &numbers),
                slots: isTrue ? nil : .random(in: 2...6, using: &numbers))
            try model.updateWindow(of: tbc) { $0.bar = bar }
            return " \(bar)"
        case 17:
            try model.setTitle("\(any.rawValue)", of: any)
            try model.changeSettings(of: other) { $0.hidesBottomBarWhenPushed = isTrue }
            try model.setBarTranslucent(isTrue, of: tbc)
            return " flags"
        case 18:
            if isTrue, let last = snapshots.popLast() {
                try model.reopen(last)
                return " reopen \(last.id.rawValue)"
            }
            let isRare = Int.random(in: 0..<4, using: &numbers) == 0
            guard isRare, model.nodes.kind(of: any) != .tabBarController || isTrue else { return "" }
            let kept = ReopenSnapshot(of: any, in: model.nodes)
            try model.destroy(any)
            if let kept { snapshots.append(kept) }
            _ = model.createViewController()
            return " destroy \(any.rawValue)"
        case 20:
            if isTrue {
                let styles: [ModalPresentationStyle] = [.fullScreen, .pageSheet, .popover]
                let style = styles.randomElement(using: &numbers) ?? .fullScreen
                try model.changeSettings(of: any) { $0.modalPresentationStyle = style }
                return " style of \(any.rawValue) \(style)"
            }
            try model.present(
                any, from: other, animated: Bool.random(using: &numbers), awaitsReader: Bool.random(using: &numbers))
            return " present \(any.rawValue) from \(other.rawValue)"
        case 21:
            return " dismiss \(try model.dismiss(from: any, animated: isTrue).map(\.rawValue))"
        case 22, 23:
            model.runUpdateCycle(RandomPopovers.frames(model))
            return " update cycle"
        case 24:
            try model.changeSettings(of: nav) { $0.isNavigationBarHidden = isTrue }
            try model.setNavigationItem(of: any) { $0.hidesBackButton = isTrue }
            try model.changeSettings(of: nav) { $0.isToolbarHidden = Bool.random(using: &numbers) }
            return " bar of \(nav.rawValue), item of \(any.rawValue)"
        case 25:
            if isTrue {
                try model.tapBack(in: nav)
            } else {
                _ = try model.pop(to: any, of: nav, animated: isTrue)
            }
            return " back in \(nav.rawValue)"
        case 26, 27: return try answer(&model, &numbers, &questions)
        case 28, 29: return try edit(&model, tbc, &numbers)
        case 30, 31: return try drive(&model, tbc, &numbers)
        case 32, 33: return try press(&model, tbc, &numbers)
        case 34...41: return try RandomPopovers.operate(&model, &numbers)
        case 42...46: return try alert(&model, isTrue ? tbc : any, &numbers)
        default:
            let stack = all.filter { model.nodes.kind(of: $0) == .plain }.shuffled(using: &numbers).prefix(3)
            try model.setNavigationStack(Array(stack), of: nav, animated: isTrue)
            return " stack \(stack.map(\.rawValue)) of \(nav.rawValue)"
        }
    }
}
