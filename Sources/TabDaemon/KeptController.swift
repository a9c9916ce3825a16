import DBusInterface
import TabModel

/// What brings one view controller back: in this life of the daemon by Reopen, or in the next one.
struct KeptController: Hashable {
    var archive: ControllerArchive
    /// As on the bus.
    let type: String
    let arguments: [String: Variant]
    /// Whether the manifest lists its class.
    var isListed = true
    var preferredFocusedView: UInt32 = 0
    /// Of a remote controller: who may register it again.
    var remoteBusName: String?
    var remotePath = ObjectPath.none
    var isAlwaysVisible = false
    /// Of one that was destroyed: where it was, and its place in the order of destruction, from 1.
    var place: Hierarchy.Remains.Place?
    var destroyed: UInt64 = 0

    /// Whether it can be made again: of a class that its manifest doesn't list, only when its plugin asks for it by its
    /// identifier. A navigation controller needs no plugin.
    var canComeBack: Bool {
        isListed || !archive.restorationIdentifier.isEmpty || archive.kind == .navigationController
    }

    /// Whether a client can become the owner of this remote controller, by bus name or by identifier.
    var canBeRegisteredAgain: Bool { remoteBusName != nil || !archive.restorationIdentifier.isEmpty }

    var remains: Hierarchy.Remains { Hierarchy.Remains(archive, place: place) }
}

extension Daemon {
    /// What a live controller is, as it is kept; nil for More and its list.
    func kept(_ id: ViewControllerID) -> KeptController? {
        guard var archive = hierarchy.archive(of: id), let record = records[id] else { return nil }
        if let attachments = attachments[id] {
            archive.window?.size = attachments.writtenSize
            archive.window?.colorScheme = attachments.writtenColorScheme
        }
        var kept = KeptController(archive: archive, type: record.type, arguments: record.arguments)
        kept.isListed = record.isListed
        kept.preferredFocusedView = record.preferredFocusedView
        kept.remoteBusName = record.remoteBusName
        kept.remotePath = record.remotePath
        kept.isAlwaysVisible = attachments[id]?.isAlwaysVisible ?? false
        return kept
    }
}
