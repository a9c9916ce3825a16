import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The events of popovers, and their delivery as signals and to delegates.
extension Daemon {
    private typealias Contract = PopoverPresentationControllerInterface
    private typealias DelegateContract = PopoverPresentationControllerDelegateInterface

    func deliver(_ event: PopoverEvent, of id: ViewControllerID) {
        switch event {
        case .created:
            applyManifestBackground(of: id)
            tree.add(export(PopoverFacade.self, of: id), to: id.path)
        case .renewed(let number):
            // A callback may already have set a delegate for the new popover.
            if delegatedPopovers[id] == number { popoverDelegates[id] = nil }
            tree.markChanged(id.path)
            applyManifestBackground(of: id)
            endPendingTaps(of: id)
        case .replaced(let replacement): endAttachments(of: replacement)
        case .released:
            setPopoverDelegate(nil, of: id, isGone: false)
            tree.remove(Contract.name, from: id.path)
        case .prepareForPresentation: emit(Contract.prepareForPopoverPresentation, from: id.path)
        case .shouldDismiss: emit(Contract.shouldDismiss, from: id.path)
        case .willDismiss:
            emit(Contract.willDismiss, from: id.path)
            notifyPopoverDelegate(id, .willDismiss, DelegateNotice(.willDismiss), DelegateContract.willDismiss, id.path)
        case .didDismiss:
            tree.announceChanges()
            emit(Contract.didDismiss, from: id.path)
            notifyPopoverDelegate(id, .didDismiss, DelegateNotice(.didDismiss), DelegateContract.didDismiss, id.path)
        case .didAttemptToDismiss:
            tree.announceChanges()
            emit(Contract.didAttemptToDismiss, from: id.path)
            let notice = DelegateNotice(.didAttemptToDismiss)
            notifyPopoverDelegate(
                id, .didAttemptToDismiss, notice, DelegateContract.didAttemptToDismiss, id.path)
        case .willReposition(let rect, let view):
            emit(Contract.willReposition, from: id.path, DBusRect(orNull: rect), reference(to: view))
        case .willPresentWithAdaptiveStyle(let style):
            emit(Contract.willPresentWithAdaptiveStyle, from: id.path, style.rawValue)
            let notice = DelegateNotice(.willPresentWithAdaptiveStyle, style: style.rawValue)
            notifyPopoverDelegate(
                id, .willPresentWithAdaptiveStyle, notice, DelegateContract.willPresentWithAdaptiveStyle, id.path,
                style.rawValue)
        case .chromeChanged(let property, let animated):
            emit(Contract.chromeChanged, from: id.path, property, animated)
        case .asks(let question): askDelegate(question)
        }
    }

    private func notifyPopoverDelegate<each Argument: DBusType>(
        _ id: ViewControllerID, _ callback: PopoverCallback, _ notice: DelegateNotice,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        guard let delegate = popoverDelegates[id], delegate.has(callback) else { return }
        notify(delegate.receiver, notice, about: id, method, repeat each argument)
    }

    // MARK: Delegate

    /// Replaces or removes the delegate of a popover. An open question is answered as after a timeout.
    ///
    /// - Parameter isGone: Whether the old delegate no longer exists and can't be notified.
    func setPopoverDelegate(_ delegate: PopoverDelegate?, of id: ViewControllerID, isGone: Bool) {
        let old = popoverDelegates[id]
        guard old != nil || delegate != nil else { return }
        popoverDelegates[id] = delegate
        delegatedPopovers[id] = hierarchy.nodes.popoverNumber(of: id)
        tree.markChanged(id.path)
        let methods = Set(PopoverCallback.allCases.filter { delegate?.has($0) == true })
        try? perform { try $0.setPopoverDelegate(has: methods, of: id) }
        guard let old else { return }
        if !isGone, old.receiver != delegate?.receiver {
            let notice = DelegateNotice(.released)
            notify(old.receiver, notice, about: id, DelegateContract.released)
        }
        guard let question = hierarchy.nodes.openPopoverQuestion(of: id) else { return }
        finish(question, with: question.kind == .shouldDismiss ? .allowed(old.onTimeout) : .none)
    }

    // MARK: Background

    /// Applies the background that the manifest gives for the class of the view controller (`P45`).
    private func applyManifestBackground(of id: ViewControllerID) {
        // A background that a callback has set takes precedence.
        guard hierarchy.nodes.popoverConfiguration(of: id)?.background == nil, let record = records[id],
            let plugin = plugin(of: id),
            let name = plugin.classes.first(where: { "\(plugin.id).\($0.name)" == record.type })?.background,
            let background = try? popoverBackground("\(plugin.id).\(name)")
        else { return }
        try? perform { model in try model.configurePopover(of: id) { $0.background = background } }
    }

    /// Returns the background with a name from the plugins' manifests; nil for the standard background.
    ///
    /// - Throws: `InvalidArgument` for an unknown name.
    func popoverBackground(_ name: String) throws(DBusError) -> PopoverBackground? {
        guard !name.isEmpty else { return nil }
        for plugin in registry?.plugins ?? [] {
            for background in plugin.manifest?.popoverBackgrounds ?? [] where "\(plugin.id).\(background.name)" == name
            {
                let insets = background.contentInsets
                guard insets.count == 4 else { continue }
                let metrics = PopoverMetrics(
                    arrowHeight: background.arrowHeight, arrowBase: background.arrowBase,
                    contentInsets: Insets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]))
                return PopoverBackground(
                    name: name, metrics: metrics,
                    wantsDefaultContentAppearance: background.wantsDefaultContentAppearance,
                    fillColor: background.fillColor, borderColor: background.borderColor)
            }
        }
        let known = (registry?.plugins ?? []).flatMap { plugin in
            (plugin.manifest?.popoverBackgrounds ?? []).map { "\(plugin.id).\($0.name)" }
        }
        throw .invalidArgument(
            "'\(name.prefix(80))' is not a popover background; expected "
                + (known.isEmpty ? "" : "\(known.sorted().prefix(20).joined(separator: ", ")) or ")
                + "'' for the standard background")
    }
}

extension DBusRect {
    /// A rectangle; the null rect for nil.
    init(orNull rect: Rect?) { self = rect.map { DBusRect($0) } ?? .null }
}
