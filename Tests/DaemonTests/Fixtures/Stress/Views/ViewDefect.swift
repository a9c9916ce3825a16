import TestSupport

/// A defect of an update that makes the daemon refuse all of it.
enum ViewDefect: CaseIterable {
    case unknownClass, otherClass, unknownKey, wrongValue, mask, frame, usedIdentifier
    case unknownParent, laterParent, noParent, ownParent, parentInside, rootInside
    case idZero, usedID, idRemovedNow
    case removedRoot, removedNothing, removedTwice, removedInside
    case tooDeep, tooMany

    static func random(_ values: inout RandomViewValues) -> ViewDefect {
        let defect = values.pick(allCases)
        // Two thousand views are expensive, so this defect is rare.
        return defect == .tooMany && !values.chance(1, in: 50) ? .unknownParent : defect
    }

    /// Adds the defect to an update.
    ///
    /// - Parameters:
    ///   - edits: The edits, with the tree as it would be after the valid update.
    ///   - before: The present tree.
    func addDefect(
        _ update: inout ViewUpdate, of edits: RandomViewEdits, before: RandomViewEdits,
        _ values: inout RandomViewValues
    ) {
        update.expected = "InvalidArgument"
        update.defect = "\(self)"
        guard addRemovalDefect(&update, before, &values) else {
            addEntryDefect(&update, edits, before, &values)
            return
        }
    }

    /// Adds a defect of removals. Returns whether this is one.
    private func addRemovalDefect(
        _ update: inout ViewUpdate, _ before: RandomViewEdits, _ values: inout RandomViewValues
    ) -> Bool {
        switch self {
        case .removedRoot: update.removed.append(1)
        case .removedNothing: update.removed.append(before.lastID + 77)
        case .removedTwice, .removedInside:
            // The parent, or the view itself, is removed.
            guard let id = before.ids.last else { return false }
            let parent = before.tree.entries[id]?.parent ?? 1
            update.removed = self == .removedInside && parent != 1 ? [parent, id] : [id, id]
        default: return false
        }
        return true
    }

    private func addEntryDefect(
        _ update: inout ViewUpdate, _ edits: RandomViewEdits, _ before: RandomViewEdits,
        _ values: inout RandomViewValues
    ) {
        let free = edits.lastID + 1
        // Placed after the other entries, where the tree is as it would be after the update.
        var entry = ViewEntry.view(free, values.pick(RandomViewValues.kinds).viewClass.name)
        var more: [ViewEntry] = []
        switch self {
        case .unknownClass: entry.className = values.pick(["", "Window", "label"])
        case .otherClass:
            entry.id = edits.ids.last ?? 1
            let old = edits.tree.entries[entry.id]
            entry.parent = old?.parent ?? 0
            entry.className = old?.className == "Label" ? "Button" : "Label"
        case .unknownKey: entry.properties["Colour"] = .string("red")
        case .wrongValue: update.expected = Self.addDefect(&entry, &values)
        case .mask: entry.autoresizing = values.pick([64, .max])
        case .frame:
            entry.frame = values.pick([
                DBusRect(.nan, 0, 1, 1), DBusRect(0, .infinity, 1, 1), DBusRect(0, 0, -1, 1), .null,
                DBusRect(0, 0, 1, 2e9),
            ])
        case .usedIdentifier:
            entry.properties["Identifier"] = .string("twice")
            more = [.view(free + 1, with: ["Identifier": .string("twice")])]
        case .unknownParent: entry.parent = free + 77
        case .laterParent:
            entry.parent = free + 1
            more = [.view(free + 1)]
        case .ownParent: entry.parent = free
        case .parentInside: more = [.view(free + 1, in: free), .view(free, entry.className, in: free + 1)]
        case .rootInside: more = [.view(1, edits.tree.entries[1]?.className ?? "View", in: free)]
        case .idZero: entry.id = 0
        case .usedID: entry.id = edits.spent.first { edits.tree.entries[$0] == nil } ?? 0
        case .idRemovedNow:
            guard let id = before.ids.first else { return entry.parent = 0 }
            update.removed = [id]
            update.changed = [.view(id, before.tree.entries[id]?.className ?? "View")]
            return
        case .tooDeep:
            update.expected = "LimitsExceeded"
            more = (0..<UInt32(ViewLimits.depth) - 1).map { .view(free + 1 + $0, in: free + $0) }
        case .tooMany:
            update.expected = "LimitsExceeded"
            more = (0..<UInt32(ViewLimits.views)).map { .view(free + 1 + $0) }
        case .noParent, .removedRoot, .removedNothing, .removedTwice, .removedInside: entry.parent = 0
        }
        update.changed.append(entry)
        update.changed += more
    }

    /// Gives a view a value that its class does not accept. Returns the name of the error.
    private static func addDefect(_ entry: inout ViewEntry, _ values: inout RandomViewValues) -> String {
        guard let kind = RandomViewValues.kindsByName[entry.className] else { return "" }
        let (name, key) = values.pick(kind.keys)
        let (value, error) = values.wrongValue(of: key)
        entry.properties[name] = value
        return error
    }
}
