import TestSupport

/// Restoration after random operations, and restoration from contradictory archives.
///
/// `TABD_STRESS=1` runs thousands of rounds, and `TABD_SEED` sets the first seed.
@Suite struct RestorationTests {
    private static let seeds = Stress.seeds(40, long: 3000)

    /// The seeds at the end once failed: the last tab with an own item was hidden, and a navigation controller that
    /// presented became a tab.
    @Test(.whileThereIsTime, arguments: Array(seeds) + [137_239_285, 137_240_612, 249_169_111])
    func `stress: a model with identifiers everywhere is restored unchanged`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, failures, note in
            var named = model
            for id in named.nodes.allIDs where named.nodes.restorationIdentifier(of: id).isEmpty {
                try named.setRestorationIdentifier("n\(id.rawValue)", of: id)
            }
            let archives = Self.archives(named)
            let (restored, restoration) = Self.restore(archives.shuffled(using: &numbers), failures, note)
            failures.expect(restoration.defaults.isEmpty, "\(note): \(restoration.defaults) without state")
            failures.expect(restoration.errors.isEmpty, "\(note): \(restoration.errors)")
            let expected = archives.map(\.restorable)
            let found = Self.archives(restored)
            for (old, new) in zip(expected, found) {
                failures.expect(old == new, "\(note): \(old.difference(from: new))")
            }
            failures.expect(expected.count == found.count, "\(note): \(expected.map(\.id)) \(found.map(\.id))")
        }
    }

    @Test(.whileThereIsTime, arguments: seeds)
    func `stress: a view controller with identifiers up to its root is restored`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, failures, note in
            var named = model
            for id in named.nodes.allIDs where Int.random(in: 0..<3, using: &numbers) > 0 {
                try named.setRestorationIdentifier("n\(id.rawValue)", of: id)
            }
            let archives = Self.archives(named)
            var owners: [ViewControllerID: ViewControllerID] = [:]
            for archive in archives {
                let pushed = archive.tabs?.pushedInMore ?? []
                for child in archive.viewControllers + pushed + [archive.presented].compactMap(\.self) {
                    owners[child] = archive.id
                }
            }
            let (restored, restoration) = Self.restore(archives, failures, note)
            let known = Dictionary(uniqueKeysWithValues: archives.map { ($0.id, $0) })
            for archive in archives {
                let chain = Array(sequence(first: archive.id) { owners[$0] })
                guard chain.allSatisfy({ known[$0]?.restorationIdentifier.isEmpty == false }) else { continue }
                failures.expect(restored.nodes.contains(archive.id), "\(note): \(archive.id) is lost")
                failures.expect(!restoration.defaults.contains(archive.id), "\(note): \(archive.id) is without state")
            }
            // A second restoration changes nothing.
            let (again, second) = Self.restore(Self.archives(restored), failures, note)
            failures.expect(second.restored == restoration.restored, "\(note): \(second.restored)")
            failures.expect(Self.archives(again) == Self.archives(restored), "\(note): the second restoration differs")
        }
    }

    @Test(.whileThereIsTime, arguments: seeds)
    func `stress: contradictory archives are restored as far as possible`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, failures, note in
            var named = model
            for id in named.nodes.allIDs where Int.random(in: 0..<5, using: &numbers) > 0 {
                try named.setRestorationIdentifier("n\(id.rawValue)", of: id)
            }
            let archives = ArchiveFuzz.contradict(Self.archives(named), &numbers)
            var (restored, restoration) = Self.restore(archives, failures, note)
            failures.expect(restoration.restored == restoration.restored.sorted(), "\(note): order")
            failures.expect(
                Self.archives(restored).map(\.id) == restoration.restored, "\(note): \(restoration.restored)")
            let last = restored.createViewController()
            let highest = restored.nodes.allIDs.map(\.rawValue).max() ?? 0
            failures.expect(last.rawValue == highest, "\(note): \(last) was reused for an existing view controller")
            // The restored model works like any other.
            var questions: [Question] = []
            var snapshots: [ReopenSnapshot] = []
            for _ in 0..<10 { _ = try? RandomOperations().operate(&restored, &numbers, &questions, &snapshots) }
            for id in restored.nodes.allIDs where restored.nodes.parent(of: id) == nil { try? restored.destroy(id) }
        }
    }

    @Test(.rules("R6"), arguments: [0, 1, 2])
    func `pages above a missing page are not on the stack`(missing: Int) throws {
        var model = Hierarchy()
        let pages = (0..<4).map { _ in model.createViewController() }
        let navigation = try model.createNavigationController(root: pages[0])
        try model.setNavigationStack(pages, of: navigation, animated: false)
        for id in [navigation] + pages { try model.setRestorationIdentifier("n\(id.rawValue)", of: id) }
        let failures = Failures()
        let archives = Self.archives(model).filter { $0.id != pages[missing] }
        let (restored, restoration) = Self.restore(archives, failures, "page \(missing)")
        #expect(restored.nodes.navigationStack(navigation) == Array(pages.prefix(missing)))
        for page in pages.dropFirst(missing + 1) {
            #expect(restored.nodes.contains(page) && restored.nodes.parent(of: page) == nil)
            #expect(!restoration.defaults.contains(page))
        }
        #expect(failures.texts.isEmpty)
    }

    @Test func `the root of a navigation controller without an identifier keeps its place and state`() throws {
        var model = Hierarchy()
        let tabs = model.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 5)
        let pages = (0..<2).map { _ in model.createViewController() }
        let navigation = try model.createNavigationController(root: pages[0])
        try model.setNavigationStack(pages, of: navigation, animated: false)
        try model.setViewControllers([navigation], of: tabs, animated: false)
        for id in [tabs] + pages {
            try model.setRestorationIdentifier("n\(id.rawValue)", of: id)
        }
        for id in [navigation] + pages { try model.setTitle("changed", of: id) }
        let failures = Failures()
        let (restored, restoration) = Self.restore(Self.archives(model), failures, "")
        #expect(restored.nodes.viewControllers(of: tabs) == [navigation])
        #expect(restored.nodes.navigationStack(navigation) == [pages[0]])
        #expect(restoration.defaults == [navigation])
        #expect(restored.nodes.title(of: navigation) == nil)
        #expect(restored.nodes.title(of: pages[0]) == "changed")
        // The pushed page is removed with the navigation controller (I-6).
        #expect(!restored.nodes.contains(pages[1]))
        #expect(failures.texts.isEmpty)
    }

    // MARK: Rounds

    /// Performs random operations on a model, and inspects it regularly.
    private static func run(
        _ seed: UInt64, _ inspect: (Hierarchy, inout Numbers, Failures, String) throws -> Void
    ) throws {
        var numbers = Numbers(state: seed)
        var model = Hierarchy()
        for profile in [Profile.phone, .pad, .tv].shuffled(using: &numbers).prefix(2) {
            _ = model.createTabBarController(profile: profile, lifecycleOrder: .modern, maximumVisibleItems: 3)
        }
        for _ in 0..<12 { _ = model.createViewController() }
        let failures = Failures()
        var questions: [Question] = []
        var snapshots: [ReopenSnapshot] = []
        for number in 0..<80 {
            _ = try? RandomOperations().operate(&model, &numbers, &questions, &snapshots)
            _ = model.drainEvents()
            if number % 8 == 7 { try inspect(model, &numbers, failures, "seed \(seed), operation \(number)") }
        }
        #expect(failures.texts.isEmpty)
    }

    private static func archives(_ model: Hierarchy) -> [ControllerArchive] {
        model.nodes.allIDs.sorted().compactMap { ControllerArchive(of: $0, in: model.nodes) }
    }

    /// Restores archives and checks the invariants.
    private static func restore(
        _ archives: [ControllerArchive], _ failures: Failures, _ note: String
    ) -> (Hierarchy, Restoration) {
        var restored = Hierarchy()
        let restoration = restored.restore(archives)
        let events = restored.drainEvents()
        var invariants = Invariants(failures)
        var replay = EventReplay(failures)
        replay.apply(events)
        replay.check(restored, note)
        invariants.checkEvents(events, note)
        invariants.check(restored, note)
        for event in events {
            switch event {
            case .shouldSelect, .didSelect, .didRefuse, .willBeginCustomizing, .transitionBegan, .selectionPending:
                failures.expect(false, "\(note): I-9 \(event)")
            default: break
            }
        }
        return (restored, restoration)
    }
}

extension ControllerArchive {
    /// The part of an archive that restoration recreates.
    fileprivate var restorable: ControllerArchive {
        var archive = self
        // Not kept: the choice of customizable tabs (I-13), a popover (R20), and a tab that has left the bar (S-48).
        archive.tabs?.customizableViewControllers = tabs?.profile == .tv ? [] : viewControllers
        if presentedAs == .popover { (archive.presented, archive.presentedAs) = (nil, nil) }
        if let direct = tabs?.lastDirect, !viewControllers.contains(direct) { archive.tabs?.lastDirect = nil }
        return archive
    }

    /// Returns the fields that differ between two archives of the same controller.
    fileprivate func difference(from other: ControllerArchive) -> String {
        let words = [self, other].map { String(describing: $0).split(separator: ", ") }
        let differing = zip(words[0], words[1]).filter { $0 != $1 }.map { "\($0) became \($1)" }
        return "\(id): " + differing.joined(separator: "; ")
    }
}
