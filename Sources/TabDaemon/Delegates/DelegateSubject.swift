import DBusInterface
import TabInterface
import TabModel

/// What a delegate decides about: a tab bar controller, or the popover of a view controller.
enum DelegateSubject: Hashable, Comparable {
    case tabBarController(ViewControllerID)
    case popover(ViewControllerID)

    private typealias Tabs = TabBarControllerDelegateInterface
    private typealias Popover = PopoverPresentationControllerDelegateInterface

    var id: ViewControllerID {
        switch self {
        case .tabBarController(let id), .popover(let id): id
        }
    }

    private var isPopover: Bool { if case .popover = self { true } else { false } }

    /// The methods that a delegate can choose to have.
    var methodNames: [String] {
        (isPopover ? Popover.description : Tabs.description).members.map(\.name).filter { $0 != released.name }
    }

    var released: Method<() -> Void> { isPopover ? Popover.released : Tabs.released }
    var releasedBy: Method<(ObjectPath) -> Void> { isPopover ? Popover.releasedBy : Tabs.releasedBy }
    var questionWithdrawn: Method<(UInt32) -> Void> { isPopover ? Popover.questionWithdrawn : Tabs.questionWithdrawn }
}
