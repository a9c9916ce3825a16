import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.NavigationController`.
@EventLoop
struct NavigationControllerFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = NavigationControllerInterface

    private var stack: [ViewControllerID] { model.nodes.navigationStack(id) ?? [] }

    static let interface = Interface<NavigationControllerFacade>(Contract.self) {
        Contract.viewControllers.reading(
            { $0.stack.map(\.path) }, storing: { try $0.setViewControllers($1, animated: false) })
        Contract.topViewController.reading { $0.stack.last.path }
        Contract.visibleViewController.reading { facade in
            (facade.model.nodes.presentedViewController(of: facade.id) ?? facade.stack.last).path
        }
        Contract.navigationBarHidden.reading(
            { $0.model.nodes.isNavigationBarHidden($0.id) }, setting: \.isNavigationBarHidden)
        Contract.toolbarHidden.reading {
            // A plugin sees its change at once, even if it is deferred.
            let model = $0.plugin == nil ? $0.model : $0.delivery.expectedHierarchy
            return model.nodes.isToolbarHidden($0.id)
        } writing: { (facade, isHidden) throws(DBusError) in
            try facade.setToolbarHidden(isHidden)
        }
        Contract.toolbarFrame.reading { DBusRect($0.model.geometry.toolbarFrame(of: $0.id)) }
        Contract.setToolbarHidden.handled { (facade, isHidden, _, _) throws(DBusError) in
            try facade.setToolbarHidden(isHidden)
        }
        Contract.push.handled { (facade, path, animated, _) throws(DBusError) in
            let pushed = try facade.references.controller(
                at: path, for: facade.caller, "Push", movingTo: .navigationController(facade.id))
            try facade.command { try $0.push(pushed, onto: $1, animated: animated) }
        }
        Contract.pop.handled { (facade, animated, _) throws(DBusError) in
            try facade.command { try $0.pop(from: $1, animated: animated) }.path
        }
        Contract.popTo.handled { (facade, path, animated, _) throws(DBusError) in
            let target = try facade.references.controller(at: path)
            return try facade.command { try $0.pop(to: target, of: $1, animated: animated) }.map(\.path)
        }
        Contract.popToRoot.handled { (facade, animated, _) throws(DBusError) in
            try facade.command { try $0.popToRoot(of: $1, animated: animated) }.map(\.path)
        }
        Contract.setViewControllers.handled { (facade, paths, animated, _) throws(DBusError) in
            try facade.setViewControllers(paths, animated: animated)
        }
        Contract.tapBack.handledLater { (facade, promise, _) throws(DBusError) in
            let id = facade.id
            try facade.userGestures.performGesture(
                on: .back(id), caller: facade.caller, { try $0.tapBack(in: id) }, hasEffect: { $0 },
                reply: { promise.fulfil($0.map { _ in () }) })
        }
        Contract.willShow
        Contract.didShow
    }

    private func setViewControllers(_ paths: [ObjectPath], animated: Bool) throws(DBusError) {
        let stack = try references.controllers(
            at: paths, for: caller, "SetViewControllers", movingTo: .navigationController(id))
        try command { try $0.setNavigationStack(stack, of: $1, animated: animated) }
    }

    private func setToolbarHidden(_ isHidden: Bool) throws(DBusError) {
        try command { try $0.changeSettings(of: $1) { $0.isToolbarHidden = isHidden } }
    }
}

/// The implementation of `org.tabd.Tabs1.NavigationItem`.
@EventLoop
struct NavigationItemFacade: ItemFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = NavigationItemInterface

    private var item: NavigationItem { delivery.hierarchy.nodes.navigationItem(of: id) }

    /// A hash of the announced properties.
    private var stamp: UInt64 {
        var hasher = Hasher()
        hasher.combine(item)
        hasher.combine(Text(delivery.hierarchy.nodes.backButtonTitle(of: id)))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    static let interface = Interface<NavigationItemFacade>(Contract.self, stamp: \.stamp) {
        Contract.title.reading({ $0.item.title ?? "" }, changing: \.title) {
            try TextRules.optionalText($0, named: "Title")
        }
        Contract.leftBarButtonItems.reading(
            { $0.item.leftBarButtonItems.map { BarButtonItemEntry($0) } },
            storing: { facade, entries in
                let items = try facade.checked(entries, named: "LeftBarButtonItems")
                try facade.write { $0.leftBarButtonItems = items }
            })
        Contract.rightBarButtonItems.reading {
            $0.item.rightBarButtonItems.map { BarButtonItemEntry($0) }
        } writing: { (facade, entries) throws(DBusError) in
            let items = try facade.checked(entries, named: "RightBarButtonItems")
            try facade.perform { try Requirements($0.nodes).writableRightItems(of: $1) }
            try facade.write { $0.rightBarButtonItems = items }
        }
        Contract.hidesBackButton.reading({ $0.item.hidesBackButton }, changing: \.hidesBackButton)
        Contract.backButtonTitle.reading { $0.delivery.hierarchy.nodes.backButtonTitle(of: $0.id) ?? "" }
        Contract.setValues.handled { (facade, values, _) throws(DBusError) in
            try values.requireProperties(
                of: Contract.name,
                [
                    Contract.title.description, Contract.leftBarButtonItems.description,
                    Contract.rightBarButtonItems.description, Contract.hidesBackButton.description,
                ])
            try facade.properties.setNavigationItem(NavigationItemChange(values), of: facade.id, for: facade.caller)
        }
        Contract.getBarButtonItemFrames.handled { facade in
            let frames = facade.delivery.hierarchy.geometry.windowFrames(ofBarButtonItemsOf: facade.id)
            return Dictionary(frames.map { ($0.item, DBusRect($0.frame)) }, uniquingKeysWith: { first, _ in first })
        }
        Contract.addLeftBarButtonItem.handled { (facade, id, title, image, enabled, _) throws(DBusError) in
            let entry = BarButtonItemEntry(id: id, title: title, image: image, enabled: enabled)
            try facade.add(entry, to: \.leftBarButtonItems, named: "LeftBarButtonItems")
        }
        Contract.addRightBarButtonItem.handled { (facade, id, title, image, enabled, _) throws(DBusError) in
            let entry = BarButtonItemEntry(id: id, title: title, image: image, enabled: enabled)
            try facade.add(entry, to: \.rightBarButtonItems, named: "RightBarButtonItems")
        }
        Contract.removeBarButtonItem.handled { (facade, item, _) throws(DBusError) in
            try facade.perform { try $0.removeBarButtonItem(item, of: $1) }
        }
        Contract.tapBarButtonItem.handledLater { (facade, promise, item, _) throws(DBusError) in
            let (id, address) = (facade.id, BarButtonItemAddress(viewController: facade.id, item: item))
            // A tap on the anchor of a popover only dismisses the popover (P53).
            try facade.userGestures.performGesture(
                on: .barButtonItem(address), caller: facade.caller, { try $0.tapBarButtonItem(item, of: id) },
                covered: { $0.isAnchor ? .success(()) : .failure($0.error) }, reply: promise.fulfil)
        }
        Contract.barButtonItemActivated
    }

    private func add(
        _ entry: BarButtonItemEntry, to side: WritableKeyPath<NavigationItem, [BarButtonItem]>, named name: String
    ) throws(DBusError) {
        // The image of an existing button may be missing by now.
        let new = try properties.buttons([entry], of: id, for: caller)
        let items = try (item[keyPath: side].map { BarButtonItemEntry($0) } + new).checked(named: name)
        try write { $0[keyPath: side] = items }
    }

    private func checked(_ entries: [BarButtonItemEntry], named name: String) throws(DBusError) -> [BarButtonItem] {
        try properties.buttons(entries, of: id, for: caller).checked(named: name)
    }

    func write(_ change: (inout NavigationItem) -> Void) throws(DBusError) {
        try perform { try $0.setNavigationItem(of: $1, change) }
    }
}

extension BarButtonItemEntry {
    init(_ item: BarButtonItem) {
        self.init(id: item.id, title: item.title, image: item.image, enabled: item.isEnabled)
    }
}

extension [BarButtonItemEntry] {
    /// Returns the validated items for the model.
    ///
    /// - Throws: `LimitsExceeded` for too many items or a title that is too long, `InvalidArgument` for an invalid image.
    func checked(named name: String) throws(DBusError) -> [BarButtonItem] {
        for entry in self { _ = try TextRules.text(entry.title, named: "the title of bar button item \(entry.id)") }
        return try items(named: name)
    }

    /// Returns the items for the model, whose titles may be too long.
    ///
    /// - Throws: `LimitsExceeded` for too many items, `InvalidArgument` for an invalid image.
    func items(named name: String) throws(DBusError) -> [BarButtonItem] {
        guard count <= BarButtonItemEntry.maximumCount else {
            throw .limitsExceeded("\(name) has \(count) items: at most \(BarButtonItemEntry.maximumCount) are allowed")
        }
        var items: [BarButtonItem] = []
        for entry in self {
            let image = try TextRules.image(entry.image) ?? ""
            items.append(BarButtonItem(id: entry.id, title: entry.title, image: image, isEnabled: entry.enabled))
        }
        return items
    }
}
