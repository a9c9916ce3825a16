internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// The view controllers that a command is for. A title is searched among these first, then among all others.
enum ControllerScope: Hashable, Sendable {
    case tabBarControllers
    /// Tab bar and navigation controllers outside of containers.
    case windows
    case tabs
    /// Tab bar controllers and tabs.
    case all

    /// Returns the view controllers of the scope, in the order of their numbers.
    func candidates(in tree: ManagedObjects) -> [ObjectPath] {
        let controllers = tree.paths(with: TabBarControllerInterface.name)
        let tabs = Set(controllers.flatMap { tree.tabBarController($0).viewControllers ?? [] })
        switch self {
        case .tabBarControllers: return controllers
        case .windows: return tree.paths(with: WindowInterface.name)
        case .tabs: return tabs.sorted(by: ManagedObjects.isBefore)
        case .all: return tabs.union(controllers).sorted(by: ManagedObjects.isBefore)
        }
    }
}

/// The search for the view controllers that arguments name.
extension ManagedObjects {
    /// Returns the view controller that an argument names. A path is returned even if it does not exist: the daemon's
    /// error explains what is wrong with it.
    ///
    /// - Throws: An error that lists the view controllers to choose from, if none or several have the title.
    func find(_ argument: ControllerArgument, in scope: ControllerScope) throws(ControlError) -> ObjectPath {
        guard let path = try findIfExists(argument, in: scope) else {
            let all = paths(with: ViewControllerInterface.name)
            guard !all.isEmpty else { throw ControlError(message: ControllerArgument.noController) }
            let candidates = scope.candidates(in: self)
            throw noMatch(argument, "view controller", among: candidates.isEmpty ? all : candidates)
        }
        return path
    }

    /// Returns nil if no view controller has the identifier or the title.
    func findIfExists(
        _ argument: ControllerArgument, in scope: ControllerScope
    ) throws(ControlError) -> ObjectPath? {
        if case .path(let path) = argument { return path }
        let all = paths(with: ViewControllerInterface.name)
        if let path = identified(argument, among: all) { return path }
        if let path = try titled(argument, among: scope.candidates(in: self)) { return path }
        return try titled(argument, among: all)
    }

    /// Returns a tab that an argument names: a view controller in this list.
    ///
    /// - Parameters:
    ///   - controller: The tab bar controller.
    ///   - noun: The word for a member of the list: tab, item, row.
    func find(
        _ tab: ControllerArgument, among tabs: [ObjectPath], of controller: ObjectPath, noun: String
    ) throws(ControlError) -> ObjectPath {
        if case .path(let path) = tab {
            if tabs.contains(path) { return path }
        } else if let path = identified(tab, among: tabs) {
            return path
        } else if let path = try titled(tab, among: tabs) {
            return path
        }
        throw noMatch(tab, "\(noun) of \(name(of: controller))", among: tabs)
    }

    private func identified(_ argument: ControllerArgument, among paths: [ObjectPath]) -> ObjectPath? {
        guard let identifier = argument.identifier, !identifier.isEmpty else { return nil }
        return paths.first { viewController($0).restorationIdentifier == identifier }
    }

    /// Returns the only view controller with the title; nil for none.
    private func titled(
        _ argument: ControllerArgument, among paths: [ObjectPath]
    ) throws(ControlError) -> ObjectPath? {
        guard let title = argument.title, !title.isEmpty else { return nil }
        let found = paths.filter { titles(of: $0).contains(title) }
        guard found.count < 2 else {
            let names = found.prefix(Self.listed).map { "\(name(of: $0)) (\(viewController($0).type ?? ""))" }
            throw ControlError(
                message: "\(argument.text) is the title of \(found.count) view controllers; use the number of one: "
                    + names.joined(separator: ", ") + (found.count > Self.listed ? ", …" : ""))
        }
        return found.first
    }

    /// The titles under which a user knows a view controller: that of its tab, and its own.
    func titles(of path: ObjectPath) -> [String] {
        [tabBarItem(path).displayTitle, viewController(path).title].compactMap(\.self).filter { !$0.isEmpty }
    }

    private func noMatch(
        _ argument: ControllerArgument, _ noun: String, among paths: [ObjectPath]
    ) -> ControlError {
        let names = paths.prefix(Self.listed).map { path in
            let identifier = viewController(path).restorationIdentifier ?? ""
            return name(of: path) + (identifier.isEmpty || argument.identifier == nil ? "" : " ('\(identifier)')")
        }
        let offer = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
        return ControlError(
            message: "no \(noun) has the \(argument.kinds) \(argument.text); \(offer)"
                + (paths.count > Self.listed ? ", …" : ""))
    }

    /// The number of view controllers that an error lists.
    private static let listed = 6
}
