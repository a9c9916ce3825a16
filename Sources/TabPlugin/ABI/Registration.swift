/// What the plugin has registered, and the instances that the host knows.
@PluginActor
enum Registration {
    static var classes: [String: ViewController.Type] = [:]
    static private(set) var instances: [UInt64: Instance] = [:]
    /// The instance that the host has asked for and that is being made.
    private static var inCreation: (type: ViewController.Type, number: UInt64)?
    /// The instance for which the host is just asked to make its side.
    private static var adopted: ViewController?

    static func make(_ name: String, controller: UInt64, arguments: [String: Value]) -> Instance? {
        let viewController: ViewController
        if let adopted {
            self.adopted = nil
            adopted.adopt(controller)
            viewController = adopted
        } else {
            guard let type = classes[name] else { return nil }
            inCreation = (type, controller)
            defer { inCreation = nil }
            viewController = UpdateCycle.run { type.init(arguments: arguments) }
        }
        let instance = Instance(viewController, number: controller)
        instances[controller] = instance
        return instance
    }

    /// The number for an instance of a class, once, when it is the one that the host has asked for. Others may be made
    /// before it, as the initial values of its properties.
    static func takeNumber(for type: ViewController.Type) -> UInt64? {
        guard let inCreation, inCreation.type == type else { return nil }
        self.inCreation = nil
        return inCreation.number
    }

    static func forget(_ controller: UInt64) { instances[controller] = nil }

    /// Runs what makes the host call `create` for an instance that exists.
    static func adopting(
        _ viewController: ViewController, _ body: () throws(PluginError) -> UInt64
    ) throws(PluginError) -> UInt64 {
        adopted = viewController
        defer { adopted = nil }
        return try body()
    }

    static func className(of viewController: ViewController) -> String { String(describing: type(of: viewController)) }
}

/// What the host holds of a view controller.
///
/// A controller that the plugin's own code made lives as in UIKit: the host keeps it while it is in a container, else
/// only the plugin's references count. Without one the host destroys its side as well.
@PluginActor
final class Instance {
    let number: UInt64
    private var strong: ViewController?
    private weak var weak: ViewController?

    init(_ viewController: ViewController, number: UInt64) {
        self.number = number
        weak = viewController
        // One of the plugin's own is held from the moment it is in a container.
        strong = viewController.isOwn ? nil : viewController
    }

    var viewController: ViewController? { strong ?? weak }

    /// - Parameter isHeld: whether the host's side is in a container.
    func setHeld(_ isHeld: Bool) {
        guard weak?.isOwn == true else { return }
        strong = isHeld ? weak : nil
    }
}
