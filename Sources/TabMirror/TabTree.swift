package import DBusInterface
package import TabInterface

/// A front end's copy of a controller's tree: the reply of Attach, kept up to date by the signals that follow.
///
/// It has no connection. Pass it the reply, then every following signal of the daemon in bus order. Each call returns
/// the changes. Signals don't carry everything: an old view controller may join the tree, or a view that was loaded
/// long ago may appear. Then `isIncomplete` is true: attach again with the same options, and pass that reply in its
/// turn.
package struct TabTree: ContractObjects, Sendable {
    /// The properties of one object, by interface and name.
    package typealias Properties = [String: [String: Variant]]

    package let controller: ObjectPath
    package private(set) var objects: [ObjectPath: Properties] = [:]
    package private(set) var views: [ObjectPath: ViewMirror] = [:]
    /// The view controllers that last came on the screen with an animation.
    package private(set) var animated: Set<ObjectPath> = []
    /// Whether the tree contains objects that only another reply of Attach describes.
    package private(set) var isIncomplete = false
    /// Whether the controller itself has been destroyed.
    package private(set) var isDestroyed = false

    package init(of controller: ObjectPath) { self.controller = controller }

    /// The tree as `ManagedObjects`.
    package var managedObjects: ManagedObjects { ManagedObjects(objects) }

    // MARK: The reply of Attach

    /// Replaces the whole tree. Changes that earlier signals have already reported are not returned again.
    package mutating func replaceAll(
        _ reply: [ObjectPath: Properties], _ snapshots: [ObjectPath: ViewSnapshot]
    ) -> [TreeChange] {
        isIncomplete = false
        var changes: [TreeChange] = []
        for path in objects.keys.sorted() where reply[path] == nil { changes += remove(path) }
        for path in reply.keys.sorted(by: ManagedObjects.isBefore) {
            let properties = reply[path] ?? [:]
            guard objects[path] != nil else {
                objects[path] = properties
                changes.append(.joined(path))
                continue
            }
            changes += lose((objects[path] ?? [:]).keys.filter { properties[$0] == nil }, of: path)
            for interface in properties.keys.sorted() {
                changes += update(path, interface, properties[interface] ?? [:])
            }
        }
        for path in snapshots.keys.sorted(by: ManagedObjects.isBefore) {
            guard let snapshot = snapshots[path] else { continue }
            changes += views[path, default: ViewMirror()].replaceAll(snapshot).map { .view(path, $0) }
        }
        return changes
    }

    // MARK: Signals

    /// Applies one signal of the daemon. Signals of other trees change nothing.
    package mutating func receive(
        _ member: String, of interface: String, from path: ObjectPath, _ arguments: [Variant]
    ) -> [TreeChange] {
        switch (interface, member) {
        case (PropertiesInterface.name, PropertiesInterface.propertiesChanged.name):
            guard let (changed, values, invalid) = PropertiesInterface.propertiesChanged.read(arguments) else {
                return []
            }
            return propertiesChanged(changed, values, invalid, of: path)
        case (ObjectManagerInterface.name, ObjectManagerInterface.interfacesAdded.name):
            guard let (path, interfaces) = ObjectManagerInterface.interfacesAdded.read(arguments) else { return [] }
            return appeared(path, interfaces)
        case (ObjectManagerInterface.name, ObjectManagerInterface.interfacesRemoved.name):
            guard let (path, names) = ObjectManagerInterface.interfacesRemoved.read(arguments) else { return [] }
            return names.contains(ViewControllerInterface.name) || names.contains(TabBarInterface.name)
                ? remove(path) : lose(names, of: path)
        case (ViewControllerInterface.name, ViewControllerInterface.viewChanged.name):
            guard let (revision, changed, removed) = ViewControllerInterface.viewChanged.read(arguments) else {
                return []
            }
            return viewChanged(path) { $0.apply(revision, changed, removed) }
        case (ViewControllerInterface.name, ViewControllerInterface.rowsChanged.name):
            return rowsChanged(path, arguments)
        case (ViewControllerInterface.name, ViewControllerInterface.viewWillAppear.name):
            // It may join the tree in the same turn, after this signal.
            if ViewControllerInterface.viewWillAppear.read(arguments) == true {
                animated.insert(path)
            } else {
                animated.remove(path)
            }
            return []
        case (ViewControllerInterface.name, ViewControllerInterface.viewDidDisappear.name):
            animated.remove(path)
            return []
        case (ViewControllerInterface.name, ViewControllerInterface.announced.name):
            guard objects[path] != nil, let (text, priority) = ViewControllerInterface.announced.read(arguments) else {
                return []
            }
            return [.announced(path, text: text, priority: priority)]
        case (ViewControllerInterface.name, ViewControllerInterface.rowScrolled.name):
            guard objects[path] != nil,
                let (view, row, position, _) = ViewControllerInterface.rowScrolled.read(arguments)
            else { return [] }
            return [.rowScrolled(path, view: view, row: row, position: position)]
        case (TabBarControllerInterface.name, TabBarControllerInterface.didRefuseViewController.name):
            guard objects[path] != nil,
                let target = TabBarControllerInterface.didRefuseViewController.read(arguments)
            else { return [] }
            return [.refused(target)]
        default: return []
        }
    }

    private mutating func propertiesChanged(
        _ interface: String, _ values: [String: Variant], _ invalid: [String], of path: ObjectPath
    ) -> [TreeChange] {
        let isController = interface == ViewControllerInterface.name
        guard objects[path] != nil else {
            // The view controller was elsewhere and has joined this tree.
            if isController, Self.owners(in: values).contains(where: { objects[$0] != nil }) { isIncomplete = true }
            return []
        }
        if !invalid.isEmpty { isIncomplete = true }
        var changes = update(path, interface, values)
        if isController, path != controller, values.keys.contains(where: Self.ownerProperties.contains),
            !owners(of: path).contains(where: { objects[$0] != nil })
        {
            changes += remove(path)
        }
        let state = ViewControllerInterface.appearanceState.name
        if isController, values[state] != nil, isVisible(path), views[path] == nil {
            isIncomplete = true
        }
        return changes
    }

    private mutating func update(
        _ path: ObjectPath, _ interface: String, _ values: [String: Variant]
    ) -> [TreeChange] {
        values.keys.sorted().compactMap { name in
            guard let new = values[name] else { return nil }
            let old = objects[path]?[interface, default: [:]].updateValue(new, forKey: name)
            return old == new ? nil : .property(path, interface, name, old: old, new: new)
        }
    }

    private mutating func appeared(_ path: ObjectPath, _ interfaces: Properties) -> [TreeChange] {
        if objects[path] != nil {
            return interfaces.keys.sorted().flatMap { interface in
                if objects[path]?[interface] == nil { objects[path]?[interface] = [:] }
                return update(path, interface, interfaces[interface] ?? [:])
            }
        }
        let owners = Self.owners(in: interfaces[ViewControllerInterface.name] ?? [:])
        guard owners.contains(where: { objects[$0] != nil }) else { return [] }
        objects[path] = interfaces
        return [.joined(path)]
    }

    /// Removes some interfaces of an object, such as that of an ended popover.
    private mutating func lose(_ interfaces: [String], of path: ObjectPath) -> [TreeChange] {
        interfaces.sorted().filter { objects[path]?.removeValue(forKey: $0) != nil }.map { .lost(path, $0) }
    }

    /// Removes the controller, whose end was noticed without a signal.
    package mutating func end() -> [TreeChange] { remove(controller) }

    /// Removes an object and everything below it.
    private mutating func remove(_ path: ObjectPath) -> [TreeChange] {
        guard path != controller else {
            guard !isDestroyed else { return [] }
            isDestroyed = true
            return [.destroyed]
        }
        guard let last = objects[path] else { return [] }
        var below = objects.keys.filter { owners(of: $0).first == path }.sorted()
        // The object is removed first, so that a circle ends as well.
        objects[path] = nil
        views[path] = nil
        // The content of a temporary container, such as a sheet's, may remain and be announced separately.
        let staying = below.filter { owners(of: $0).contains { objects[$0] != nil } }
        if !staying.isEmpty {
            isIncomplete = true
            below.removeAll { staying.contains($0) }
        }
        let changes = below.flatMap { remove($0) }
        return changes + [.left(path, last)]
    }

    /// Returns the container or the presenter of a view controller.
    private func owners(of path: ObjectPath) -> [ObjectPath] {
        Self.owners(in: objects[path]?[ViewControllerInterface.name] ?? [:])
    }

    private static let ownerProperties = [
        ViewControllerInterface.parent.name, ViewControllerInterface.presentingViewController.name,
    ]

    private static func owners(in values: [String: Variant]) -> [ObjectPath] {
        ownerProperties.compactMap { values[$0]?.get(as: ObjectPath.self) }.filter { !$0.isNone }
    }

    private func isVisible(_ path: ObjectPath) -> Bool {
        let state = viewController(path).appearanceState
        return state != nil && state != "disappeared"
    }

    private mutating func rowsChanged(_ path: ObjectPath, _ arguments: [Variant]) -> [TreeChange] {
        guard
            let (revision, table, deleted, inserted, moved, reloaded, sections, selectedRow) =
                ViewControllerInterface.rowsChanged.read(arguments)
        else { return [] }
        let change = TableChange(deleted: deleted, inserted: inserted, moved: moved, reloaded: reloaded)
        return viewChanged(path) { $0.apply(revision, rowsOf: table, change, sections, selectedRow) }
    }

    /// Changes a view.
    ///
    /// - Parameter apply: Returns nil if a snapshot is needed.
    private mutating func viewChanged(
        _ path: ObjectPath, _ apply: (inout ViewMirror) -> [ViewMirror.Edit]?
    ) -> [TreeChange] {
        guard objects[path] != nil else { return [] }
        // The first change contains the whole view.
        var mirror = views[path] ?? ViewMirror()
        guard let edits = apply(&mirror) else {
            views[path] = nil
            if isVisible(path) { isIncomplete = true }
            return []
        }
        views[path] = mirror
        return edits.map { .view(path, $0) }
    }
}
