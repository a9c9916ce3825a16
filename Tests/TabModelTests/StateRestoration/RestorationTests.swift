import TabModel
import TestSupport
import Testing

/// Whatever was done to the model, it comes back as it was; and whatever is in an archive, something sound does.
///
/// `TABD_STRESS=1` makes thousands of rounds, and `TABD_SEED` chooses the first.
@Suite struct RestorationTests {
    private static let seeds = Stress.seeds(40, long: 3000)

    @Test(arguments: seeds)
    func `stress: what has identifiers everywhere comes back as it was`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, faults, note in
            var named = model
            for id in named.allIDs where named.restorationIdentifier(of: id).isEmpty {
                try named.setRestorationIdentifier("n\(id.rawValue)", of: id)
            }
            let archives = Self.archives(named)
            let (restored, restoration) = Self.restore(archives.shuffled(using: &numbers), faults, note)
            faults.expect(restoration.defaults.isEmpty, "\(note): \(restoration.defaults) without state")
            faults.expect(restoration.errors.isEmpty, "\(note): \(restoration.errors)")
            let expected = archives.map(\.restorable)
            let found = Self.archives(restored)
            for (old, new) in zip(expected, found) {
                faults.expect(old == new, "\(note): \(old.difference(from: new))")
            }
            faults.expect(expected.count == found.count, "\(note): \(expected.map(\.id)) \(found.map(\.id))")
        }
    }

    @Test(arguments: seeds)
    func `stress: what has an identifier all the way up is not lost`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, faults, note in
            var named = model
            for id in named.allIDs where Int.random(in: 0..<3, using: &numbers) > 0 {
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
            let (restored, restoration) = Self.restore(archives, faults, note)
            let known = Dictionary(uniqueKeysWithValues: archives.map { ($0.id, $0) })
            for archive in archives {
                let chain = Array(sequence(first: archive.id) { owners[$0] })
                guard chain.allSatisfy({ known[$0]?.restorationIdentifier.isEmpty == false }) else { continue }
                faults.expect(restored.contains(archive.id), "\(note): \(archive.id) is lost")
                faults.expect(!restoration.defaults.contains(archive.id), "\(note): \(archive.id) is without state")
            }
            // Another time nothing changes any more.
            let (again, second) = Self.restore(Self.archives(restored), faults, note)
            faults.expect(second.restored == restoration.restored, "\(note): \(second.restored)")
            faults.expect(Self.archives(again) == Self.archives(restored), "\(note): it is another one the second time")
        }
    }

    @Test(arguments: seeds)
    func `stress: what contradicts itself comes back as far as it can be`(seed: UInt64) throws {
        try Self.run(seed) { model, numbers, faults, note in
            var named = model
            for id in named.allIDs where Int.random(in: 0..<5, using: &numbers) > 0 {
                try named.setRestorationIdentifier("n\(id.rawValue)", of: id)
            }
            let archives = ArchiveFuzz.contradict(Self.archives(named), &numbers)
            var (restored, restoration) = Self.restore(archives, faults, note)
            faults.expect(restoration.restored == restoration.restored.sorted(), "\(note): order")
            faults.expect(Self.archives(restored).map(\.id) == restoration.restored, "\(note): \(restoration.restored)")
            let last = restored.createViewController()
            let highest = restored.allIDs.map(\.rawValue).max() ?? 0
            faults.expect(last.rawValue == highest, "\(note): \(last) was given to one that is there")
            // It lives on like any other.
            var questions: [Question] = []
            var remains: [Hierarchy.ReopenSnapshot] = []
            for _ in 0..<10 { _ = try? RandomOperations().operate(&restored, &numbers, &questions, &remains) }
            for id in restored.allIDs where restored.parent(of: id) == nil { try? restored.destroy(id) }
        }
    }

    @Test(.rules("R6"), arguments: [0, 1, 2])
    func `what is above one that isn't there any more is on no stack`(missing: Int) throws {
        var model = Hierarchy()
        let pages = (0..<4).map { _ in model.createViewController() }
        let navigation = try model.createNavigationController(root: pages[0])
        try model.setNavigationStack(pages, of: navigation, animated: false)
        for id in [navigation] + pages { try model.setRestorationIdentifier("n\(id.rawValue)", of: id) }
        let faults = Failures()
        let archives = Self.archives(model).filter { $0.id != pages[missing] }
        let (restored, restoration) = Self.restore(archives, faults, "page \(missing)")
        #expect(restored.navigationStack(navigation) == Array(pages.prefix(missing)))
        for page in pages.dropFirst(missing + 1) {
            #expect(restored.contains(page) && restored.parent(of: page) == nil && !restoration.defaults.contains(page))
        }
        #expect(faults.texts.isEmpty)
    }

    @Test func `the root of a navigation controller without an identifier keeps its place and its state`() throws {
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
        let faults = Failures()
        let (restored, restoration) = Self.restore(Self.archives(model), faults, "")
        #expect(restored.viewControllers(of: tabs) == [navigation])
        #expect(restored.navigationStack(navigation) == [pages[0]])
        #expect(restoration.defaults == [navigation])
        #expect(restored.title(of: navigation) == nil)
        #expect(restored.title(of: pages[0]) == "changed")
        // The pushed page is cut off with the navigation controller (I-6).
        #expect(!restored.contains(pages[1]))
        #expect(faults.texts.isEmpty)
    }

    // MARK: Rounds

    /// Does anything at all to a model, and looks at it now and then.
    private static func run(
        _ seed: UInt64, _ look: (Hierarchy, inout Numbers, Failures, String) throws -> Void
    ) throws {
        var numbers = Numbers(state: seed)
        var model = Hierarchy()
        for profile in [Profile.phone, .pad, .tv].shuffled(using: &numbers).prefix(2) {
            _ = model.createTabBarController(profile: profile, lifecycleOrder: .modern, maximumVisibleItems: 3)
        }
        for _ in 0..<12 { _ = model.createViewController() }
        let faults = Failures()
        var questions: [Question] = []
        var remains: [Hierarchy.ReopenSnapshot] = []
        for number in 0..<80 {
            _ = try? RandomOperations().operate(&model, &numbers, &questions, &remains)
            _ = model.drainEvents()
            if number % 8 == 7 { try look(model, &numbers, faults, "seed \(seed), operation \(number)") }
        }
        #expect(faults.texts.isEmpty)
    }

    private static func archives(_ model: Hierarchy) -> [ControllerArchive] {
        model.allIDs.sorted().compactMap(model.archive(of:))
    }

    /// Restores and checks what always holds.
    private static func restore(
        _ archives: [ControllerArchive], _ faults: Failures, _ note: String
    ) -> (Hierarchy, Hierarchy.Restoration) {
        var restored = Hierarchy()
        let restoration = restored.restore(archives)
        let events = restored.drainEvents()
        var invariants = Invariants(faults)
        var replay = EventReplay(faults)
        replay.hear(events)
        replay.check(restored, note)
        invariants.checkEvents(events, note)
        invariants.check(restored, note)
        for event in events {
            switch event {
            case .shouldSelect, .didSelect, .didRefuse, .willBeginCustomizing, .transitionBegan, .selectionPending:
                faults.expect(false, "\(note): I-9 \(event)")
            default: break
            }
        }
        return (restored, restoration)
    }
}

extension ControllerArchive {
    /// What restoration brings back of it.
    fileprivate var restorable: ControllerArchive {
        var archive = self
        // Which tabs may be arranged is not kept (I-13), nor a popover (R20), nor a tab that was on the bar and is gone
        // (S-48).
        archive.tabs?.customizableViewControllers = tabs?.profile == .tv ? [] : viewControllers
        if presentedAs == .popover { (archive.presented, archive.presentedAs) = (nil, nil) }
        if let direct = tabs?.lastDirect, !viewControllers.contains(direct) { archive.tabs?.lastDirect = nil }
        return archive
    }

    /// Where two of the same controller are not the same.
    fileprivate func difference(from other: ControllerArchive) -> String {
        let words = [self, other].map { String(describing: $0).split(separator: ", ") }
        let differing = zip(words[0], words[1]).filter { $0 != $1 }.map { "\($0) became \($1)" }
        return "\(id): " + differing.joined(separator: "; ")
    }
}
