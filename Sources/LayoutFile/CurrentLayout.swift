import DBusInterface
package import TabInterface

/// The current view controllers, for the comparison with a layout.
package struct CurrentLayout: Hashable, Sendable {
    package private(set) var controllers: [ViewControllerID: LiveController] = [:]
    private var ids: [String: ViewControllerID] = [:]

    package init(_ controllers: [LiveController]) {
        for controller in controllers {
            self.controllers[controller.id] = controller
            if !controller.entry.identifier.isEmpty { ids[controller.entry.identifier] = controller.id }
        }
    }

    package subscript(id: ViewControllerID) -> LiveController? { controllers[id] }

    package subscript(identifier identifier: String) -> LiveController? {
        ids[identifier].flatMap { controllers[$0] }
    }

    // MARK: Text

    /// The current view controllers as the text of a layout file.
    package var text: String {
        var entries: [LayoutEntry] = []
        var remarks: [String] = []
        for controller in controllers.values.sorted(by: { $0.id < $1.id })
        where controller.isDeclarable {
            if let reason = omission(of: controller) {
                remarks.append("Skipped: \(controller.id.path) (\(controller.entry.typeName)), because \(reason).")
            } else if controller.parent == nil {
                entries.append(entry(of: controller, isFirst: true))
            }
        }
        for controller in controllers.values.sorted(by: { $0.id < $1.id }) where controller.hasOtherArguments {
            remarks.append("Skipped: the arguments of \(controller.name), which TOML cannot represent.")
        }
        return LayoutWriter.text(of: entries, remarks: remarks)
    }

    /// Returns the reason to skip a view controller and its children; nil for none, or if its container is skipped.
    private func omission(of controller: LiveController) -> String? {
        guard let container = controller.parent.flatMap({ controllers[$0] }) else {
            if controller.isPresented { return "it is presented" }
            if controller.isTemporary { return "it is destroyed with its client" }
            return controller.entry.identifier.isEmpty ? "it has no restoration identifier" : nil
        }
        return controller.isTemporary && !container.isTemporary ? "it is destroyed with its client" : nil
    }

    /// Returns the entry of a view controller.
    ///
    /// - Parameter isFirst: Whether it is the first of its type in its container.
    private func entry(of controller: LiveController, isFirst: Bool) -> LayoutEntry {
        var entry = controller.entry
        if entry.title == controller.defaultTitle || entry.title?.isEmpty == true { entry.title = nil }
        if entry.icon == controller.defaultIcon || entry.icon?.isEmpty == true { entry.icon = nil }
        // The badge of a view is temporary.
        if entry.kind == .view || entry.badge?.isEmpty == true { entry.badge = nil }
        if entry.isHidden == false { entry.isHidden = nil }
        if entry.allowsHiding == false { entry.allowsHiding = nil }
        if entry.isLazy == false { entry.isLazy = nil }
        if entry.profile == "phone" { entry.profile = nil }
        // Without a container, the item is not visible.
        if controller.parent == nil { (entry.icon, entry.badge, entry.isLazy) = (nil, nil, nil) }
        if controller.parent.flatMap({ controllers[$0] })?.entry.kind != .tabBar {
            (entry.isHidden, entry.allowsHiding) = (nil, nil)
        }
        entry.window =
            controller.parent == nil ? entry.window.differing(from: controller.defaultWindow) : LayoutWindow()
        let derived = controller.parent.flatMap { controllers[$0] }.map {
            "\($0.entry.identifier).\(typeOfContent(of: controller))"
        }
        entry.isNamed = !entry.identifier.isEmpty && !(isFirst && entry.identifier == derived)
        guard entry.kind.childrenKey != nil else { return entry }
        var types: Set<String> = []
        entry.children = controller.children.compactMap { controllers[$0] }.filter(\.isSaved).map { child in
            self.entry(of: child, isFirst: types.insert(typeOfContent(of: child)).inserted)
        }
        return entry
    }

    /// The type for derived identifiers, as `LayoutEntry.typeOfContent`.
    package func typeOfContent(of controller: LiveController) -> String {
        guard controller.entry.kind == .navigation else { return controller.entry.typeOfContent }
        let root = controller.children.first.flatMap { controllers[$0] }
        return root.map { $0.isDeclarable ? $0.entry.type : "navigation" } ?? "navigation"
    }
}

/// A live view controller, with the properties that layouts use.
package struct LiveController: Hashable, Sendable {
    package let id: ViewControllerID
    /// Its entry in a layout, without children. An empty identifier means none.
    package var entry: LayoutEntry
    /// The tabs or the stack, in order.
    package var children: [ViewControllerID] = []
    /// Its container.
    package var parent: ViewControllerID?
    /// Whether a layout can declare it. Views of other programs, unlisted classes of plugins and More can't be
    /// declared.
    package var isDeclarable = true
    package var isPresented = false
    /// Whether it is destroyed with its client.
    package var isTemporary = false
    /// Whether the text of the current layout includes it. Other view controllers stay where they are, unless a layout
    /// declares them.
    package var isSaved: Bool { isDeclarable && !isTemporary }
    /// Whether it has arguments that TOML can't represent.
    package var hasOtherArguments = false
    /// The title and icon from the manifest, which a layout need not declare.
    package var defaultTitle = ""
    package var defaultIcon = ""
    /// The window of a new controller with its profile.
    package var defaultWindow = LayoutWindow()

    package init(_ id: ViewControllerID, entry: LayoutEntry) {
        self.id = id
        self.entry = entry
    }

    /// The name for messages.
    package var name: String { entry.identifier.isEmpty ? id.path.text : "'\(entry.identifier)'" }

    /// The identifier, or the path when there is none.
    var label: String { entry.identifier.isEmpty ? id.path.text : entry.identifier }
}
