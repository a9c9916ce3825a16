import TabModel
import TestSupport
import Testing

/// Anything at all is done to the model, and the rules that always hold are checked after each step.
///
/// `TABD_STRESS=1` makes thousands of rounds, and `TABD_SEED` chooses the first.
@Suite struct RandomOperations {
    private static let seeds: ClosedRange<UInt64> = {
        let seeds = Stress.seeds(60, long: 2000)
        if Stress.isLong { print("stress: model, seeds \(seeds.lowerBound) to \(seeds.upperBound)") }
        return seeds
    }()

    @Test(arguments: seeds)
    func `stress: C-1 holds after random operations`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var model = Hierarchy()
        let profiles: [Profile] = [.phone, .pad, .padLegacy, .tv]
        for _ in 0..<2 {
            _ = model.createTabBarController(
                profile: profiles.randomElement(using: &numbers) ?? .phone,
                lifecycleOrder: Bool.random(using: &numbers) ? .modern : .legacy, maximumVisibleItems: 3)
        }
        for _ in 0..<12 { _ = model.createViewController() }
        _ = model.takeEvents()
        var invariants = Invariants()
        var questions: [Question] = []
        var remains: [Hierarchy.Remains] = []
        for number in 0..<150 {
            let before = Snapshot.all(model)
            var note = "seed \(seed), operation \(number)"
            var error: ModelError?
            do throws(ModelError) {
                note += try operate(&model, &numbers, &questions, &remains)
            } catch let thrown {
                error = thrown
            }
            let events = model.takeEvents()
            let after = Snapshot.all(model)
            if let error {
                #expect(before == after, "\(note) changed state although \(error)")
                #expect(events.isEmpty, "\(note): \(error)")
            }
            let announced = Set(events)
            for (id, snapshot) in after where before[id] != snapshot && before[id] != nil {
                #expect(announced.contains(.changed(id)), "\(note): change of \(id) is not announced")
            }
            invariants.checkEvents(events, note)
            invariants.check(model, note)
        }
    }

    /// Does one thing and says which.
    private func operate(
        _ model: inout Hierarchy, _ numbers: inout Numbers, _ questions: inout [Question],
        _ remains: inout [Hierarchy.Remains]
    ) throws(ModelError) -> String {
        let all = model.allIDs
        let any = all.randomElement(using: &numbers) ?? ViewControllerID(0)
        let other = all.randomElement(using: &numbers) ?? any
        let tbc = all.filter { model.kind(of: $0) == .tabBarController }.randomElement(using: &numbers) ?? any
        let nav = all.filter { model.navigationStack($0) != nil }.randomElement(using: &numbers) ?? any
        let isTrue = Bool.random(using: &numbers)
        switch Int.random(in: 0..<26, using: &numbers) {
        case 0, 1:
            let usable = all.filter { [.plain, .navigationController].contains(model.kind(of: $0)) }
            let list = Array(usable.shuffled(using: &numbers).prefix(Int.random(in: 0...11, using: &numbers)))
            try model.setViewControllers(list, of: tbc, animated: isTrue)
            return " list \(list.map(\.rawValue)) of \(tbc.rawValue)"
        case 2:
            let list = model.tabBarController(tbc)?.viewControllers.shuffled(using: &numbers) ?? []
            try model.setViewControllers(Array(list.dropLast(isTrue ? 1 : 0)), of: tbc, animated: isTrue)
            return " shuffle \(tbc.rawValue)"
        case 3, 4:
            let members = model.tabBarController(tbc)?.viewControllers ?? []
            let more = ViewControllerID(tbc.rawValue + 1)
            try model.select((members + [more]).randomElement(using: &numbers), in: tbc)
            return " select in \(tbc.rawValue)"
        case 5, 6, 7:
            let position = Int.random(in: 0...5, using: &numbers)
            if case .pending(let question) = try model.tapItem(position, of: tbc, asking: isTrue) {
                questions.append(question)
            }
            return " tap \(position)"
        case 8, 9:
            let more = ViewControllerID(tbc.rawValue + 1)
            guard model.tabBarController(tbc)?.selectedViewController == more else {
                try model.select(more, in: tbc)
                return " More of \(tbc.rawValue)"
            }
            return " row \(try model.tapRow(Int.random(in: 0...2, using: &numbers), of: tbc))"
        case 10:
            guard !questions.isEmpty else { return "" }
            return " answer \(try model.answer(questions.removeFirst(), allowed: isTrue))"
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
            try model.updateWindow(of: tbc) { $0.size.width = width }
            return " width \(width)"
        case 17:
            try model.setTitle("\(any.rawValue)", of: any)
            try model.setHidesBottomBarWhenPushed(isTrue, of: other)
            try model.setBarTranslucent(isTrue, of: tbc)
            return " flags"
        case 18:
            if isTrue, let last = remains.popLast() {
                try model.bringBack(last)
                return " bring back \(last.id.rawValue)"
            }
            let isRare = Int.random(in: 0..<4, using: &numbers) == 0
            guard isRare, model.kind(of: any) != .tabBarController || isTrue else { return "" }
            let kept = model.remains(of: any)
            try model.destroy(any)
            if let kept { remains.append(kept) }
            _ = model.createViewController()
            return " destroy \(any.rawValue)"
        case 20:
            let style = isTrue ? " fully" : ""
            try model.present(any, from: other, covers: isTrue, animated: Bool.random(using: &numbers))
            return " present \(any.rawValue) from \(other.rawValue)\(style)"
        case 21:
            return " dismiss \(try model.dismiss(from: any, animated: isTrue).map(\.rawValue))"
        case 22, 23:
            return " begun \(model.runUpdateCycle().map(\.rawValue))"
        case 24:
            try model.setNavigationBarHidden(isTrue, of: nav)
            try model.setNavigationItem(of: any) { $0.hidesBackButton = isTrue }
            return " bar of \(nav.rawValue), item of \(any.rawValue)"
        case 25:
            if isTrue {
                try model.tapBack(in: nav)
            } else {
                _ = try model.pop(to: any, of: nav, animated: isTrue)
            }
            return " back in \(nav.rawValue)"
        default:
            let stack = all.filter { model.kind(of: $0) == .plain }.shuffled(using: &numbers).prefix(3)
            try model.setNavigationStack(Array(stack), of: nav, animated: isTrue)
            return " stack \(stack.map(\.rawValue)) of \(nav.rawValue)"
        }
    }
}
