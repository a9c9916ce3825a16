/// What happened in a hierarchy, in UIKit's order.
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

    /// The tab bar controller, and the tabs that can be moved (`F-3`, `S-49`).
    case willBeginCustomizing(ViewControllerID, [ViewControllerID])
    /// The tab bar controller, all tabs in the new order, and whether the bar's differ (`F-4`, `F-5`, `E-44`).
    case willEndCustomizing(ViewControllerID, [ViewControllerID], changed: Bool)
    case didEndCustomizing(ViewControllerID, [ViewControllerID], changed: Bool)
    /// The session that is about to end is ended by the program, which changes something else after that (`S-52`).
    case customizingClosed(ViewControllerID)

    /// An animated change of tabs has begun, and has to be ended.
    case transitionBegan(Transition, in: ViewControllerID)
    /// The focus has moved to a tab that is to be selected after the delay (`J-6`).
    case selectionPending(ViewControllerID, token: UInt64)

    /// A tab bar controller's bar has these items now (`S-67`).
    case itemsChanged(ViewControllerID, items: [ViewControllerID], animated: Bool)

    /// The navigation controller, and its new top (`N17`, `S-11`).
    case navigationWillShow(ViewControllerID, ViewControllerID, animated: Bool)
    case navigationDidShow(ViewControllerID, ViewControllerID, animated: Bool)

    /// What was to be presented has appeared, or never will.
    case presented(ViewControllerID)
    case presentationFailed(ViewControllerID, ModelError)
    /// A popover has no anchor yet: it is time for it after `Hierarchy.anchorTimeout` (`P14`).
    case presentationWaits(ViewControllerID)
    /// A presented controller is nobody's any more.
    case didDismiss(ViewControllerID)
    /// The user has answered an alert, which is dismissed by now.
    case alertAnswered(ViewControllerID, Alert.Answer)
    /// Of the controller's popover.
    case popover(ViewControllerID, PopoverEvent)

    /// A user tapped a button of the controller's navigation item.
    case barButtonItemActivated(ViewControllerID, item: UInt32)

    /// A readable state of this controller may differ from before; precedes the events that announce the change.
    case changed(ViewControllerID)
}

/// One controller on its way to another container, or to none.
struct Move: Sendable {
    let id: ViewControllerID
    let parent: ViewControllerID?
    /// Whether `willMove` was sent already, before the controller left its old place (`S-28`).
    var isAnnounced = false
}

/// A change of a navigation controller's stack that has begun: controllers are on their way.
struct StackChange: Sendable {
    /// The stack as it is to be, of what has left its old place.
    var stack: [ViewControllerID]
    /// What has left its old place, and was told where it goes.
    var arriving: [ViewControllerID]

    /// Where one belongs that comes above others of the new stack.
    func place(above below: ArraySlice<ViewControllerID>) -> Int {
        // A whole new stack grows at its end.
        stack.elementsEqual(below) ? stack.count : below.count(where: Set(stack).contains)
    }
}
