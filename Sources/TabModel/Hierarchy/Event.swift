/// An event in a hierarchy. Events come in UIKit's order.
package enum Event: Hashable, Sendable {
    /// Parents first: a tab bar controller, its More, More's list.
    case created(ViewControllerID)
    case destroyed(ViewControllerID)

    case willMove(ViewControllerID, toParent: ViewControllerID?)
    case didMove(ViewControllerID, toParent: ViewControllerID?)

    case viewDidLoad(ViewControllerID)
    case viewWillAppear(ViewControllerID, animated: Bool)
    case viewIsAppearing(ViewControllerID, animated: Bool)
    case viewDidAppear(ViewControllerID, animated: Bool)
    case viewWillDisappear(ViewControllerID, animated: Bool)
    case viewDidDisappear(ViewControllerID, animated: Bool)

    /// UIKit's bar-level callback, before `shouldSelect` (`C-7`). The controller is the tab bar controller.
    case itemTapped(ViewControllerID, position: Int)
    /// The tab bar controller, and the tapped tab's controller or More (`F-1`).
    case shouldSelect(ViewControllerID, ViewControllerID)
    /// The tab bar controller, and the controller displayed now (`F-2`, `E-14`).
    case didSelect(ViewControllerID, ViewControllerID)
    /// The tab bar controller, and the target of a tap that was refused or is gone (`S-86`).
    case didRefuse(ViewControllerID, ViewControllerID)

    /// The tab bar controller, and the tab that the user wants to close.
    case shouldClose(ViewControllerID, ViewControllerID)
    /// The tab bar controller, and the tab that the user has closed. It is already destroyed.
    case didClose(ViewControllerID, ViewControllerID)

    /// The tab bar controller, and the movable tabs (`F-3`, `S-49`).
    case willBeginCustomizing(ViewControllerID, [ViewControllerID])
    /// The tab bar controller, all tabs in the new order, and whether the bar has changed (`F-4`, `F-5`, `E-44`).
    case willEndCustomizing(ViewControllerID, [ViewControllerID], changed: Bool)
    case didEndCustomizing(ViewControllerID, [ViewControllerID], changed: Bool)
    /// The program is ending this session, because it changes something else afterwards (`S-52`).
    case customizingClosed(ViewControllerID)

    /// An animated change of tabs has begun. The receiver must complete it.
    case transitionBegan(Transition, in: ViewControllerID)
    /// The focus has moved to a tab that is selected after the delay (`J-6`).
    case selectionPending(ViewControllerID, token: UInt64)

    /// The current items of a tab bar controller's bar (`S-67`).
    case itemsChanged(ViewControllerID, items: [ViewControllerID], animated: Bool)

    /// The navigation controller, and its new top (`N17`, `S-11`).
    case navigationWillShow(ViewControllerID, ViewControllerID, animated: Bool)
    case navigationDidShow(ViewControllerID, ViewControllerID, animated: Bool)

    /// A pending presentation has appeared, or has failed.
    case presented(ViewControllerID)
    case presentationFailed(ViewControllerID, ModelError)
    /// A popover has no anchor yet. After `Hierarchy.anchorTimeout` its wait ends (`P14`).
    case presentationWaits(ViewControllerID)
    /// The presentation of a controller has ended.
    case didDismiss(ViewControllerID)
    /// The user has answered an alert. It is already dismissed.
    case alertAnswered(ViewControllerID, Alert.Answer)
    /// An event of the controller's popover.
    case popover(ViewControllerID, PopoverEvent)

    /// A user tapped a button of the controller's navigation item.
    case barButtonItemActivated(ViewControllerID, item: UInt32)

    /// The readable state of this controller may have changed. This precedes the events that announce the change.
    case changed(ViewControllerID)
}
