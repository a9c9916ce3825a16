/// The conditions of commands that name a tab or a place in the list of tabs.
extension Requirements {
    /// Throws unless a controller is in the list of a tab bar controller.
    func member(_ id: ViewControllerID, of tbc: ViewControllerID) throws(ModelError) -> Tabs {
        let tabs = try tabs(tbc)
        guard tabs.viewControllers.contains(id) else {
            throw .invalidArgument("\(id.describe) is not in the list of view controllers of \(tbc.describe)")
        }
        return tabs
    }

    /// Throws unless the list of a tab bar controller has a place, counted from 0.
    ///
    /// - Parameter count: The number of places.
    func place(_ index: Int, of count: Int, in tbc: ViewControllerID) throws(ModelError) {
        guard (0..<count).contains(index) else {
            let allowed = count == 0 ? "it has no tabs" : "expected 0 to \(count - 1)"
            throw .outOfRange("the list of \(tbc.describe) has no place \(index); \(allowed)")
        }
    }

    /// Returns the position of the item of a tab or of More on the bar.
    package func barPosition(of target: ViewControllerID, in tbc: ViewControllerID) throws(ModelError) -> Int {
        _ = try tabs(tbc)
        if let position = nodes.barItems(of: tbc).firstIndex(of: target) { return position }
        let isInMore = nodes.moreRows(of: tbc).contains(target)
        throw .invalidArgument(
            "\(target.describe) has no item on the bar of \(tbc.describe)"
                + (isInMore ? ": it is in More's list" : ""))
    }

    /// Returns the row of a tab in More's list.
    package func moreRow(of target: ViewControllerID, in tbc: ViewControllerID) throws(ModelError) -> Int {
        guard try tabs(tbc).profile != .tv else { throw .notSupported("there is no More in profile tv") }
        guard let row = nodes.moreRows(of: tbc).firstIndex(of: target) else {
            throw .invalidArgument("\(target.describe) is not in the list of More of \(tbc.describe)")
        }
        return row
    }
}
