/// The conditions of presentations and settings.
extension Requirements {
    // MARK: Presentations

    /// Throws for a presented controller, which can't be in a container as well, except for a replacement (`P63`).
    func notPresented(_ id: ViewControllerID, outside container: ViewControllerID? = nil) throws(ModelError) {
        try notAlert(id)
        guard let presenter = nodes[id]?.presenter ?? nodes.presenter(ofPopover: id) else { return }
        if let container, nodes[id]?.popover?.replacement == container { return }
        throw .invalidArgument("\(id.describe) is presented by \(presenter.describe): dismiss it first")
    }

    /// Throws for an alert where any other view controller is allowed.
    func notAlert(_ id: ViewControllerID) throws(ModelError) {
        guard nodes[id]?.alert != nil else { return }
        throw .invalidArgument("\(id.describe) is an alert: PresentAlert makes and presents it")
    }

    /// Checks that one controller may present another one, and returns the presented one's node.
    /// - Parameter handler: The outermost container of the controller that is asked to present.
    func presentable(_ id: ViewControllerID?, over handler: ViewControllerID) throws(ModelError) -> Node {
        guard let id, let node = nodes[id] else {
            throw .invalidArgument("the view controller to present must not be empty")
        }
        guard node.kind != .tabBarController else {
            throw .hierarchyInconsistency("\(id.describe) is a tab bar controller and can't be presented")
        }
        try notAlert(id)
        if let presenter = node.presenter ?? nodes.presenter(ofPopover: id) {
            throw .invalidArgument("\(id.describe) is already being presented by \(presenter.describe)")
        }
        if let parent = node.parent {
            throw .invalidArgument(
                "\(id.describe) is in \(parent.describe); only a view controller without a parent can be presented")
        }
        let style = node.settings.modalPresentationStyle
        guard style != .none else {
            throw .invalidArgument("the modal presentation style of \(id.describe) is none; expected another style")
        }
        let root = nodes.root(of: handler)
        guard style != .popover || nodes[root]?.window?.profile != .tv else {
            throw .notSupported("there are no popovers in profile tv: present \(id.describe) in another style")
        }
        guard root != id else {
            throw .hierarchyInconsistency(
                "\(id.describe) can't be presented by itself or by a view controller that it presents")
        }
        guard nodes[handler]?.alert == nil else {
            throw .internalInconsistency("\(handler.describe) is an alert: nothing can be presented over alerts")
        }
        if let other = nodes[handler]?.presentation {
            throw .internalInconsistency(
                "\(handler.describe) is already presenting \(other.presented.describe): dismiss that first")
        }
        guard nodes.presentationDepth(of: handler) < Presentation.maximum else {
            throw .internalInconsistency(
                "\(Presentation.maximum) controllers are presented over each other in \(root.describe): no more are "
                    + "allowed")
        }
        let shown = nodes[root]?.shownChain ?? []
        guard !shown.isEmpty else {
            throw .internalInconsistency(
                "no front end shows \(root.describe), so nothing can be presented in it: attach one (Window.Attach, "
                    + "'tabctl attach'), or set Window.AlwaysVisible")
        }
        guard shown.contains(handler) else {
            throw .internalInconsistency(
                "\(handler.describe) is not displayed; only a displayed view controller can present")
        }
        return node
    }

    func popover(of id: ViewControllerID) throws(ModelError) -> Popover {
        guard let popover = try node(id).popover else {
            throw .invalidArgument(
                "\(id.describe) has no popover: set its ModalPresentationStyle to popover before it is presented")
        }
        return popover
    }

    func alert(_ id: ViewControllerID) throws(ModelError) -> Alert {
        guard let alert = try node(id).alert else { throw .invalidArgument("\(id.describe) is not an alert") }
        return alert
    }

    /// Returns an alert that the user can see.
    func shownAlert(_ id: ViewControllerID) throws(ModelError) -> Alert {
        let alert = try alert(id)
        guard alert.answer == nil else { throw .internalInconsistency("\(id.describe) was answered already") }
        guard let handler = nodes[id]?.presenter, nodes[handler]?.presentation?.isPending == false else {
            throw .internalInconsistency("\(id.describe) is not shown")
        }
        return alert
    }

    func action(_ action: Int, of alert: Alert, _ id: ViewControllerID) throws(ModelError) -> Alert.Action {
        guard alert.actions.indices.contains(action) else {
            throw .outOfRange("action \(action) is out of range: \(id.describe) has \(alert.actions.count) actions")
        }
        return alert.actions[action]
    }

    // MARK: Settings

    /// Checks the new settings of a controller.
    func settings(_ new: ViewControllerSettings, of id: ViewControllerID, _ node: Node) throws(ModelError) {
        let old = node.settings
        guard new.edgesForExtendedLayout <= 15 else {
            throw .invalidArgument(
                "edges \(new.edgesForExtendedLayout) are not allowed; expected a sum of top 1, left 2, bottom 4 and "
                    + "right 8")
        }
        if new.modalPresentationStyle != old.modalPresentationStyle { try notAlert(id) }
        if node.kind == .moreNavigationController { try writableItem(new.item, of: id) }
        if new.isToolbarHidden != old.isToolbarHidden, !node.kind.isNavigation {
            throw .invalidArgument("\(id.describe) is not a navigation controller")
        }
        let (item, oldItem) = (new.navigationItem, old.navigationItem)
        if item.rightBarButtonItems != oldItem.rightBarButtonItems { try writableRightItems(of: id) }
        guard item.barButtonItems != oldItem.barButtonItems else { return }
        if node.kind == .moreList { try freeNumbers(item, of: id) }
        if let validationError = item.validationError { throw validationError }
    }

    /// Throws if the user could close or move More.
    private func writableItem(_ item: TabBarItem, of id: ViewControllerID) throws(ModelError) {
        guard item.allowsClosing || item.allowsReordering else { return }
        throw .invalidArgument("\(id.describe) is More, which the user can't close or move")
    }

    /// Throws for More's list, whose right buttons are Edit and Done.
    package func writableRightItems(of id: ViewControllerID) throws(ModelError) {
        guard nodes[id]?.kind == .moreList else { return }
        throw .internalInconsistency(
            "the buttons at the right of More's list (\(id.describe)) are Edit and Done, which can't be written; "
                + "those at the left can")
    }

    /// Throws when a button of More's list has the number of Edit or Done, displayed or not.
    private func freeNumbers(_ item: NavigationItem, of list: ViewControllerID) throws(ModelError) {
        for own in [BarButtonItem.edit(in: .english), .done(in: .english)]
        where item.barButtonItems.contains(where: { $0.id == own.id }) {
            throw .invalidArgument(
                "bar button item id \(own.id) is that of \(own.title) in More's list (\(list.describe)); use another id"
            )
        }
    }

    /// Throws for a button that a user can't tap.
    package func tappable(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        guard try barButtonItem(item, of: id).isEnabled else {
            throw .invalidArgument("bar button item \(item) of \(id.describe) is disabled")
        }
    }

    /// Throws for a button that can't be removed from its bar.
    func removable(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        _ = try barButtonItem(item, of: id)
        let isAtRight = nodes.navigationItem(of: id).rightBarButtonItems.contains { $0.id == item }
        if isAtRight { try writableRightItems(of: id) }
    }

    private func barButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) -> BarButtonItem {
        _ = try node(id)
        let items = nodes.navigationItem(of: id).barButtonItems
        guard let found = items.first(where: { $0.id == item }) else {
            let ids = items.map { String($0.id) }.joined(separator: ", ")
            throw .invalidArgument(
                "\(id.describe) has no bar button item \(item)\(ids.isEmpty ? "" : ": it has \(ids)")")
        }
        return found
    }
}
