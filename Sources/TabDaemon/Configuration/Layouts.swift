import DBusInterface
import EventLoop
import LayoutFile
import Logging
import PluginHosting
import TOML
import TabInterface
import TabModel

/// Layouts: applying a layout file, and describing the current layout.
@EventLoop
struct Layouts {
    let delivery: EventDelivery
    let factory: ControllerFactory
    let images: ImageReferences
    let instances: Instances
    let plugins: PluginCatalog
    let quotas: Quotas
    let records: ControllerRecords
    let reopener: Reopener
    let windows: WindowAttachments

    /// Changes the tabs to those that a layout declares. An invalid layout changes nothing.
    ///
    /// - Returns: A sentence for each change, made or planned.
    func applyLayout(_ text: String, dryRun: Bool, for caller: String) throws(DBusError) -> [String] {
        if let error = Self.sizeError(text) { throw error }
        let file = LayoutDocument(text)
        try Self.check(file.errors)
        let plan = plan(file, onlyMissing: false)
        try Self.check(plan.errors)
        for id in affected(by: plan) { try windows.requireWriter(caller, of: id, member: "ApplyLayout") }
        try requireRoom(for: plan, of: caller)
        do throws(LayoutApplyError) {
            var trial = LayoutDryRun(delivery.hierarchy)
            try trial.execute(plan)
            guard !dryRun else { return plan.changes }
            var apply = LayoutApply(
                delivery: delivery, factory: factory, records: records, reopener: reopener, windows: windows,
                holder: caller)
            try apply.execute(plan)
        } catch {
            throw error.busError
        }
        return plan.changes
    }

    /// Returns all problems of a layout, else the changes that applying it would make.
    func checkLayout(_ text: String, for caller: String) -> [LayoutFinding] {
        if let error = Self.sizeError(text) { return [LayoutFinding(.tooLarge, text: error.message)] }
        let file = LayoutDocument(text)
        let plan = plan(file, onlyMissing: false)
        let problems = LayoutFindings.problems(of: file, plan)
        guard problems.isEmpty else { return problems }
        let obstacles = obstacles(to: plan, for: caller)
        return obstacles.isEmpty ? plan.findings : LayoutFindings.limited(obstacles)
    }

    /// The reasons why a valid plan can't be executed.
    private func obstacles(to plan: LayoutPlan, for caller: String) -> [LayoutFinding] {
        var findings: [LayoutFinding] = []
        var seen: Set<ViewControllerID> = []
        for id in affected(by: plan) where seen.insert(id).inserted {
            do throws(DBusError) {
                try windows.requireWriter(caller, of: id, member: "ApplyLayout")
            } catch {
                findings.append(LayoutFinding(.accessDenied, text: error.message))
            }
        }
        do throws(DBusError) {
            try requireRoom(for: plan, of: caller)
        } catch {
            findings.append(LayoutFinding(.limitsExceeded, text: error.message))
        }
        guard findings.isEmpty else { return findings }
        do throws(LayoutApplyError) {
            var trial = LayoutDryRun(delivery.hierarchy)
            try trial.execute(plan)
            return []
        } catch {
            guard let entry = error.entry else { return [LayoutFinding(.cannotApply, text: error.error.message)] }
            return [
                LayoutFinding(
                    .cannotApply, line: entry.line, key: "identifier", value: entry.identifier,
                    text: error.error.message)
            ]
        }
    }

    private static func sizeError(_ text: String) -> DBusError? {
        let (size, allowed) = (text.utf8.count, TOMLReader.maximumSize)
        guard size > allowed else { return nil }
        return .limitsExceeded("the layout has \(size) bytes: at most \(allowed) are allowed")
    }

    private func requireRoom(for plan: LayoutPlan, of caller: String) throws(DBusError) {
        let parts = plan.creations.map {
            [.navigation, .view].contains($0.entry.kind) ? 1 : Quotas.controllersOfTabBarController
        }
        try quotas.requireRoom(for: parts.reduce(0, +), of: caller)
        for (holder, bytes) in texts(in: plan, for: caller) {
            try quotas.requireRoom(for: 0, content: bytes, of: holder)
        }
        var icons: [String?: Set<String>] = [:]
        for change in plan.settings {
            guard case .icon(let icon) = change.setting, ImageName.isName(icon) else { continue }
            let holder = if case .live(let id) = change.target { records[id]?.holder } else { caller }
            icons[holder, default: []].insert(icon)
        }
        for (holder, names) in icons { try images.library.requireRoom(toName: names, for: holder) }
    }

    /// The size of the texts that a plan sets, by the client whose quota counts them. The plan must not fail halfway.
    private func texts(in plan: LayoutPlan, for caller: String) -> [String: Int] {
        var sizes = [caller: plan.creations.reduce(0) { $0 + $1.entry.identifier.utf8.count }]
        for change in plan.settings {
            let size =
                switch change.setting {
                case .title(let title): Quotas.content(title: title, identifier: "")
                case .icon(let text), .badge(let text): text.utf8.count
                case .isHidden, .allowsHiding, .window: 0
                }
            switch change.target {
            case .new: sizes[caller, default: 0] += size
            case .live(let id): if let holder = records[id]?.holder { sizes[holder, default: 0] += size }
            }
        }
        return sizes
    }

    /// Creates the view controllers that the layout file at `path` declares and that don't exist. Errors are logged and
    /// don't keep the daemon from starting.
    func createMissing(from path: String) {
        let text: String
        do throws(DBusError) {
            guard let found = try SettingsFile.text(at: path) else { return }
            text = found
        } catch {
            return log.warning("ignoring \(path): \(error.message)")
        }
        let file = LayoutDocument(text)
        guard file.errors.isEmpty else {
            for error in file.errors { log.warning("\(path):\(error.position): \(error.message)") }
            return log.warning("ignoring \(path) until it is corrected; check it with 'tabctl layout diff'")
        }
        let plan = plan(file, onlyMissing: true)
        var errors = plan.errors
        var skipped: Set<String> = []
        do throws(LayoutApplyError) {
            var trial = LayoutDryRun(delivery.hierarchy)
            try trial.execute(plan)
            var apply = LayoutApply(
                delivery: delivery, factory: factory, records: records, reopener: reopener, windows: windows,
                holder: nil)
            for failure in try apply.execute(plan, isPartial: true) {
                guard let entry = failure.entry else { continue }
                errors.append(LayoutError(.cannotApply, line: entry.line, message: failure.error.message))
                skipped.insert(LayoutPlan.change(creating: entry))
            }
        } catch {
            return log.warning("ignoring \(path): \(error.error.message)")
        }
        for error in errors.sorted(by: { $0.line < $1.line }) {
            log.warning("\(path):\(error.position): \(error.message)")
        }
        for change in plan.changes where !skipped.contains(change) { log.info("\(path): \(change)") }
    }

    private func plan(_ file: LayoutDocument, onlyMissing: Bool) -> LayoutPlan {
        // Each type is looked up once.
        var offers: [String: Result<Manifest.PluginClass, DBusError>] = [:]
        return LayoutPlan(of: file.controllers, in: currentLayout, onlyMissing: onlyMissing) { entry, isInside in
            let found = offers[entry.type] ?? offered(entry.type)
            offers[entry.type] = found
            switch found {
            case .success(let pluginClass):
                guard isInside, pluginClass.superclass != "ViewController" else { return nil }
                return "'\(entry.type)' is a tab bar controller, which cannot be inside another view controller"
            case .failure(let error): return error.message
            }
        }
    }

    private func offered(_ type: String) -> Result<Manifest.PluginClass, DBusError> {
        do throws(DBusError) { return .success(try instances.offer(ofType: type).pluginClass) } catch {
            return .failure(error)
        }
    }

    private static func check(_ errors: [LayoutError]) throws(DBusError) {
        guard !errors.isEmpty else { return }
        let shown = errors.prefix(10).map(\.description).joined(separator: "; ")
        throw .invalidArgument(errors.count > 10 ? "\(shown); and \(errors.count - 10) more" : shown)
    }

    private func affected(by plan: LayoutPlan) -> [ViewControllerID] {
        let references =
            plan.arrangements.flatMap { [$0.container] + $0.children } + plan.settings.map(\.target)
            + plan.destructions.map { .live($0) }
        return references.compactMap { reference in
            guard case .live(let id) = reference else { return nil }
            return id
        }
    }

    /// All view controllers, for the comparison with a layout.
    var currentLayout: CurrentLayout {
        var controllers: [ViewControllerID: LiveController] = [:]
        var parents: [ViewControllerID: ViewControllerID] = [:]
        for (id, record) in records.all {
            guard let archive = ControllerArchive(of: id, in: delivery.hierarchy.nodes) else { continue }
            controllers[id] = liveController(archive, record)
            for child in archive.viewControllers { parents[child] = id }
        }
        for (id, parent) in parents { controllers[id]?.parent = parent }
        for (id, controller) in controllers where controller.entry.kind == .navigation {
            let root = controller.children.first.flatMap { controllers[$0] }
            // A navigation controller is only declarable if its root is, and is temporary if its root is.
            if root?.isDeclarable != true { controllers[id]?.isDeclarable = false }
            if root?.isTemporary == true { controllers[id]?.isTemporary = true }
        }
        return CurrentLayout(Array(controllers.values))
    }

    private func liveController(_ archive: ControllerArchive, _ record: ControllerRecord) -> LiveController {
        let isPlugins = !record.pluginID.isEmpty
        let kind: LayoutEntry.Kind =
            switch archive.kind {
            case .tabBarController where !isPlugins: .tabBar
            case .navigationController: .navigation
            default: .view
            }
        var entry = LayoutEntry(kind: kind)
        entry.identifier = archive.restorationIdentifier
        entry.title = archive.settings.title ?? ""
        if archive.settings.hasOwnItem {
            entry.icon = archive.settings.item.image ?? ""
            entry.badge = archive.settings.item.badgeValue ?? ""
        }
        entry.isHidden = archive.settings.tabVisibility.isHiddenByDefault
        entry.allowsHiding = archive.settings.tabVisibility.allowsHiding
        entry.isLazy = record.isLazy
        if kind == .tabBar { entry.profile = archive.tabs?.profile.rawValue }
        let window = kind == .view ? nil : archive.window
        if let window { entry.window = LayoutWindow(windows[archive.id] ?? Attachments(to: window)) }
        var controller = LiveController(archive.id, entry: entry)
        if let window {
            controller.defaultWindow = LayoutWindow(Attachments(to: Window(profile: window.profile)))
        }
        if kind == .tabBar, let tabs = archive.tabs {
            controller.entry.window.focus = tabs.isFocusEnabled
            controller.defaultWindow.focus = tabs.profile == .tv
        }
        if kind == .view {
            controller.entry.type = record.type
            controller.hasOtherArguments = TOMLText.table(record.arguments) == nil
            if !controller.hasOtherArguments { controller.entry.arguments = record.arguments }
            let offer = try? plugins.registry?.pluginClass(ofType: record.type)
            controller.defaultTitle = offer?.class.title ?? ""
            if let title = entry.title, offer?.class.hasTitle(title) == true { controller.defaultTitle = title }
            controller.defaultIcon = offer.map { images.icon(of: $0.class, in: $0.plugin) } ?? ""
        } else {
            controller.children = archive.viewControllers
        }
        controller.isDeclarable = record.type != "remote" && record.isListed
        controller.isTemporary = record.destroyedWithClient != nil
        controller.isPresented =
            delivery.hierarchy.nodes.parent(of: archive.id) == nil
            && delivery.hierarchy.nodes.presentingViewController(of: archive.id) != nil
        return controller
    }
}
