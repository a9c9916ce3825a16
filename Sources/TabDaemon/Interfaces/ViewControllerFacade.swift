import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.ViewController`.
@EventLoop
struct ViewControllerFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = ViewControllerInterface

    var record: ControllerRecord? { records[id] }

    static let interface = Interface<ViewControllerFacade>(Contract.self) {
        Contract.title.reading(
            { $0.model.nodes.title(of: $0.id) ?? "" },
            storing: { try $0.properties.setTitle($1, of: $0.id, for: $0.caller) })
        Contract.type.reading { $0.record?.type ?? "" }
        Contract.plugin.reading { $0.plugins.plugin(of: $0.id).map { TabNames.plugin($0.id) } ?? .none }
        Contract.restorationIdentifier.reading(
            { $0.model.nodes.restorationIdentifier(of: $0.id) }, storing: { try $0.properties.identify($0.id, as: $1) })
        Contract.parent.reading { $0.model.nodes.parent(of: $0.id).path }
        Contract.tabBarController.reading { $0.model.nodes.tabBarController(of: $0.id).path }
        Contract.navigationController.reading { $0.model.nodes.navigationController(of: $0.id).path }
        Contract.presentedViewController.reading { $0.model.nodes.presentedViewController(of: $0.id).path }
        Contract.presentingViewController.reading { $0.model.nodes.presentingViewController(of: $0.id).path }
        Contract.isViewLoaded.reading { $0.model.nodes.isViewLoaded($0.id) }
        Contract.appearanceState.reading { $0.model.nodes.appearanceState(of: $0.id).rawValue }
        Contract.modalPresentationStyle.reading(
            { $0.model.nodes.modalPresentationStyle(of: $0.id).rawValue },
            storing: { try $0.properties.setModalPresentationStyle($1, of: $0.id) })
        Contract.modalInPresentation.reading(
            { $0.model.nodes.isModalInPresentation($0.id) }, setting: \.isModalInPresentation)
        Contract.preferredContentSize.reading(
            { DBusSize($0.model.nodes.preferredContentSize(of: $0.id)) },
            storing: { try $0.properties.setPreferredContentSize($1, of: $0.id) })
        Contract.setPreferredContentSize.handled { (facade, width, height, _) throws(DBusError) in
            try facade.properties.setPreferredContentSize(DBusSize(width: width, height: height), of: facade.id)
        }
        Contract.hidesBottomBarWhenPushed.reading(
            { $0.model.nodes.hidesBottomBarWhenPushed(of: $0.id) },
            setting: \.hidesBottomBarWhenPushed)
        Contract.toolbarItems.reading(
            { $0.properties.toolbarItems(of: $0.id) },
            storing: { try $0.properties.setToolbarItems($1, of: $0.id, for: $0.caller) })
        Contract.tabHidden.reading(
            { $0.model.nodes.tabVisibility(of: $0.id).isHidden },
            setting: { model, id, value in try model.changeVisibility(of: id) { $0.isHidden = value } })
        Contract.tabHiddenByDefault.reading(
            { $0.model.nodes.tabVisibility(of: $0.id).isHiddenByDefault },
            setting: { model, id, value in try model.changeVisibility(of: id) { $0.isHiddenByDefault = value } })
        Contract.allowsHiding.reading(
            { $0.model.nodes.tabVisibility(of: $0.id).allowsHiding },
            setting: { model, id, value in try model.changeVisibility(of: id) { $0.allowsHiding = value } })
        Contract.edgesForExtendedLayout.reading(
            { $0.model.nodes.edgesForExtendedLayout(of: $0.id) }, setting: \.edgesForExtendedLayout)
        Contract.extendedLayoutIncludesOpaqueBars.reading(
            { $0.model.nodes.extendedLayoutIncludesOpaqueBars(of: $0.id) },
            setting: \.extendedLayoutIncludesOpaqueBars)
        Contract.preferredFocusedView.reading(
            { $0.record?.preferredFocusedView ?? 0 },
            storing: { try $0.properties.setPreferredFocusedView($1, of: $0.id) })
        Contract.frame.reading { DBusRect($0.model.geometry.frame(of: $0.id)) }
        Contract.safeAreaInsets.reading { DBusInsets($0.model.geometry.safeAreaInsets(of: $0.id)) }
        Contract.state.reading { ($0.record?.state ?? .ready).published }
        Contract.failureReason.reading { $0.record?.reason ?? "" }
        Contract.loadViewIfNeeded.handled { (facade, _) throws(DBusError) in
            try facade.perform { try $0.loadViewIfNeeded($1) }
        }
        Contract.getView.handledLater { facade, promise in facade.viewActions.read(facade.id, promise) }
        Contract.sendAction.handledLater { (facade, promise, view, action, value, options) throws(DBusError) in
            try facade.viewActions.send(
                action, value, toView: view, options, of: facade.id, caller: facade.caller, promise)
        }
        Contract.sendActionToView.handledLater { (facade, promise, identifier, action, value, _) throws(DBusError) in
            let options: Options = [Contract.SendActionOption.identifier.name: .string(identifier)]
            try facade.viewActions.send(
                action, value, toView: 0, options, of: facade.id, caller: facade.caller, promise)
        }
        Contract.moveRow.handledLater { (facade, promise, view, from, to, _) throws(DBusError) in
            try facade.viewActions.send(
                UserActions.moveRow.name, RowMove(from: from, to: to).variant, toView: view, [:], of: facade.id,
                caller: facade.caller, promise)
        }
        Contract.scroll.handledLater { (facade, promise, view, x, y, _) throws(DBusError) in
            try facade.viewActions.send(
                UserActions.scrolled.name, DBusSize(width: x, height: y).variant, toView: view, [:], of: facade.id,
                caller: facade.caller, promise)
        }
        Contract.addToolbarItem.handled { (facade, item, title, image, enabled, _) throws(DBusError) in
            let entry = BarButtonItemEntry(id: item, title: title, image: image, enabled: enabled)
            let new = try facade.properties.buttons([entry], of: facade.id, for: facade.caller)
            try facade.properties.setToolbarItems(
                facade.properties.toolbarItems(of: facade.id) + new, of: facade.id)
        }
        Contract.removeToolbarItem.handled { (facade, item, _) throws(DBusError) in
            try facade.properties.removeToolbarItem(item, of: facade.id)
        }
        Contract.present.handledLater { (facade, promise, presented, options) throws(DBusError) in
            try facade.present(presented, options, promise)
        }
        Contract.dismiss.handled { (facade, options) throws(DBusError) in
            try facade.dismiss(animated: options[Contract.PresentationOption.animated] ?? false)
        }
        Contract.presentViewController.handledLater { (facade, promise, presented, animated, _) throws(DBusError) in
            try facade.present(presented, [Contract.PresentationOption.animated.name: .bool(animated)], promise)
        }
        Contract.dismissViewController.handled { (facade, animated, _) throws(DBusError) in
            try facade.dismiss(animated: animated)
        }
        Contract.select.handledLater { (facade, promise, _) throws(DBusError) in try facade.select(promise) }
        Contract.getPopoverPresentationController.handled { $0.model.nodes.nearestPopover(of: $0.id).path }
        Contract.getTraits.handled { $0.views.traits(of: $0.id).values }
        Contract.sizeThatFits.handled { (facade, className, properties, room, options) throws(DBusError) in
            if let view = options[Contract.FittingOption.view] {
                guard className.isEmpty, properties.isEmpty else {
                    throw .invalidArgument(
                        "class_name is '\(className.prefix(80))' and properties has \(properties.count) keys; "
                            + "expected none with the option View")
                }
                return try facade.views.size(of: view, in: room, for: facade.id)
            }
            return try facade.views.size(of: className, properties, in: room, for: facade.id)
        }
        Contract.presentAlert.handledLater { (facade, promise, style, title, message, options) throws(DBusError) in
            try facade.presentAlert(style, title, message, options, promise)
        }
        Contract.addAction.handled { (facade, title, style, options) throws(DBusError) in
            typealias Option = Contract.AddActionOption
            let action = AlertActionEntry(
                title: title, style: style, enabled: options[Option.enabled] ?? true,
                preferred: options[Option.preferred] ?? false)
            try facade.alerts.prepareAlert(from: facade.id) { (parts) throws(DBusError) in try parts.add(action) }
        }
        Contract.addConfiguredAction.handled { (facade, title, style, enabled, preferred, _) throws(DBusError) in
            let action = AlertActionEntry(title: title, style: style, enabled: enabled, preferred: preferred)
            try facade.alerts.prepareAlert(from: facade.id) { (parts) throws(DBusError) in try parts.add(action) }
        }
        Contract.addTextField.handled { (facade, placeholder, options) throws(DBusError) in
            typealias Option = Contract.AddTextFieldOption
            let textField = AlertTextFieldEntry(
                placeholder: placeholder, text: options[Option.text] ?? "", secure: options[Option.secure] ?? false)
            try facade.alerts.prepareAlert(from: facade.id) { (parts) throws(DBusError) in try parts.add(textField) }
        }
        Contract.addConfiguredTextField.handled { (facade, placeholder, text, secure, _) throws(DBusError) in
            let textField = AlertTextFieldEntry(placeholder: placeholder, text: text, secure: secure)
            try facade.alerts.prepareAlert(from: facade.id) { (parts) throws(DBusError) in try parts.add(textField) }
        }
        Contract.setAlertSourceView.handled { (facade, path, view, _) throws(DBusError) in
            try facade.alerts.setAnchor(
                .sourceView, ViewReference(viewController: path, view: view), ofNextAlertFrom: facade.id)
        }
        Contract.setAlertBarButtonItem.handled { (facade, path, item, _) throws(DBusError) in
            try facade.alerts.setAnchor(
                .barButtonItem, ViewReference(viewController: path, view: item), ofNextAlertFrom: facade.id)
        }
        Contract.setAlertAnimated.handled { (facade, animated, _) throws(DBusError) in
            try facade.alerts.prepareAlert(from: facade.id) { (parts) throws(DBusError) in parts.isAnimated = animated }
        }
        Contract.respawn.handledLater { (facade, promise, _) throws(DBusError) in
            try facade.instances.respawn(facade.id, completion: promise.fulfil)
        }
        Contract.updateView.handled { (facade, changed, removed, _) throws(DBusError) in
            try facade.updateView(changed, removed)
        }
        Contract.selectRowMenuItem.handledLater { (facade, promise, view, row, item, _) throws(DBusError) in
            try facade.viewActions.send(
                UserActions.rowMenuItemSelected.name, RowMenuChoice(row: row, item: item).variant, toView: view, [:],
                of: facade.id, caller: facade.caller, promise)
        }
        Contract.announce.handled { (facade, text, priority, _) throws(DBusError) in
            try facade.announce(text, priority)
        }
        Contract.changeRows.handled { (facade, view, deleted, inserted, moved, reloaded, options) throws(DBusError) in
            try facade.changeRows(
                view, TableChange(deleted: deleted, inserted: inserted, moved: moved, reloaded: reloaded), options)
        }
        Contract.scrollToRow.handled { (facade, view, row, position, animated, _) throws(DBusError) in
            try facade.requireOwner("ScrollToRow")
            try facade.views.scroll(facade.id, view: view, toRow: row, position: position, animated: animated)
        }
        Contract.announced
        Contract.rowsChanged
        Contract.rowScrolled
        Contract.willMoveToParent
        Contract.didMoveToParent
        Contract.viewDidLoad
        Contract.viewWillAppear
        Contract.viewIsAppearing
        Contract.viewDidAppear
        Contract.viewWillDisappear
        Contract.viewDidDisappear
        Contract.viewChanged
    }

    private func updateView(_ changed: [ViewEntry], _ removed: [UInt32]) throws(DBusError) {
        try requireOwner("UpdateView")
        let changed = try properties.images.views(changed, for: caller, on: record)
        try views.update(id, changed: changed, removed: removed)
        (record?.owner as? RemoteViewController)?.requestStateSoon()
    }

    private func changeRows(_ view: UInt32, _ change: TableChange, _ options: Options) throws(DBusError) {
        try requireOwner("ChangeRows")
        let change = try properties.images.rows(change, for: caller, on: record)
        typealias Key = Contract.ChangeRowsOption
        try views.changeRows(
            id, of: view, change, sections: options[Key.sections], selectedRow: options[Key.selectedRow])
        (record?.owner as? RemoteViewController)?.requestStateSoon()
    }

    /// Refuses clients that do not own the view controller. The dispatch has already refused such plugins.
    private func requireOwner(_ method: String) throws(DBusError) {
        guard plugin != nil || (record?.owner as? RemoteViewController)?.client.name == caller else {
            throw .accessDenied("only the client that registered \(id.path) can call its \(method)")
        }
    }

    private func announce(_ text: String, _ priority: String) throws(DBusError) {
        try requireOwner("Announce")
        guard ["polite", "assertive"].contains(priority) else {
            throw .invalidArgument("the priority is '\(priority.prefix(80))'; expected polite, assertive")
        }
        guard !text.isEmpty else { throw .invalidArgument("the text is empty; expected a text to announce") }
        guard text.utf8.count <= Contract.maximumAnnouncement else {
            throw .limitsExceeded(
                "the text has \(text.utf8.count) bytes: at most \(Contract.maximumAnnouncement) are allowed")
        }
        bus.emit(Contract.announced, from: id.path, text, priority)
    }

    /// Selects the tab that contains the view controller.
    private func select(_ promise: Promise<Void>) throws(DBusError) {
        guard let (tab, tabs) = model.nodes.tab(around: id) else {
            throw .unknownObject("\(id.path) is not in a tab of a tab bar controller")
        }
        try gestures.select(in: tabs, for: caller, completion: promise.fulfil) {
            try $0.select(tab, in: tabs, askingForAnimation: $1)
        }
    }

    private func dismiss(animated: Bool) throws(DBusError) {
        _ = try command { try $0.dismiss(from: $1, animated: animated) }
    }

    private func presentAlert(
        _ style: String, _ title: String, _ message: String, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        let (parts, token) = (try AlertParts(options), options[Contract.AlertOption.token])
        guard let plugin else {
            let owner = (record?.owner as? RemoteViewController)?.client.name
            guard token == nil || owner == caller else {
                throw .accessDenied("only the client that registered \(id.path) can use Token with it")
            }
            return try alerts.presentAlert(
                parts, style: style, title: title, message: message, from: id, holder: caller,
                receiver: token.map { (id, $0) }
            ) { promise.fulfil($0.map(\.path)) }
        }
        try alerts.presentAlert(
            parts, style: style, title: title, message: message, from: id, ofPlugin: plugin,
            receiver: token.map { (id, $0) })
        // The plugin is not told when it has appeared: it may itself have to answer a question for that.
        promise.succeed(.none)
    }

    private func present(
        _ path: ObjectPath, _ options: Options, _ promise: Promise<Void>
    ) throws(DBusError) {
        let presented = try references.controller(at: path, for: caller, "Present")
        let animated = options[Contract.PresentationOption.animated] ?? false
        let popover = options[Contract.PresentationOption.popover] ?? [:]
        guard plugin != nil else {
            return try presentations.present(
                presented, from: id, animated: animated, popover: popover, awaitsReader: true,
                completion: promise.fulfil)
        }
        let configuration = try presentations.configuration(popover, of: presented)
        try delivery.command { [id] in
            try $0.present(presented, from: id, animated: animated, popover: configuration)
        } run: { [id, presentations] () throws(DBusError) in
            try presentations.present(presented, from: id, animated: animated, popover: popover) { _ in }
        }
        promise.succeed()
    }
}
