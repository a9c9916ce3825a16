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
