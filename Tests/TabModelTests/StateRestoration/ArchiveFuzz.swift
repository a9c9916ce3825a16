import TestSupport

/// Contradictory archives, as in a damaged store.
enum ArchiveFuzz {
    static func contradict(_ archives: [ControllerArchive], _ numbers: inout Numbers) -> [ControllerArchive] {
        var archives = archives
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
            guard let index = archives.indices.randomElement(using: &numbers) else { break }
            let other = archives.randomElement(using: &numbers) ?? archives[index]
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: archives.append(other)
            case 1: archives.remove(at: index)
            case 2: archives[index].viewControllers.append(other.id)
            case 3: archives[index].viewControllers += archives[index].viewControllers
            case 4: archives[index].viewControllers = archives.map(\.id).shuffled(using: &numbers)
            case 5: archives[index].presented = other.id
            case 6: archives[index].restorationIdentifier = other.restorationIdentifier
            case 7: archives[index] = renumbered(archives[index], &numbers)
            case 8: archives[index] = ofOtherKind(archives[index], &numbers)
            case 9: archives[index].tabs = other.tabs
            case 10: point(&archives[index].tabs, at: other.id, &numbers)
            default: archives[index].viewControllers.insert(anyNumber(&numbers), at: 0)
            }
        }
        return archives.shuffled(using: &numbers)
    }

    private static func anyNumber(_ numbers: inout Numbers) -> ViewControllerID {
        let given: [UInt64] = [0, 1, 2, 3, 1 << 32, 1 << 53, 1 << 53 + 1, .max - 1, .max]
        return ViewControllerID(given.randomElement(using: &numbers) ?? 0)
    }

    private static func renumbered(_ archive: ControllerArchive, _ numbers: inout Numbers) -> ControllerArchive {
        var copy = ControllerArchive(id: anyNumber(&numbers), kind: archive.kind)
        copy.restorationIdentifier = archive.restorationIdentifier
        copy.viewControllers = archive.viewControllers
        copy.tabs = archive.tabs
        return copy
    }

    private static let kinds: [Kind] = [
        .plain, .tabBarController, .navigationController, .moreNavigationController, .moreList,
    ]

    private static func ofOtherKind(_ archive: ControllerArchive, _ numbers: inout Numbers) -> ControllerArchive {
        var copy = ControllerArchive(id: archive.id, kind: kinds.randomElement(using: &numbers) ?? .plain)
        copy.restorationIdentifier = archive.restorationIdentifier
        copy.viewControllers = archive.viewControllers
        copy.tabs = Bool.random(using: &numbers) ? archive.tabs : nil
        copy.presented = archive.presented
        return copy
    }

    private static func point(_ tabs: inout TabsArchive?, at id: ViewControllerID, _ numbers: inout Numbers) {
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: tabs?.selected = id
        case 1: tabs?.lastDirect = id
        case 2: tabs?.moreShown = id
        case 3: tabs?.pushedInMore.append(id)
        default:
            let more = tabs?.more ?? id
            tabs?.pushedInMore = [id, id, more]
        }
    }
}
