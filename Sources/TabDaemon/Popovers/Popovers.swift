import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

/// Popovers on the bus: what happens to them, and who is told.
extension Daemon {
    private typealias Contract = PopoverPresentationControllerInterface
    private typealias DelegateContract = PopoverPresentationControllerDelegateInterface

    func deliver(_ event: PopoverEvent, of id: ViewControllerID) {
        switch event {
        case .created:
            setWishedBackground(of: id)
            tree.add(export(PopoverFacade.self, of: id), to: id.path)
        case .renewed(let number):
            // A callback may have given the new one a delegate already.
            if delegatedPopovers[id] == number { popoverDelegates[id] = nil }
            tree.markChanged(id.path)
            setWishedBackground(of: id)
            endTouches(of: id)
        case .replaced(let replacement): endAttachments(of: replacement)
        case .released:
            setPopoverDelegate(nil, of: id, isGone: false)
            tree.remove(Contract.name, from: id.path)
        case .prepareForPresentation: emit(Contract.prepareForPopoverPresentation, of: Contract.name, from: id.path)
        case .shouldDismiss: emit(Contract.shouldDismiss, of: Contract.name, from: id.path)
        case .willDismiss:
            emit(Contract.willDismiss, of: Contract.name, from: id.path)
            tell(id, .willDismiss, DelegateNotice(.willDismiss), DelegateContract.willDismiss, id.path)
        case .didDismiss:
            tree.announceChanges()
            emit(Contract.didDismiss, of: Contract.name, from: id.path)
            tell(id, .didDismiss, DelegateNotice(.didDismiss), DelegateContract.didDismiss, id.path)
        case .didAttemptToDismiss:
            tree.announceChanges()
            emit(Contract.didAttemptToDismiss, of: Contract.name, from: id.path)
            let notice = DelegateNotice(.didAttemptToDismiss)
            tell(id, .didAttemptToDismiss, notice, DelegateContract.didAttemptToDismiss, id.path)
        case .willReposition(let rect, let view):
            emit(
                Contract.willReposition, of: Contract.name, from: id.path, DBusRect(orNull: rect), reference(to: view))
        case .willPresentWithAdaptiveStyle(let style):
            emit(Contract.willPresentWithAdaptiveStyle, of: Contract.name, from: id.path, style.rawValue)
            let notice = DelegateNotice(.willPresentWithAdaptiveStyle, style: style.rawValue)
            tell(
                id, .willPresentWithAdaptiveStyle, notice, DelegateContract.willPresentWithAdaptiveStyle, id.path,
                style.rawValue)
        case .chromeChanged(let property, let animated):
            emit(Contract.chromeChanged, of: Contract.name, from: id.path, property, animated)
        case .asks(let question): ask(question)
        }
    }

    private func tell<each Argument: DBusType>(
        _ id: ViewControllerID, _ callback: PopoverCallback, _ notice: DelegateNotice,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        guard let delegate = popoverDelegates[id], delegate.has(callback) else { return }
        tell(delegate.receiver, notice, about: id, method, of: DelegateContract.name, repeat each argument)
    }

    // MARK: The delegate

    /// Replaces or clears the delegate of a popover; an open question is answered as if it had said nothing.
    ///
    /// - Parameter isGone: whether there is nobody left to be told.
    func setPopoverDelegate(_ delegate: PopoverDelegate?, of id: ViewControllerID, isGone: Bool) {
        let old = popoverDelegates[id]
        guard old != nil || delegate != nil else { return }
        popoverDelegates[id] = delegate
        delegatedPopovers[id] = hierarchy.popoverNumber(of: id)
        tree.markChanged(id.path)
        let methods = Set(PopoverCallback.allCases.filter { delegate?.has($0) == true })
        try? perform { try $0.setPopoverDelegate(has: methods, of: id) }
        guard let old else { return }
        if !isGone, old.receiver != delegate?.receiver {
            let notice = DelegateNotice(.released)
            tell(old.receiver, notice, about: id, DelegateContract.released, of: DelegateContract.name)
        }
        guard let question = hierarchy.openPopoverQuestion(of: id) else { return }
        answer(question, question.kind == .shouldDismiss ? .allowed(old.onTimeout) : .none)
    }

    // MARK: Its background

    /// The class of the controller may wish for a background (`P45`).
    private func setWishedBackground(of id: ViewControllerID) {
        // What a callback has set already counts.
        guard hierarchy.popoverConfiguration(of: id)?.background == nil, let record = records[id],
            let plugin = plugin(of: id),
            let wish = plugin.classes.first(where: { "\(plugin.id).\($0.name)" == record.type })?.background,
            let background = try? popoverBackground("\(plugin.id).\(wish)")
        else { return }
        try? perform { model in try model.configurePopover(of: id) { $0.background = background } }
    }

    /// The background of that name in a plugin's manifest; nil for the standard one.
    ///
    /// - Throws: `InvalidArgument` when no plugin has it.
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
            "'\(name.prefix(80))' is no popover background of a plugin: "
                + (known.isEmpty ? "" : "\(known.sorted().prefix(20).joined(separator: ", ")) are allowed, and ")
                + "'' for the standard look")
    }
}

extension DBusRect {
    /// nil is the null rect.
    init(orNull rect: Rect?) { self = rect.map { DBusRect($0) } ?? .null }
}
