/// Which of the archived controllers come back, and where they belong (`R2`, `R4`, `R6`, `I-2`, `I-6`).
///
/// Archives are not trusted: they come from a file.
struct RestorationPlan {
    /// What comes back, with the relations that hold; by ascending number.
    private(set) var archives: [ControllerArchive] = []
    /// Those that have no identifier: they come back as they were created.
    private(set) var defaults: Set<ViewControllerID> = []
    /// Those that are left out because they can't be.
    private(set) var refused: Set<ViewControllerID> = []
    /// What was wrong with the archives, as sentences.
    private(set) var faults: [String] = []

    /// No daemon ever comes to the end of these.
    static let numbers: ClosedRange<UInt64> = 1...UInt64(1) << 53

    private var known: [ViewControllerID: ControllerArchive] = [:]
    private var owners: [ViewControllerID: ViewControllerID] = [:]
    private var kept: [ViewControllerID: ControllerArchive] = [:]

    /// - Parameter next: The first number that no controller ever had.
    init(_ given: [ControllerArchive], numberingFrom next: UInt64) {
        admit(given)
        numberParts(from: next)
        nameApart()
        for id in known.keys.sorted() { relate(id) }
        for id in known.keys.sorted() { cutChain(at: id) }
        for id in known.keys.sorted() where owners[id] == nil && isNamed(id) { keep(id) }
        archives = kept.values.sorted { $0.id < $1.id }
    }

    /// Leaves out what can't be: the same number twice, More without its controller.
    private mutating func admit(_ given: [ControllerArchive]) {
        for archive in given.sorted(by: { $0.id < $1.id }) {
            let id = archive.id
            guard archive.kind == .tabBarController ? archive.tabs != nil : archive.tabs == nil,
                !archive.kind.isPartOfTabBarController, Self.numbers.contains(id.rawValue), known[id] == nil
            else {
                if known[id] == nil { refused.insert(id) }
                faults.append("\(id.describe) is left out: its kind or its number can't be")
                continue
            }
            known[id] = archive
        }
    }

    /// Where More or its list has a number that is another's, or none, both get new ones.
    private mutating func numberParts(from next: UInt64) {
        let given = Set(known.values.flatMap { [$0.id] + $0.partIDs }.map(\.rawValue))
        var next = next
        var taken = Set(known.keys)
        for id in known.keys.sorted() {
            while given.contains(next) || given.contains(next + 1) { next += 1 }
            if known[id]?.numberParts(besides: taken, from: next) == true {
                next += 2
                faults.append("More of \(id.describe) has a new number: its own can't be")
            }
            taken.formUnion(known[id]?.partIDs ?? [])
        }
    }

    /// Of two of the same name the first one keeps it. The other one is not lost, with all that it contains (`I-6`).
    private mutating func nameApart() {
        var all = Set(known.values.map { Text($0.restorationIdentifier) })
        var used: Set<Text<String>> = []
        for id in known.keys.sorted() {
            guard let name = known[id]?.restorationIdentifier, !name.isEmpty, !used.insert(Text(name)).inserted else {
                continue
            }
            var number = 2
            while !all.insert(Text("\(name)-\(number)")).inserted { number += 1 }
            known[id]?.restorationIdentifier = "\(name)-\(number)"
            used.insert(Text("\(name)-\(number)"))
            let shown = name.prefix(200)
            faults.append(
                "\(id.describe) has the restoration identifier '\(shown)' of another one, and is '\(shown)-\(number)' now"
            )
        }
    }

    /// Drops relations to what isn't there or can't be there.
    private mutating func relate(_ id: ViewControllerID) {
        guard var archive = known[id] else { return }
        switch archive.kind {
        case .tabBarController:
            archive.viewControllers = archive.viewControllers.filter {
                take($0, into: id, allowingNavigation: true)
            }
            let pushed = archive.tabs?.pushedInMore ?? []
            archive.tabs?.pushedInMore = takeStack(pushed, of: id)
        case .navigationController: archive.viewControllers = takeStack(archive.viewControllers, of: id)
        case .plain, .moreNavigationController, .moreList: archive.viewControllers = []
        }
        if let presented = archive.presented, !canPresent(presented, over: id) {
            faults.append("\(presented.describe) is not presented by \(id.describe) any more")
            archive.presented = nil
        }
        if let presented = archive.presented { owners[presented] = id }
        known[id] = archive
    }

    /// What is above one that isn't there is on no stack any more (`R6`).
    private mutating func takeStack(_ stack: [ViewControllerID], of id: ViewControllerID) -> [ViewControllerID] {
        Array(stack.prefix { take($0, into: id, allowingNavigation: false) })
    }

    private mutating func take(
        _ child: ViewControllerID, into id: ViewControllerID, allowingNavigation: Bool
    ) -> Bool {
        let kind = known[child]?.kind
        guard child != id, owners[child] == nil,
            kind == .plain || allowingNavigation && kind == .navigationController
        else {
            // What isn't there any more is no fault: it had no state to keep.
            if kind != nil { faults.append("\(child.describe) is not in \(id.describe) any more") }
            return false
        }
        owners[child] = id
        return true
    }

    /// Whether one may be over another, which is the root of its window or presented itself.
    private func canPresent(_ presented: ViewControllerID, over id: ViewControllerID) -> Bool {
        guard let kind = known[presented]?.kind, kind != .tabBarController, owners[presented] == nil else {
            return false
        }
        let below = owners(from: id, atMost: Hierarchy.maximumPresentations + 2)
        return below.count < Hierarchy.maximumPresentations + 2 && !below.contains(presented)
    }

    /// Presentations end in a root: what is presented around a circle, or too far above one, is presented no more.
    private mutating func cutChain(at id: ViewControllerID) {
        guard let presented = known[id]?.presented else { return }
        let limit = Hierarchy.maximumPresentations * 2 + 3
        guard owners(from: id, atMost: limit).count == limit else { return }
        faults.append("\(presented.describe) is not presented by \(id.describe) any more")
        known[id]?.presented = nil
        owners[presented] = nil
    }

    /// A controller, its owner, the owner of that, and so on: in a circle without end, but for `limit`.
    private func owners(from id: ViewControllerID, atMost limit: Int) -> [ViewControllerID] {
        Array(sequence(first: id) { owners[$0] }.prefix(limit))
    }

    private func isNamed(_ id: ViewControllerID) -> Bool { known[id]?.restorationIdentifier.isEmpty == false }

    // MARK: What comes back

    /// Keeps a controller with an identifier, whose ancestors have one.
    private mutating func keep(_ id: ViewControllerID) {
        guard var archive = known[id], kept[id] == nil else { return }
        switch archive.kind {
        case .tabBarController:
            for tab in archive.viewControllers { keepTab(tab) }
            if let pushed = archive.tabs?.pushedInMore { archive.tabs?.pushedInMore = keepStack(pushed) }
        case .navigationController:
            if let root = archive.viewControllers.first { keepTab(root) }
            archive.viewControllers =
                archive.viewControllers.prefix(1) + keepStack(Array(archive.viewControllers.dropFirst()))
        case .plain, .moreNavigationController, .moreList: break
        }
        if let presented = archive.presented {
            if isNamed(presented) { keep(presented) } else { archive.presented = nil }
        }
        kept[id] = archive
    }

    /// A tab, or the root of a stack, comes back in any case.
    private mutating func keepTab(_ id: ViewControllerID) {
        if isNamed(id) { keep(id) } else { keepAtDefaults(id) }
    }

    /// What was pushed comes back up to the first one without an identifier. What was above that one is on no stack any
    /// more (`R6`), but its state is not lost.
    private mutating func keepStack(_ pushed: [ViewControllerID]) -> [ViewControllerID] {
        for id in pushed where isNamed(id) { keep(id) }
        return Array(pushed.prefix { isNamed($0) })
    }

    /// Keeps a controller without an identifier as it was created: a navigation controller with its root, which keeps its
    /// state if it has an identifier (`I-2`), and without the pushed controllers (`I-6`).
    private mutating func keepAtDefaults(_ id: ViewControllerID) {
        guard let archive = known[id]?.atDefaults, kept[id] == nil else { return }
        kept[id] = archive
        defaults.insert(id)
        for child in archive.viewControllers { keepTab(child) }
    }
}
