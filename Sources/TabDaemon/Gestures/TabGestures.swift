import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The user's gestures on the tabs of a tab bar controller: taps on items of the bar and rows of More, closing,
/// reordering and hiding.
@EventLoop
struct TabGestures {
    let delivery: EventDelivery
    let gestures: GestureQueues
    let reopener: Reopener
    let userGestures: UserGestures

    /// Taps an item of the bar.
    ///
    /// - Parameter position: Finds the item when the gesture begins; nil refuses the tap.
    func tapItem(
        of id: ViewControllerID, for caller: String, _ promise: Promise<Bool>,
        at position: @escaping (Nodes) throws(ModelError) -> Int?
    ) throws(DBusError) {
        let target = Gesture.Target(touched: .tabBarItem(id, position: 0)) { model in
            guard let position = try position(model.nodes) else { return false }
            return try model.tapItem(position, of: id, asking: true) != .finished(accepted: false)
        }
        let gesture = Gesture(target: target) { () throws(DBusError) in
            let found = try translatingErrors { try position(delivery.hierarchy.nodes) }
            guard let found else { return .over(.refused) }
            return try gestures.tap(found, in: id)
        } reply: {
            promise.fulfil($0.map { $0 == .accepted })
        }
        try gestures.enqueue(gesture, in: id, caller: caller)
    }

    /// Begins a change to a tab that the caller drives, if the delegate allows it (`S-209`).
    ///
    /// - Parameter end: Called before the reply, with whether the change may have begun. Returns whether it has.
    func beginInteractiveTransition(
        to tab: ViewControllerID, of id: ViewControllerID, by driver: GestureDriver, _ promise: Promise<Bool>,
        end: @escaping @EventLoop (Bool) -> Bool
    ) throws(DBusError) {
        let target = Gesture.Target(touched: .tabBarItem(id, position: 0)) { model in
            let position = try Requirements(model.nodes).barPosition(of: tab, in: id)
            guard gestures.canDrive(position, in: id, model.nodes) else { return false }
            return try model.tapItem(position, of: id, asking: true) != .finished(accepted: false)
        }
        let gesture = Gesture(target: target, driver: driver) { () throws(DBusError) in
            let found = try translatingErrors { () throws(ModelError) in
                try Requirements(delivery.hierarchy.nodes).barPosition(of: tab, in: id)
            }
            return try gestures.beginInteractiveTap(found, in: id, by: driver)
        } reply: { result in
            let hasBegun = end((try? result.get()) == .accepted)
            promise.fulfil(result.map { _ in hasBegun })
        }
        try gestures.enqueue(gesture, in: id, caller: driver.client)
    }

    /// Taps a row of More's list.
    ///
    /// - Parameter row: Finds the row when the gesture begins; nil refuses the tap.
    func tapRow(
        of id: ViewControllerID, for caller: String, _ promise: Promise<Bool>,
        at row: @escaping (Nodes) throws(ModelError) -> Int?
    ) throws(DBusError) {
        let list = delivery.hierarchy.nodes.moreList(of: id) ?? id
        try userGestures.performGesture(on: .control(list, views: [MorePage.table]), caller: caller) { model in
            guard let row = try row(model.nodes) else { return false }
            return try model.tapRow(row, of: id)
        } hasEffect: {
            $0
        } covered: { _ in
            .success(false)
        } reply: {
            promise.fulfil($0)
        }
    }

    /// Moves a tab to another place in the list.
    func reorder(
        _ tab: ViewControllerID, to index: Int, of id: ViewControllerID, for caller: String, _ promise: Promise<Bool>
    ) throws(DBusError) {
        try edit(id, for: caller, promise) { try $0.reorderTab(tab, to: index, in: id) }
    }

    /// Hides a tab or shows it again.
    func hide(
        _ tab: ViewControllerID, _ isHidden: Bool, of id: ViewControllerID, for caller: String,
        _ promise: Promise<Bool>
    ) throws(DBusError) {
        try edit(id, for: caller, promise) { try $0.hideTab(tab, isHidden, in: id) }
    }

    /// Edits the list of tabs without asking the delegate.
    ///
    /// - Parameter edit: Returns whether the gesture is accepted.
    private func edit(
        _ id: ViewControllerID, for caller: String, _ promise: Promise<Bool>,
        _ edit: @escaping (inout Hierarchy) throws -> Bool
    ) throws(DBusError) {
        try userGestures.performGesture(on: .tabBarItem(id, position: 0), caller: caller) {
            try edit(&$0)
        } hasEffect: {
            $0
        } covered: { _ in
            .success(false)
        } reply: {
            promise.fulfil($0)
        }
    }

    /// Closes a tab: asks the delegate, then destroys the view controller. `Reopen` can restore it.
    func close(
        _ tab: ViewControllerID, of id: ViewControllerID, for caller: String, _ promise: Promise<Bool>
    ) throws(DBusError) {
        let end = { (outcome: Gesture.Outcome) throws(DBusError) -> Gesture.Step in
            guard outcome == .accepted else { return .over(outcome) }
            try reopener.destroyReopenably(tab)
            try delivery.perform { $0.tabClosed(tab, in: id) }
            return .over(.accepted)
        }
        let target = Gesture.Target(touched: .tabBarItem(id, position: 0)) {
            try $0.beginClosingTab(tab, asking: true, in: id) != .finished(accepted: false)
        }
        let gesture = Gesture(target: target) { () throws(DBusError) in
            let step = try gestures.close(tab, in: id)
            guard case .over(let outcome) = step else { return step }
            return try end(outcome)
        } continuation: { (outcome) throws(DBusError) in
            try end(outcome)
        } reply: {
            promise.fulfil($0.map { $0 == .accepted })
        }
        try gestures.enqueue(gesture, in: id, caller: caller)
    }
}
