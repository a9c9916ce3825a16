import DBusInterface
import EventLoop
import PluginHosting
import TabModel

/// The implementation of an interface of one view controller, for one caller.
@EventLoop
protocol ControllerFacade: EntryPoint {
    static var interface: Interface<Self> { get }
    var id: ViewControllerID { get }
    /// The unique name of the client; `""` for the daemon.
    var caller: String { get }

    init(context: Context, id: ViewControllerID, caller: String)
}

extension ControllerFacade {
    var model: Hierarchy { delivery.hierarchy }

    /// The plugin that is the caller; nil for a client.
    var plugin: String? { PluginCaller.plugin(caller) }

    /// Runs a command of the model that moves view controllers. A command that a plugin issues in a callback runs after
    /// the callback (`S-24`).
    func command<Result>(
        _ command: @escaping (inout Hierarchy, ViewControllerID) throws -> Result
    ) throws(DBusError) -> Result {
        try delivery.command { [id] in try command(&$0, id) }
    }

    /// Runs a command of the model on the view controller.
    func perform<Result>(
        _ command: (inout Hierarchy, ViewControllerID) throws -> Result
    ) throws(DBusError) -> Result {
        try delivery.perform { try command(&$0, id) }
    }
}

/// An interface whose properties are fields of one value in the model, such as a tab bar item.
protocol ItemFacade: ControllerFacade {
    associatedtype Item
    func write(_ change: (inout Item) -> Void) throws(DBusError)
}

extension Property {
    /// Implements a property with a model command as its setter.
    @EventLoop
    func reading<Facade: ControllerFacade>(
        _ get: @escaping (Facade) throws(DBusError) -> Content,
        setting set: @escaping (inout Hierarchy, ViewControllerID, Content) throws -> Void
    ) -> Member<Facade> {
        reading(get, writing: { (facade, value) throws(DBusError) in try facade.perform { try set(&$0, $1, value) } })
    }

    /// Implements a property as a setting of the view controller.
    @EventLoop
    func reading<Facade: ControllerFacade>(
        _ get: @escaping (Facade) throws(DBusError) -> Content,
        setting field: WritableKeyPath<ViewControllerSettings, Content>
    ) -> Member<Facade> {
        reading(get, setting: { model, id, value in try model.changeSettings(of: id) { $0[keyPath: field] = value } })
    }

    /// Implements a property with a function of the facade as its setter.
    @EventLoop
    func reading<Facade: ControllerFacade>(
        _ get: @escaping (Facade) throws(DBusError) -> Content,
        storing set: @escaping (Facade, Content) throws -> Void
    ) -> Member<Facade> {
        reading(
            get, writing: { (facade, value) throws(DBusError) in try translatingErrors { try set(facade, value) } })
    }

    /// Implements a property as a field of an item.
    @EventLoop
    func reading<Facade: ItemFacade>(
        _ get: @escaping (Facade) throws(DBusError) -> Content, changing field: WritableKeyPath<Facade.Item, Content>
    ) -> Member<Facade> {
        reading(get, changing: field, to: { $0 })
    }

    /// Implements a property as a field of an item, with validation.
    @EventLoop
    func reading<Facade: ItemFacade, Field>(
        _ get: @escaping (Facade) throws(DBusError) -> Content, changing field: WritableKeyPath<Facade.Item, Field>,
        to check: @escaping (Content) throws -> Field
    ) -> Member<Facade> {
        reading(
            get,
            storing: { facade, content in
                let value = try check(content)
                try facade.write { $0[keyPath: field] = value }
            })
    }
}

extension Promise where Results: DBusType {
    /// Fulfils the promise with a result.
    func fulfil(_ result: Result<Results, DBusError>) {
        switch result {
        case .success(let value): succeed(value)
        case .failure(let error): fail(error)
        }
    }
}

extension Promise<Void> {
    func fulfil(_ result: Result<Void, DBusError>) {
        switch result {
        case .success: succeed()
        case .failure(let error): fail(error)
        }
    }

    /// - Parameter error: nil for success.
    func fulfil(_ error: DBusError?) {
        if let error { fail(error) } else { succeed() }
    }
}
