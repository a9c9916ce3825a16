internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension TreeText {
    /// Returns a line for each change that is news to the user. A change that follows from another one is left out.
    ///
    /// `tree` is the tree after the changes.
    func lines(of changes: [TreeChange]) -> [String] {
        var text = self
        for case .left(let path, let last) in changes { text.removedObjects[path] = last }
        let states = changes.compactMap { change -> ObjectPath? in
            guard case .property(let path, _, ViewControllerInterface.state.name, _, _) = change else { return nil }
            return path
        }
        let focusChange = changes.first(where: Self.isFocus)
        var popovers: Set<ObjectPath> = []
        return changes.compactMap { change in
            // All changes of a popover make one line; a popover that is not presented yet has a line per property.
            if let path = text.popover(in: change, among: changes) {
                return popovers.insert(path).inserted ? text.popoverLine(of: path) : nil
            }
            // All properties of the focus change at once, so one line describes them.
            if Self.isFocus(change) {
                guard change == focusChange, case .property(let path, _, _, _, _) = change else { return nil }
                return "focus: \(text.focus(of: path) ?? "off")"
            }
            // The line of the state includes the reason.
            if case .property(let path, _, ViewControllerInterface.failureReason.name, _, _) = change,
                states.contains(path)
            {
                return nil
            }
            return text.line(of: change).map(CharacterWidth.printable)
        }
    }

    private static func isFocus(_ change: TreeChange) -> Bool {
        guard case .property(_, FocusInterface.name, _, _, _) = change else { return false }
        return true
    }

    /// Returns the view controller of a popover that appeared, ended, or changed its place or source.
    private func popover(in change: TreeChange, among changes: [TreeChange]) -> ObjectPath? {
        typealias Contract = PopoverPresentationControllerInterface
        let places = [
            Contract.presented.name, Contract.arrowDirection.name, Contract.frame.name, Contract.contentFrame.name,
            Contract.arrowOffset.name, Contract.adaptivePresentationStyle.name, Contract.sourceView.name,
            Contract.sourceRect.name, Contract.barButtonItem.name,
        ]
        guard case .property(let path, Contract.name, let name, _, _) = change, places.contains(name) else {
            return nil
        }
        let isPresented = tree.popover(path).presented == true
        let hasEnded = changes.contains { other in
            guard case .property(path, Contract.name, Contract.presented.name, .bool(true), _) = other else {
                return false
            }
            return true
        }
        return isPresented || hasEnded ? path : nil
    }

    private func popoverLine(of path: ObjectPath) -> String {
        CharacterWidth.printable("\(name(path)): popover \( popover(of: path) ?? "ended")")
    }

    private func line(of change: TreeChange) -> String? {
        switch change {
        // A new popover has only new properties.
        case .property(_, PopoverPresentationControllerInterface.name, _, nil, _): return nil
        case .property(let path, let interface, let name, let old, let new):
            return property(path, interface, name, old ?? .string(""), new)
        case .joined(let path):
            guard let type = tree.viewController(path).type else { return nil }
            return ["joined: \(name(path))", type, presentation(of: path)].compactMap(\.self).joined(separator: "  ")
        case .left(let path, let last):
            // Bars and More are added and removed with their controller.
            let objects = ManagedObjects([path: last])
            guard let type = objects.viewController(path).type, !Self.moreTypes.contains(type) else { return nil }
            return "left: \(objects.name(of: path))"
        case .lost: return nil
        // The properties of the list report it.
        case .view(let path, _) where isMoreList(path): return nil
        case .view(let path, .added(let view)): return "\(name(path)): + \(ViewOutline.line(of: view))"
        case .view(let path, .removed(let view)): return "\(name(path)): - \(ViewOutline.name(of: view))"
        case .view(let path, .changed(let old, let new)):
            return "\(name(path)): \(ViewOutline.name(of: new)): \(ViewChangeText.text(from: old, to: new))"
        case .refused(let path): return "refused: a tap on \(name(path))"
        case .rowScrolled(let path, let view, let row, _):
            return "\(name(path)): view \(view) scrolls to row \(Position(at: Int(row)))"
        case .announced(let path, let text, _): return "\(name(path)): announced: \(text)"
        case .destroyed: return "destroyed: \(name(tree.controller))"
        }
    }

    // MARK: Properties

    /// Properties that follow from another property, from added and removed objects, or from the views.
    private static let derived: [String: Set<String>] = [
        ViewControllerInterface.name: [
            "Parent", "TabBarController", "NavigationController", "PresentedViewController", "PresentingViewController",
            "IsViewLoaded", "Frame", "SafeAreaInsets",
        ],
        TabBarItemInterface.name: ["Title", "Image"],
        TabBarControllerInterface.name: ["SelectedIndex", "HasSelectedIndex", "CustomizableViewControllers"],
        PopoverPresentationControllerInterface.name: ["HasSourceRect", "HasArrowDirection"],
        NavigationControllerInterface.name: ["TopViewController", "VisibleViewController", "ToolbarFrame"],
        TabBarInterface.name: ["Items", "SelectedItem", "Frame", "ItemFrames"],
        MoreListInterface.name: ["EditAvailable"],
    ]

    private func property(
        _ path: ObjectPath, _ interface: String, _ property: String, _ old: Variant, _ new: Variant
    ) -> String? {
        guard Self.derived[interface]?.contains(property) != true else { return nil }
        typealias Tabs = TabBarControllerInterface
        typealias Stack = NavigationControllerInterface
        typealias Item = NavigationItemInterface
        typealias Controller = ViewControllerInterface
        func change(of subject: String, _ text: (Variant) -> String = PropertyText.text) -> String {
            "\(subject) \(text(old)) → \(text(new))"
        }
        let name = name(path)
        switch (interface, property) {
        case (Tabs.name, Tabs.selectedViewController.name): return change(of: "selected:", names)
        case (Tabs.name, Tabs.viewControllers.name): return change(of: "tabs:", names)
        case (Stack.name, Stack.viewControllers.name): return change(of: "\(name): stack", names)
        case (MoreListInterface.name, MoreListInterface.rows.name): return change(of: "\(name): rows", names)
        case (MoreListInterface.name, MoreListInterface.barItems.name):
            // Outside of customizing, they follow the tabs.
            let isArranged = MoreRows(of: path, in: tree.managedObjects)?.arrangement != nil
            return isArranged ? change(of: "\(name): customizing", names) : nil
        case (Item.name, Item.leftBarButtonItems.name), (Item.name, Item.rightBarButtonItems.name):
            return change(of: "\(name): navigation \(property)", buttons)
        case (Controller.name, Controller.toolbarItems.name): return change(of: "\(name): \(property)", buttons)
        case (Item.name, _): return change(of: "\(name): navigation \(property)")
        case (WindowInterface.name, WindowInterface.size.name): return change(of: "\(name): window size", size)
        case (WindowInterface.name, WindowInterface.preferredSize.name):
            // The size in force is reported anyway.
            guard DBusSize(variant: new) != tree.window(path).size else { return nil }
            return change(of: "\(name): preferred window size", size)
        case (Controller.name, Controller.appearanceState.name): return change(of: "\(name):", word)
        case (Controller.name, Controller.state.name):
            let reason = tree.viewController(path).failureReason ?? ""
            return change(of: "\(name):", word) + (reason.isEmpty ? "" : ": \(reason)")
        case (Controller.name, Controller.title.name): return change(of: "\(name): title")
        case (TabBarItemInterface.name, TabBarItemInterface.displayTitle.name):
            return change(of: "\(PropertyText.object(path)): tab title")
        case (TabBarItemInterface.name, TabBarItemInterface.badgeValue.name): return change(of: "\(name): badge")
        case (TabBarItemInterface.name, _): return change(of: "\(name): tab \(property)")
        case (TabBarInterface.name, _): return change(of: "bar: \(property)")
        default: return change(of: "\(name): \(property)")
        }
    }

    private func names(_ value: Variant) -> String {
        if let path = ObjectPath(variant: value) { return name(path) }
        let paths = [ObjectPath](variant: value) ?? []
        return paths.isEmpty ? "none" : paths.map(name).joined(separator: ", ")
    }

    private func buttons(_ value: Variant) -> String {
        let items = [BarButtonItemEntry](variant: value) ?? []
        return items.isEmpty ? "none" : items.map(NavigationBar.text).joined(separator: " ")
    }

    private func size(_ value: Variant) -> String { DBusSize(variant: value).map(PropertyText.size) ?? "unknown" }

    private func word(_ value: Variant) -> String { value.get() ?? "unknown" }
}

/// The differences between two versions of a view, as `Key old → new`.
enum ViewChangeText {
    private static let maximumRows = 3

    static func text(from old: ViewEntry, to new: ViewEntry) -> String {
        var parts: [String] = []
        if old.className != new.className { parts.append("class \(old.className) → \(new.className)") }
        if old.parent != new.parent { parts.append("parent \(old.parent) → \(new.parent)") }
        if old.frame != new.frame {
            parts.append("frame \(PropertyText.frame(old.frame)) → \(PropertyText.frame(new.frame))")
        }
        if old.autoresizing != new.autoresizing {
            parts.append("Flexible \(mask(old.autoresizing)) → \(mask(new.autoresizing))")
        }
        for key in Set(old.properties.keys).union(new.properties.keys).sorted() {
            let values = [old, new].map { $0.value(of: key) ?? .string("") }
            guard values[0] != values[1] else { continue }
            let isSecret = key == ViewKeys.text.name && (old.isSecure || new.isSecure)
            let shown = isSecret ? values.map(ViewOutline.masked) : values
            parts.append(change(of: key, in: new.className, shown[0], shown[1]))
        }
        return parts.joined(separator: ", ")
    }

    private static func change(of key: String, in className: String, _ old: Variant, _ new: Variant) -> String {
        if key == ViewKeys.rows.name, let old = [TableRow](variant: old), let new = [TableRow](variant: new) {
            return rows(from: old, to: new)
        }
        let texts = [old, new].map { PropertyText.text($0, of: key, in: className) }
        return "\(key) \(texts[0]) → \(texts[1])"
    }

    /// Returns the different rows, or the number of rows if it has changed.
    private static func rows(from old: [TableRow], to new: [TableRow]) -> String {
        guard old.count == new.count else { return "Rows: \(old.count) → \(new.count)" }
        let different = old.indices.filter { old[$0] != new[$0] }
        let shown = different.prefix(maximumRows).map { index in
            "row \(Position(at: index)) \(text(of: old[index])) → \(text(of: new[index]))"
        }
        let rest = different.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more rows" : "")
    }

    private static func text(of row: TableRow) -> String {
        let notes = [
            row.detail, ImageName.short(row.image), row.accessory == "none" ? "" : row.accessory,
            row.enabled ? "" : "disabled",
        ]
        let all = [row.title] + notes.filter { !$0.isEmpty }
        return PropertyText.text(.string(all.joined(separator: "  ")))
    }

    private static func mask(_ mask: UInt32) -> String { mask == 0 ? "none" : PropertyText.autoresizing(mask) }
}
