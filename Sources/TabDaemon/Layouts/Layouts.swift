import DBusInterface
import EventLoop
import LayoutFile
import Logging
import PluginHosting
import TOML
import TabInterface
import TabModel

/// Layouts: applying a layout file, and describing the current layout.
///
/// Calls take long, so they read and plan in the background, on a snapshot. The loop looks types up, takes the snapshot,
/// and applies the plan. If something has changed since the snapshot, the loop makes the plan again: a layout is always
/// applied to the present view controllers, in one turn.
@EventLoop
struct Layouts: DaemonPart {
    let core: Core
    let factory: ControllerFactory
    let images: ImageReferences
    let reopener: Reopener
    let queue = LayoutQueue()

    private var instances: Instances { factory.instances }
    private var plugins: PluginCatalog { factory.plugins }
    private var windows: WindowAttachments { reopener.windows }

    /// Replies with the current layout.
    func getLayout(for caller: String, _ promise: Promise<String>) throws(DBusError) {
        try queue.add(0, of: caller) { [quotas] run in
            let snapshot = snapshot()
            run.inBackground {
                snapshot.layout.text
            } then: { text in
                let (size, allowed) = (text.utf8.count, quotas.limits.message)
                if size <= allowed {
                    promise.succeed(text)
                } else {
                    promise.fail(
                        .limitsExceeded("the layout has \(size) bytes; a message has at most \(allowed)"))
                }
                run.finish()
            }
        }
    }

    /// Changes the tabs to those that a layout declares. An invalid layout changes nothing. Replies with a sentence for
    /// each change, made or planned.
    func applyLayout(
        _ text: String, dryRun: Bool, for caller: String, _ promise: Promise<[String]>
    ) throws(DBusError) {
        if let error = Self.sizeError(text) { throw error }
        try queue.add(text.utf8.count, of: caller) { run in
            rehearse(text, in: run) { rehearsal in
                do throws(DBusError) {
                    promise.succeed(try applyLayout(rehearsal, dryRun: dryRun, for: caller))
                } catch {
                    promise.fail(error)
                }
                run.finish()
            }
        }
    }

    private func applyLayout(
        _ rehearsal: LayoutRehearsal, dryRun: Bool, for caller: String
    ) throws(DBusError) -> [String] {
        try check(rehearsal, for: caller)
        var rehearsal = rehearsal
        guard !dryRun, rehearsal.plan.changesAnything else { return rehearsal.plan.changes }
        if rehearsal.revision != delivery.revision {
            // The plan must be that for the present view controllers.
            rehearsal = LayoutRehearsal(of: rehearsal.file, for: snapshot(), rehearsal.offers)
            try check(rehearsal, for: caller)
        }
        do throws(LayoutApplyError) {
            var apply = apply(holder: caller)
            try apply.execute(rehearsal.plan)
        } catch {
            throw error.busError
        }
        return rehearsal.plan.changes
    }

    /// Throws the reason why a plan can't be executed.
    private func check(_ rehearsal: LayoutRehearsal, for caller: String) throws(DBusError) {
        try Self.check(rehearsal.file.errors)
        try Self.check(rehearsal.plan.errors)
        for id in affected(by: rehearsal.plan) { try windows.requireWriter(caller, of: id, member: "ApplyLayout") }
        try requireRoom(for: rehearsal.plan, of: caller)
        if let error = rehearsal.dryRunError { throw error.busError }
    }

    /// Replies with all problems of a layout, else with the changes that applying it would make.
    func checkLayout(
        _ text: String, for caller: String, _ promise: Promise<[LayoutFinding]>
    ) throws(DBusError) {
        if let error = Self.sizeError(text) {
            return promise.succeed([LayoutFinding(.tooLarge, text: error.message)])
        }
        try queue.add(text.utf8.count, of: caller) { run in
            rehearse(text, in: run) { rehearsal in
                let obstacles = rehearsal.problems.isEmpty ? obstacles(to: rehearsal, for: caller) : []
                promise.succeed(
                    !rehearsal.problems.isEmpty
                        ? rehearsal.problems
                        : obstacles.isEmpty ? rehearsal.plan.findings : LayoutFindings.limited(obstacles))
                run.finish()
            }
        }
    }

    /// The reasons why a valid plan can't be executed.
    private func obstacles(to rehearsal: LayoutRehearsal, for caller: String) -> [LayoutFinding] {
        var findings: [LayoutFinding] = []
        var seen: Set<ViewControllerID> = []
        for id in affected(by: rehearsal.plan) where seen.insert(id).inserted {
            do throws(DBusError) {
                try windows.requireWriter(caller, of: id, member: "ApplyLayout")
            } catch {
                findings.append(LayoutFinding(.accessDenied, text: error.message))
            }
        }
        do throws(DBusError) {
            try requireRoom(for: rehearsal.plan, of: caller)
        } catch {
            findings.append(LayoutFinding(.limitsExceeded, text: error.message))
        }
        guard findings.isEmpty, let error = rehearsal.dryRunError else { return findings }
        guard let entry = error.entry else { return [LayoutFinding(.cannotApply, text: error.error.message)] }
        return [
            LayoutFinding(
                .cannotApply, line: entry.line, key: "identifier", value: entry.identifier, text: error.error.message)
        ]
    }

    // MARK: Steps of a call

    /// Reads a layout and plans its changes in the background.
    ///
    /// - Parameter step: Runs on the loop.
    private func rehearse(_ text: String, in run: LayoutRun, then step: @escaping @EventLoop (LayoutRehearsal) -> Void)
    {
        run.inBackground {
            let file = LayoutDocument(text)
            return (file, LayoutRehearsal.types(in: file))
        } then: { file, types in
            lookUp(types[...], [:], in: run) { offers in
                let snapshot = snapshot()
                run.inBackground({ LayoutRehearsal(of: file, for: snapshot, offers) }, then: step)
            }
        }
    }

    /// Looks types up, a part in each turn: the search for an unknown type reads files.
    private func lookUp(
        _ types: ArraySlice<String>, _ known: LayoutRehearsal.Offers, in run: LayoutRun,
        then step: @escaping @EventLoop (LayoutRehearsal.Offers) -> Void
    ) {
        var (offers, rest) = (known, types)
        let end = ContinuousClock.now + LayoutRun.slice
        while let type = rest.popFirst() {
            offers[type] = offer(ofType: type)
            guard ContinuousClock.now >= end, !rest.isEmpty else { continue }
            let (left, found) = (rest, offers)
            return run.inNextTurn { lookUp(left, found, in: run, then: step) }
        }
        step(offers)
    }

    private func offer(ofType type: String) -> LayoutRehearsal.Offer {
        do throws(DBusError) {
            let isViewController = try instances.offer(ofType: type).pluginClass.superclass == "ViewController"
            return isViewController ? .viewController : .tabBarController
        } catch {
            return .unavailable(error.message)
        }
    }

    private func snapshot() -> LayoutSnapshot { LayoutSnapshot(delivery, records, windows, images, plugins) }

    private func apply(holder: String?) -> LayoutApply {
        LayoutApply(
            delivery: delivery, factory: factory, records: records, reopener: reopener, windows: windows, holder: holder
        )
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
        var offers: LayoutRehearsal.Offers = [:]
        for type in LayoutRehearsal.types(in: file) { offers[type] = offer(ofType: type) }
        let rehearsal = LayoutRehearsal(of: file, for: snapshot(), offers, onlyMissing: true)
        let plan = rehearsal.plan
        var errors = plan.errors
        var skipped: Set<String> = []
        do throws(LayoutApplyError) {
            if let error = rehearsal.dryRunError { throw error }
            var apply = apply(holder: nil)
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
}
