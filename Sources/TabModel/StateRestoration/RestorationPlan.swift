/// The archived controllers to restore, and their places (`R2`, `R4`, `R6`, `I-2`, `I-6`).
///
/// Archives come from a file and are not trusted.
struct RestorationPlan {
    /// The restored controllers with their valid relations, by ascending number.
    private(set) var archives: [ControllerArchive] = []
    /// The controllers without an identifier, which are restored in their initial state.
    private(set) var defaults: Set<ViewControllerID> = []
    /// The invalid controllers, which are skipped.
    private(set) var refused: Set<ViewControllerID> = []
    /// The errors in the archives, as sentences.
    private(set) var errors: [String] = []

    private var known: [ViewControllerID: ControllerArchive] = [:]
    private var owners: [ViewControllerID: ViewControllerID] = [:]
    private var kept: [ViewControllerID: ControllerArchive] = [:]

    /// - Parameter next: The first number that was never used.
    init(_ given: [ControllerArchive], numberingFrom next: UInt64) {
        admit(given)
        numberParts(from: next)
        nameApart()
        for id in known.keys.sorted() { relate(id) }
        for id in known.keys.sorted() { cutChain(at: id) }
        for id in known.keys.sorted() where owners[id] == nil && isNamed(id) { keep(id) }
        archives = kept.values.sorted { $0.id < $1.id }
    }

    /// Skips invalid archives: a number that appears twice, More without its controller.
    private mutating func admit(_ given: [ControllerArchive]) {
        for archive in given.sorted(by: { $0.id < $1.id }) {
            let id = archive.id
            guard archive.kind == .tabBarController ? archive.tabs != nil : archive.tabs == nil,
                !archive.kind.isPartOfTabBarController, id.isValid, known[id] == nil
            else {
                if known[id] == nil { refused.insert(id) }
                errors.append("\(id.describe) is skipped: its kind or its number is invalid")
                continue
            }
            known[id] = archive
        }
    }

    /// Gives More and its list new numbers when theirs belong to another controller or are missing.
    private mutating func numberParts(from next: UInt64) {
        let given = Set(known.values.flatMap { [$0.id] + $0.partIDs }.map(\.rawValue))
        var next = next
        var taken = Set(known.keys)
        for id in known.keys.sorted() {
            while given.contains(next) || given.contains(next + 1) { next += 1 }
            if known[id]?.numberParts(besides: taken, from: next) == true {
                next += 2
                errors.append("More of \(id.describe) has a new number: its own is invalid")
            }
            taken.formUnion(known[id]?.partIDs ?? [])
        }
    }

    /// If two controllers have the same identifier, the first one keeps it. The other one and its content are still
    /// restored (`I-6`).
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
            errors.append(
                "\(id.describe) has the restoration identifier '\(shown)' of another view controller, and gets '\(shown)-\(number)'"
            )
        }
    }

    /// Drops relations to controllers that are missing or not allowed there.
    private mutating func relate(_ id: ViewControllerID) {
        guard var archive = known[id] else { return }
        switch archive.kind {
        case .tabBarController:
            archive.viewControllers = archive.viewControllers.filter {
                claim($0, into: id, allowingNavigation: true)
            }
            let pushed = archive.tabs?.pushedInMore ?? []
            archive.tabs?.pushedInMore = claimStack(pushed, of: id)
        case .navigationController: archive.viewControllers = claimStack(archive.viewControllers, of: id)
        case .plain, .moreNavigationController, .moreList: archive.viewControllers = []
        }
        if let presented = archive.presented, !canPresent(presented, over: id) {
            errors.append("the presentation of \(presented.describe) by \(id.describe) is dropped")
            archive.presented = nil
        }
        if let presented = archive.presented { owners[presented] = id }
        known[id] = archive
    }

    /// Removes the controllers above a missing one from the stack (`R6`).
    private mutating func claimStack(_ stack: [ViewControllerID], of id: ViewControllerID) -> [ViewControllerID] {
        Array(stack.prefix { claim($0, into: id, allowingNavigation: false) })
    }

    private mutating func claim(
        _ child: ViewControllerID, into id: ViewControllerID, allowingNavigation: Bool
    ) -> Bool {
        let kind = known[child]?.kind
        guard child != id, owners[child] == nil,
            kind == .plain || allowingNavigation && kind == .navigationController
        else {
            // A missing controller is not an error: it had no state to keep.
            if kind != nil { errors.append("\(child.describe) is removed from \(id.describe)") }
            return false
        }
        owners[child] = id
        return true
    }

    /// Returns whether one controller may be presented over another, which is a root or presented itself.
    private func canPresent(_ presented: ViewControllerID, over id: ViewControllerID) -> Bool {
        guard let kind = known[presented]?.kind, kind != .tabBarController, owners[presented] == nil else {
            return false
        }
        let below = owners(from: id, atMost: Presentation.maximum + 2)
        return below.count < Presentation.maximum + 2 && !below.contains(presented)
    }

    /// Cuts presentations that form a circle or are too deep. Every chain of presentations must end in a root.
    private mutating func cutChain(at id: ViewControllerID) {
        guard let presented = known[id]?.presented else { return }
        let limit = Presentation.maximum * 2 + 3
        guard owners(from: id, atMost: limit).count == limit else { return }
        errors.append("the presentation of \(presented.describe) by \(id.describe) is dropped")
        known[id]?.presented = nil
        owners[presented] = nil
    }

    /// Returns a controller, its owner, the owner of that, and so on, up to `limit`. In a circle it would not end
    /// otherwise.
    private func owners(from id: ViewControllerID, atMost limit: Int) -> [ViewControllerID] {
        Array(sequence(first: id) { owners[$0] }.prefix(limit))
    }

    private func isNamed(_ id: ViewControllerID) -> Bool { known[id]?.restorationIdentifier.isEmpty == false }

    // MARK: Restored controllers

    /// Restores a controller with an identifier whose containers have identifiers.
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

    /// Restores a tab or the root of a stack. This never depends on an identifier.
    private mutating func keepTab(_ id: ViewControllerID) {
        if isNamed(id) { keep(id) } else { keepAtDefaults(id) }
    }

    /// Restores pushed controllers up to the first one without an identifier. The controllers above it are no longer on
    /// a stack (`R6`), but keep their state.
    private mutating func keepStack(_ pushed: [ViewControllerID]) -> [ViewControllerID] {
        for id in pushed where isNamed(id) { keep(id) }
        return Array(pushed.prefix { isNamed($0) })
    }

    /// Restores a controller without an identifier in its initial state: a navigation controller with its root, which
    /// keeps its state if it has an identifier (`I-2`), and without the pushed controllers (`I-6`).
    private mutating func keepAtDefaults(_ id: ViewControllerID) {
        guard let archive = known[id]?.atDefaults, kept[id] == nil else { return }
        kept[id] = archive
        defaults.insert(id)
        for child in archive.viewControllers { keepTab(child) }
    }
}
