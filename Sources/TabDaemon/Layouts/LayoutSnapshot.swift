import DBusInterface
import EventLoop
import LayoutFile
import PluginHosting
import TabInterface
import TabModel

/// What layouts need of all view controllers, at one moment. It is a value, so work in the background can use it.
struct LayoutSnapshot: Sendable {
    /// What layouts need of a record.
    private struct Record: Sendable {
        let type: String
        let arguments: [String: Variant]
        /// Whether a plugin supplies its content.
        let isPlugins: Bool
        let isListed: Bool
        let isLazy: Bool
        /// Whether it is destroyed with its client.
        let isTemporary: Bool
    }

    /// The title and the icon of a plugin's class.
    private struct ClassDefaults: Sendable {
        let pluginClass: Manifest.PluginClass
        var icon: String
    }

    /// The revision of the model. Nothing that a plan depends on has changed while it is the same.
    let revision: UInt64
    let model: Hierarchy
    /// The records, as a list: the dictionary is made in the background.
    private let listed: [(id: ViewControllerID, record: Record)]
    private let windows: [ViewControllerID: LayoutWindow]
    private let classes: [String: ClassDefaults]

    /// Takes the snapshot. This takes 0.1 µs for each view controller, because the model is shared and not copied.
    @EventLoop
    init(
        _ delivery: EventDelivery, _ records: ControllerRecords, _ windows: WindowAttachments,
        _ images: ImageReferences,
        _ plugins: PluginCatalog
    ) {
        revision = delivery.revision
        // The accounts belong to the loop. They are asked when the plan is checked there.
        var model = delivery.hierarchy
        model.allowGrowth()
        self.model = model
        self.windows = windows.all.mapValues { LayoutWindow($0) }
        var classes: [String: ClassDefaults] = [:]
        // Icons that are files are read for classes in use only.
        var filed: [String: Plugin] = [:]
        for plugin in plugins.registry?.plugins ?? [] {
            for pluginClass in plugin.classes {
                let type = "\(plugin.id).\(pluginClass.name)"
                guard classes[type] == nil else { continue }
                classes[type] = ClassDefaults(pluginClass: pluginClass, icon: pluginClass.icon)
                if ImageName.isPath(pluginClass.icon) { filed[type] = plugin }
            }
        }
        var listed: [(id: ViewControllerID, record: Record)] = []
        listed.reserveCapacity(records.all.count)
        for (id, record) in records.all {
            let kept = Record(
                type: record.type, arguments: record.arguments, isPlugins: !record.pluginID.isEmpty,
                isListed: record.isListed, isLazy: record.isLazy, isTemporary: record.destroyedWithClient != nil)
            listed.append((id, kept))
            guard !filed.isEmpty, let plugin = filed.removeValue(forKey: record.type),
                let pluginClass = classes[record.type]?.pluginClass
            else { continue }
            classes[record.type]?.icon = images.icon(of: pluginClass, in: plugin)
        }
        self.listed = listed
        self.classes = classes
    }

    /// All view controllers.
    var layout: CurrentLayout {
        let records = recordsByID
        return layout(of: listed.map(\.id), records)
    }

    /// The view controllers that a layout names, with everything in their outermost containers.
    func layout(around file: LayoutDocument) -> CurrentLayout {
        var ids: [ViewControllerID] = []
        var seen: Set<ViewControllerID> = []
        func add(_ id: ViewControllerID) {
            guard seen.insert(id).inserted else { return }
            ids.append(id)
            for child in ControllerArchive(of: id, in: model.nodes)?.viewControllers ?? [] { add(child) }
        }
        for entry in file.controllers.flatMap(\.withDescendants) {
            guard let id = model.controller(identifiedBy: entry.identifier) else { continue }
            add(model.nodes.outermostContainer(of: id))
            add(id)
        }
        return layout(of: ids, recordsByID)
    }

    private var recordsByID: [ViewControllerID: Record] {
        Dictionary(listed.lazy.map { ($0.id, $0.record) }) { first, _ in first }
    }

    private func layout(of ids: [ViewControllerID], _ records: [ViewControllerID: Record]) -> CurrentLayout {
        var controllers: [ViewControllerID: LiveController] = [:]
        var parents: [ViewControllerID: ViewControllerID] = [:]
        for id in ids {
            guard let record = records[id], let archive = ControllerArchive(of: id, in: model.nodes) else { continue }
            controllers[id] = liveController(archive, record)
            for child in archive.viewControllers { parents[child] = id }
        }
        for (id, parent) in parents { controllers[id]?.parent = parent }
        for (id, controller) in controllers where controller.entry.kind == .navigation {
            let root = controller.children.first.flatMap { controllers[$0] }
            // A navigation controller is only declarable if its root is, and is temporary if its root is.
            if root?.isDeclarable != true { controllers[id]?.isDeclarable = false }
            if root?.isTemporary == true { controllers[id]?.isTemporary = true }
        }
        return CurrentLayout(Array(controllers.values))
    }

    private func liveController(_ archive: ControllerArchive, _ record: Record) -> LiveController {
        let kind: LayoutEntry.Kind =
            switch archive.kind {
            case .tabBarController where !record.isPlugins: .tabBar
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
        entry.isHidden = archive.settings.tabVisibility.isHiddenByDefault
        entry.allowsHiding = archive.settings.tabVisibility.allowsHiding
        entry.isLazy = record.isLazy
        if kind == .tabBar { entry.profile = archive.tabs?.profile.rawValue }
        let window = kind == .view ? nil : archive.window
        if let window { entry.window = windows[archive.id] ?? LayoutWindow(Attachments(to: window)) }
        var controller = LiveController(archive.id, entry: entry)
        if let window {
            controller.defaultWindow = LayoutWindow(Attachments(to: Window(profile: window.profile)))
        }
        if kind == .tabBar, let tabs = archive.tabs {
            controller.entry.window.focus = tabs.isFocusEnabled
            controller.defaultWindow.focus = tabs.profile == .tv
        }
        if kind == .view {
            controller.entry.type = record.type
            controller.hasOtherArguments = TOMLText.table(record.arguments) == nil
            if !controller.hasOtherArguments { controller.entry.arguments = record.arguments }
            let defaults = classes[record.type]
            controller.defaultTitle = defaults?.pluginClass.title ?? ""
            if let title = entry.title, defaults?.pluginClass.hasTitle(title) == true {
                controller.defaultTitle = title
            }
            controller.defaultIcon = defaults?.icon ?? ""
        } else {
            controller.children = archive.viewControllers
        }
        controller.isDeclarable = record.type != "remote" && record.isListed
        controller.isTemporary = record.isTemporary
        controller.isPresented =
            model.nodes.parent(of: archive.id) == nil
            && model.nodes.presentingViewController(of: archive.id) != nil
        return controller
    }
}

extension LayoutWindow {
    init(_ attachments: Attachments) {
        self.init()
        size = DBusSize(attachments.preferredSize)
        sizePolicy = attachments.sizePolicy.rawValue
        barHeight = attachments.createdBar.height
        barSide = attachments.createdBar.side?.rawValue
        barSlots = attachments.createdBar.slots.map { UInt32(clamping: $0) }
    }
}
