import DBusConnection
import DBusInterface
import LayoutFile
import Logging
import PluginHosting
import TOML
import TabInterface
import TabModel

/// Layouts: what there is as a text, and the reverse.
extension Daemon {
    /// Makes the tabs what a layout declares; nothing changes when anything in it is wrong.
    ///
    /// - Returns: What was changed, or would be, a sentence each.
    func applyLayout(_ text: String, dryRun: Bool, for caller: String) throws(DBusError) -> [String] {
        guard text.utf8.count <= TOMLReader.maximumSize else {
            let allowed = TOMLReader.maximumSize
            throw .limitsExceeded("the layout has \(text.utf8.count) bytes: at most \(allowed) are allowed")
        }
        let file = LayoutDocument(text)
        try Self.check(file.problems)
        let plan = plan(file, onlyMissing: false)
        try Self.check(plan.problems)
        for id in touched(by: plan) { try requireWriter(caller, of: id, member: "ApplyLayout") }
        let parts = plan.creations.map {
            [.navigation, .view].contains($0.entry.kind) ? 1 : Self.controllersOfTabBarController
        }
        try requireRoom(for: parts.reduce(0, +), of: caller)
        do throws(LayoutFailure) {
            var rehearsal = LayoutRehearsal(hierarchy)
            try rehearsal.carryOut(plan)
            guard !dryRun else { return plan.changes }
            var performance = LayoutPerformance(daemon: self, holder: caller)
            try performance.carryOut(plan)
        } catch {
            throw error.described
        }
        return plan.changes
    }

    /// Makes what a layout declares and what is not there. What is wrong with it is told in the log, and keeps nobody from
    /// starting.
    func makeMissing(of path: String) {
        let text: String
        do throws(DBusError) {
            guard let found = try SettingsFile.text(at: path) else { return }
            text = found
        } catch {
            return log.warning("\(path) is not used: \(error.message)")
        }
        let file = LayoutDocument(text)
        guard file.problems.isEmpty else {
            for problem in file.problems { log.warning("\(path):\(problem.place): \(problem.message)") }
            return log.warning("\(path) is not used until that is mended; 'tabctl layout diff' checks it")
        }
        let plan = plan(file, onlyMissing: true)
        var problems = plan.problems
        var untrue: Set<String> = []
        do throws(LayoutFailure) {
            var rehearsal = LayoutRehearsal(hierarchy)
            try rehearsal.carryOut(plan)
            var performance = LayoutPerformance(daemon: self, holder: nil)
            for failure in try performance.carryOut(plan, isPartial: true) {
                guard let entry = failure.entry else { continue }
                problems.append(LayoutProblem(line: entry.line, message: failure.error.message))
                untrue.insert(LayoutPlan.change(making: entry))
            }
        } catch {
            return log.warning("\(path) is not used: \(error.error.message)")
        }
        for problem in problems.sorted(by: { $0.line < $1.line }) {
            log.warning("\(path):\(problem.place): \(problem.message)")
        }
        for change in plan.changes where !untrue.contains(change) { log.info("\(path): \(change)") }
    }

    private func plan(_ file: LayoutDocument, onlyMissing: Bool) -> LayoutPlan {
        // What is wrong with a type is the same for all that have it.
        var offers: [String: Result<Manifest.PluginClass, DBusError>] = [:]
        return LayoutPlan(of: file.controllers, in: layoutSituation, onlyMissing: onlyMissing) { entry, isInside in
            let found = offers[entry.type] ?? offered(entry.type)
            offers[entry.type] = found
            switch found {
            case .success(let pluginClass):
                guard isInside, pluginClass.superclass != "ViewController" else { return nil }
                return "'\(entry.type)' is a tab bar controller, which can't be in another controller"
            case .failure(let error): return error.message
            }
        }
    }

    private func offered(_ type: String) -> Result<Manifest.PluginClass, DBusError> {
        do throws(DBusError) { return .success(try offer(ofType: type).2) } catch { return .failure(error) }
    }

    private static func check(_ problems: [LayoutProblem]) throws(DBusError) {
        guard !problems.isEmpty else { return }
        let shown = problems.prefix(10).map(\.description).joined(separator: "; ")
        throw .invalidArgument(problems.count > 10 ? "\(shown); and \(problems.count - 10) more" : shown)
    }

    private func touched(by plan: LayoutPlan) -> [ViewControllerID] {
        let references =
            plan.arrangements.flatMap { [$0.container] + $0.children } + plan.settings.map(\.target)
            + plan.destructions.map { .live($0) }
        return references.compactMap { reference in
            guard case .live(let number) = reference else { return nil }
            return ViewControllerID(number)
        }
    }

    // MARK: What there is

    var layoutSituation: LayoutSituation {
        var controllers: [ViewControllerID: LiveController] = [:]
        var parents: [ViewControllerID: ViewControllerID] = [:]
        for (id, record) in records {
            guard let archive = hierarchy.archive(of: id) else { continue }
            controllers[id] = liveController(archive, record)
            for child in archive.viewControllers { parents[child] = id }
        }
        for (id, parent) in parents { controllers[id]?.parent = parent.rawValue }
        for (id, controller) in controllers where controller.entry.kind == .navigation {
            let root = controller.children.first.flatMap { controllers[ViewControllerID($0)] }
            // One whose root is somebody else's can't be declared either, and one whose root goes is not left without.
            if root?.isDeclarable != true { controllers[id]?.isDeclarable = false }
            if root?.isTemporary == true { controllers[id]?.isTemporary = true }
        }
        return LayoutSituation(Array(controllers.values))
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
        if kind == .tabBar { entry.profile = archive.tabs?.profile.rawValue }
        let window = kind == .view ? nil : archive.window
        entry.size = window.map { DBusSize(attachments[archive.id]?.writtenSize ?? $0.size) }
        var controller = LiveController(number: archive.id.rawValue, entry: entry)
        controller.defaultSize = window.map { DBusSize(Window(profile: $0.profile).size) }
        if kind == .view {
            controller.entry.type = record.type
            controller.hasOtherArguments = TOMLText.table(record.arguments) == nil
            if !controller.hasOtherArguments { controller.entry.arguments = record.arguments }
            let offer = try? registry?.pluginClass(ofType: record.type)
            controller.defaultTitle = offer?.class.title ?? ""
            controller.defaultIcon = offer?.class.icon ?? ""
        } else {
            controller.children = archive.viewControllers.map(\.rawValue)
        }
        controller.isDeclarable = record.type != "remote" && record.isListed
        controller.isTemporary = record.diesWith != nil
        controller.isPresented =
            hierarchy.parent(of: archive.id) == nil && hierarchy.presentingViewController(of: archive.id) != nil
        return controller
    }
}
