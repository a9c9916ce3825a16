/// The registered classes, and the instances that the host knows.
@PluginActor
package enum Registration {
    package static var classes: [String: ViewController.Type] = [:]
    package private(set) static var instances: [UInt64: Instance] = [:]
    /// The type and number of the instance that the host is creating.
    private static var inCreation: (type: ViewController.Type, number: UInt64)?
    /// The existing instance whose host side is being created.
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

    /// Returns the number for the instance that the host is creating, once. Returns nil for any other instance.
    ///
    /// The type distinguishes them: initial values of properties may create other view controllers first.
    static func claimNumber(for type: ViewController.Type) -> UInt64? {
        guard let inCreation, inCreation.type == type else { return nil }
        self.inCreation = nil
        return inCreation.number
    }

    static func remove(_ controller: UInt64) { instances[controller] = nil }

    /// Runs a call that makes the host call `create`, and has `create` return an existing instance.
    static func adopting(
        _ viewController: ViewController, _ body: () throws(PluginError) -> UInt64
    ) throws(PluginError) -> UInt64 {
        adopted = viewController
        defer { adopted = nil }
        return try body()
    }

    static func className(of viewController: ViewController) -> String { String(describing: type(of: viewController)) }
}

/// The host's reference to a view controller.
///
/// A view controller that the plugin's code created lives as in UIKit: the host retains it while it is in a container
/// or presented. Otherwise only the plugin's references keep it alive, and the host's side ends with the last of them.
@PluginActor
package final class Instance {
    let number: UInt64
    private var strong: ViewController?
    private weak var weak: ViewController?

    init(_ viewController: ViewController, number: UInt64) {
        self.number = number
        weak = viewController
        // A view controller that the plugin created is retained only once it is in a container.
        strong = viewController.isOwn ? nil : viewController
    }

    package var viewController: ViewController? { strong ?? weak }

    /// Retains or releases a view controller that the plugin created.
    func setRetained(_ isRetained: Bool) {
        guard weak?.isOwn == true else { return }
        strong = isRetained ? weak : nil
    }
}
