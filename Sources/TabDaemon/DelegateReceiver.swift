import TabInterface
import TabModel

/// Who a delegate is.
enum DelegateReceiver: Equatable {
    /// An object of a client.
    case client(ClientObject)
    /// A controller whose owner is a plugin.
    case viewController(ViewControllerID)
}
