package import DBusInterface
package import TabInterface

/// All view controllers that there are, for a layout to be compared with.
package struct LayoutSituation: Hashable, Sendable {
    package private(set) var controllers: [UInt64: LiveController] = [:]
    private var numbers: [String: UInt64] = [:]

    package init(_ controllers: [LiveController]) {
        for controller in controllers {
            self.controllers[controller.number] = controller
            if !controller.entry.identifier.isEmpty { numbers[controller.entry.identifier] = controller.number }
        }
    }

    package subscript(number: UInt64) -> LiveController? { controllers[number] }

    package subscript(identifier identifier: String) -> LiveController? {
        numbers[identifier].flatMap { controllers[$0] }
    }

    // MARK: Saving

    /// What there is, as a layout.
    package var text: String {
        var entries: [LayoutEntry] = []
        var remarks: [String] = []
        for controller in controllers.values.sorted(by: { $0.number < $1.number })
        where controller.isDeclarable {
            if let reason = omission(of: controller) {
                remarks.append("Left out: \(controller.path) (\(controller.entry.typeName)), as \(reason).")
            } else if controller.parent == nil {
                entries.append(entry(of: controller, isFirst: true))
            }
        }
        for controller in controllers.values.sorted(by: { $0.number < $1.number }) where controller.hasOtherArguments {
            remarks.append("Arguments of \(controller.name) are left out, as TOML has nothing for them.")
        }
        return LayoutWriter.text(of: entries, remarks: remarks)
    }

    /// Why it is left out, with all that is inside it; nil when it isn't, or goes with its container.
    private func omission(of controller: LiveController) -> String? {
        guard let container = controller.parent.flatMap({ controllers[$0] }) else {
            if controller.isPresented { return "it is presented" }
            if controller.isTemporary { return "it ends with its client" }
            return controller.entry.identifier.isEmpty ? "it has no restoration identifier" : nil
        }
        return controller.isTemporary && !container.isTemporary ? "it ends with its client" : nil
    }

    /// - Parameter isFirst: Whether no other before it in its container has its type.
    private func entry(of controller: LiveController, isFirst: Bool) -> LayoutEntry {
        var entry = controller.entry
        if entry.title == controller.defaultTitle || entry.title?.isEmpty == true { entry.title = nil }
        if entry.icon == controller.defaultIcon || entry.icon?.isEmpty == true { entry.icon = nil }
        // A view's badge tells of the moment.
        if entry.kind == .view || entry.badge?.isEmpty == true { entry.badge = nil }
        if entry.profile == "phone" { entry.profile = nil }
        // In no container nobody sees the item.
        if controller.parent == nil { (entry.icon, entry.badge) = (nil, nil) }
        if controller.parent != nil || entry.size == controller.defaultSize { entry.size = nil }
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

    /// As `LayoutEntry.typeOfContent` has it.
    package func typeOfContent(of controller: LiveController) -> String {
        guard controller.entry.kind == .navigation else { return controller.entry.typeOfContent }
        let root = controller.children.first.flatMap { controllers[$0] }
        return root.map { $0.isDeclarable ? $0.entry.type : "navigation" } ?? "navigation"
    }
}

/// A view controller that there is, as far as layouts are concerned.
package struct LiveController: Hashable, Sendable {
    /// The number in its path.
    package let number: UInt64
    /// What a layout would say of it; its identifier is empty for none, and of what is inside `children` tells.
    package var entry: LayoutEntry
    /// The tabs or the stack, in order.
    package var children: [UInt64] = []
    /// Its container.
    package var parent: UInt64?
    /// Whether a layout can say it: not the views of other programs, nor what only their plugins make, nor More.
    package var isDeclarable = true
    package var isPresented = false
    /// Whether it ends with the client that made it.
    package var isTemporary = false
    /// Whether a layout of what there is says it. All else stays where it is, unless a layout names it.
    package var isSaved: Bool { isDeclarable && !isTemporary }
    /// Whether there are arguments that TOML has nothing for.
    package var hasOtherArguments = false
    /// What its plugin calls the class, which no layout needs to say.
    package var defaultTitle = ""
    package var defaultIcon = ""
    /// That of its profile; nil for what has no window.
    package var defaultSize: DBusSize?

    package init(number: UInt64, entry: LayoutEntry) {
        self.number = number
        self.entry = entry
    }

    package var path: ObjectPath { TabNames.viewController(number) }

    /// For messages.
    package var name: String { entry.identifier.isEmpty ? path.text : "'\(entry.identifier)'" }
}
