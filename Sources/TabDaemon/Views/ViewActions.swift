import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Reads of views, and actions on them: validation, and delivery to the owner.
@EventLoop
final class ViewActions: DaemonPart {
    let core: Core
    private let instances: Instances
    private let replies: TurnReplies
    private let userGestures: UserGestures
    private let views: ViewStore

    init(core: Core, instances: Instances, replies: TurnReplies, userGestures: UserGestures, views: ViewStore) {
        self.core = core
        self.instances = instances
        self.replies = replies
        self.userGestures = userGestures
        self.views = views
    }

    /// Replies with the views, after their owner has updated them.
    func read(_ id: ViewControllerID, _ promise: Promise<(UInt64, [ViewEntry])>) {
        if instances.waitForInstance(of: id, { [self] in read(id, promise) }) { return }
        promise.pending.isImmediate = true
        let reply: @EventLoop () -> Void = { [self] in
            replies.atTurnEnd { [self] in
                guard delivery.hierarchy.nodes.contains(id) else {
                    return promise.fail(.unknownObject("\(id.path) was destroyed"))
                }
                let snapshot = views.snapshot(of: id)
                promise.succeed(snapshot.revision, snapshot.views)
            }
        }
        guard let record = records[id], record.views.isLoaded, let owner = record.owner, record.state.isReady,
            !record.isUpdatingContent
        else { return reply() }
        record.isUpdatingContent = true
        let deadline = Deadline<Void>(milliseconds: UInt64(settings.deadlines.updateContent)) { _ in reply() }
        owner.updateContent {
            record.isUpdatingContent = false
            deadline.meet(())
        }
    }

    /// Sends an action when the instance of the view controller is created.
    func send(
        _ action: String, _ value: Variant, toView view: UInt32, _ options: Options, of id: ViewControllerID,
        caller: String, _ promise: Promise<Void>
    ) throws(DBusError) {
        let mustWait = instances.waitForInstance(of: id) { [self] in
            do throws(DBusError) {
                try sendNow(action, value, toView: view, options, of: id, caller: caller, promise)
            } catch {
                promise.fail(error)
            }
        }
        if !mustWait { try sendNow(action, value, toView: view, options, of: id, caller: caller, promise) }
    }

    /// Sends an action.
    ///
    /// - Parameter hasWaited: Whether the action has waited for the delegate of a popover.
    private func sendNow(
        _ action: String, _ value: Variant, toView view: UInt32, _ options: Options, of id: ViewControllerID,
        caller: String, hasWaited: Bool = false, _ promise: Promise<Void>
    ) throws(DBusError) {
        guard let record = records[id] else { throw .unknownObject("no object at \(id.path)") }
        // Earlier calls in the same turn may have changed the layout.
        views.updateContainerViews(of: id, record)
        let entry = try Self.view(view, options, of: id, record.views)
        try Self.check(action, value, on: entry, in: record.views, settings.viewLimits)
        let edit = try Self.edit(action, value, options, caller: caller, on: entry)
        guard let owner = record.owner else {
            throw .pluginUnavailable(
                "\(id.path) has no owner for its actions"
                    + (record.failureReason.isEmpty ? "" : ": \(record.failureReason)"))
        }
        let target = HitTestTarget.control(id, views: record.views.chain(from: entry.id))
        if let page = owner as? MorePage {
            // Like TapRow and MoveItem, this gesture waits for the question of an earlier one.
            let command = try page.command(action, value)
            return try userGestures.performGesture(on: target, caller: caller, command, reply: promise.fulfil)
        }
        // A text field that loses the focus reports its text, which is not a tap on the field.
        if action != UserActions.editingDidEnd.name {
            let isCovered = try userGestures.popoverTaps.cover(target, caller: hasWaited ? nil : caller) { result in
                promise.fulfil(result.flatMap { .failure($0.error) })
            } again: { [unowned self] () throws(DBusError) in
                try sendNow(
                    action, value, toView: view, options, of: id, caller: caller, hasWaited: true, promise)
            }
            guard !isCovered else { return }
        }
        if let edit { record.views.deliverEdit(edit.revision, of: edit.client, to: entry.id) }
        let isOptional = ViewClasses.viewClass(entry.className)?.optionalActions.contains(action) == true
        owner.action(action, view: entry.id, value: value) { [views] error in
            if let edit, record.views.didHandleEdit(edit.revision, of: edit.client, in: entry.id) {
                views.noteViews(of: id)
            }
            promise.fulfil(isOptional && error?.name == DBusError.Name.notSupported ? nil : error)
        }
    }

    /// Returns the text of a front end with its revision; nil without the option.
    private static func edit(
        _ action: String, _ value: Variant, _ options: Options, caller: String, on entry: ViewEntry
    ) throws(DBusError) -> (client: String, revision: UInt64)? {
        guard let revision = options[ViewControllerInterface.SendActionOption.revision] else { return nil }
        guard revision > 0 else { throw .invalidArgument("Revision is 0; expected a number of at least 1") }
        let hasText = ViewClasses.viewClass(entry.className)?.keys[ViewKeys.textRevisions.name] != nil
        guard hasText, ViewClasses.commonActions[action] == nil else {
            throw .invalidArgument("\(action) of view \(entry.id) has no text; Revision is for texts only")
        }
        return (caller, revision)
    }

    private static func view(
        _ number: UInt32, _ options: Options, of id: ViewControllerID, _ views: ViewTree
    ) throws(DBusError) -> ViewEntry {
        if let identifier = options[ViewControllerInterface.SendActionOption.identifier] {
            guard let entry = views.view(identifiedBy: identifier) else {
                throw .invalidArgument("\(id.path) has no view with Identifier '\(identifier.prefix(200))'")
            }
            return entry
        }
        guard let entry = views[number] else {
            throw .invalidArgument(
                views.isLoaded
                    ? "\(id.path) has no view \(number)"
                    : "\(id.path) has no view \(number): its view is not loaded; use Attach or LoadViewIfNeeded")
        }
        return entry
    }

    private static func check(
        _ action: String, _ value: Variant, on entry: ViewEntry, in views: ViewTree, _ limits: ViewLimits
    ) throws(DBusError) {
        let actions = ViewClasses.viewClass(entry.className)?.actions ?? [:]
        guard let signature = actions[action] else {
            let known = actions.keys.sorted().joined(separator: ", ")
            throw .invalidArgument(
                "view \(entry.id) is a \(entry.className), which has no action '\(action.prefix(80))'"
                    + (known.isEmpty ? "" : "; expected \(known)"))
        }
        guard value.signature == signature else {
            throw .invalidArgs("\(action) has a value of type '\(value.signature)', expected '\(signature)'")
        }
        guard views.isReachable(entry.id) else {
            throw .invalidArgument("view \(entry.id) is hidden or disabled")
        }
        guard value.isFinite else { throw .invalidArgument("the value of \(action) is not finite") }
        switch (entry.kind, value) {
        case (_, .string(let item)) where action == UserActions.menuItemSelected.name:
            try check(choice: item, in: entry.menu, entry)
        case (.tableView, _): try checkRows(action, value, on: entry)
        case (.segmentedControl, .int32(let segment)): try check(segment: segment, on: entry)
        case (.tabBar, .uint32(let item)): try check(item: item, on: entry)
        case (.slider, .double(let number)): try check(number, on: entry)
        case (.textView, _) where !entry[ViewKeys.isEditable]:
            throw .invalidArgument("view \(entry.id) is not editable")
        case (_, .string(let text)) where text.utf8.count > limits.text:
            throw .limitsExceeded("the text has \(text.utf8.count) bytes: at most \(limits.text) are allowed")
        default: break
        }
    }

    /// Checks that the user can choose this item of a menu of a view.
    private static func check(choice: String, in menu: [MenuItem], _ entry: ViewEntry) throws(DBusError) {
        guard !menu.isEmpty else { throw .invalidArgument("view \(entry.id), a \(entry.className), has no such menu") }
        try menu.checkChoice(choice, named: "the menu of view \(entry.id)")
    }

    private static func check(segment: Int32, on entry: ViewEntry) throws(DBusError) {
        let count = entry.elements(of: ViewKeys.segments).count
        guard (-1..<count).contains(Int(segment)) else {
            throw .outOfRange("segment \(segment) is out of range: view \(entry.id) has \(count) segments")
        }
    }

    private static func check(item: UInt32, on entry: ViewEntry) throws(DBusError) {
        let items = entry.items
        guard item < items.count else {
            throw .outOfRange("item \(item) is out of range: view \(entry.id) has \(items.count) items")
        }
        guard items[Int(item)].enabled else {
            throw .invalidArgument("item \(item) of view \(entry.id) is disabled")
        }
    }

    private static func check(_ number: Double, on slider: ViewEntry) throws(DBusError) {
        let (minimum, maximum) = (slider[ViewKeys.minimum], slider[ViewKeys.maximum])
        guard number >= minimum, number <= maximum else {
            throw .invalidArgument("\(number) is out of range; view \(slider.id) allows \(minimum) to \(maximum)")
        }
    }

    private static func checkRows(_ action: String, _ value: Variant, on entry: ViewEntry) throws(DBusError) {
        let rows = entry.rows
        let named: [UInt32] =
            switch value {
            case .uint32(let row): [row]
            case .structure(let fields): fields.compactMap { UInt32(variant: $0) }
            default: []
            }
        for row in named where row >= rows.count {
            throw .outOfRange("row \(row) is out of range: view \(entry.id) has \(rows.count) rows")
        }
        let allowed =
            switch action {
            case UserActions.deleteRow.name: entry[ViewKeys.allowsDelete]
            case UserActions.moveRow.name: entry[ViewKeys.allowsMove]
            default: named.allSatisfy { rows[Int($0)].enabled }
            }
        guard allowed else {
            throw .invalidArgument("view \(entry.id) does not allow '\(action)' on this row")
        }
        if let choice = RowMenuChoice(variant: value) { try check(choice: choice.item, in: entry.rowMenu, entry) }
    }
}
