import TabModel

/// The view controllers that plugins create within the `create` of other ones, until that `create` has succeeded.
struct NestedCreations {
    /// The view controller whose `create` is running; nil for none.
    private(set) var creator: ViewControllerID?
    private var creators: [ViewControllerID: ViewControllerID] = [:]
    private var created: [ViewControllerID: [ViewControllerID]] = [:]

    /// Makes a view controller the creator.
    ///
    /// - Returns: The previous creator.
    mutating func enter(_ id: ViewControllerID?) -> ViewControllerID? {
        defer { creator = id }
        return creator
    }

    /// Records a new view controller under the current creator.
    mutating func note(_ id: ViewControllerID) { assign(id, to: creator) }

    /// Records the success of a `create`. The view controllers that it created now depend on the enclosing `create`, if
    /// any.
    mutating func succeed(_ id: ViewControllerID) {
        let outer = creators[id]
        for child in created.removeValue(forKey: id) ?? [] { assign(child, to: outer) }
    }

    /// Records the failure of a `create` and removes the view controllers created within it, at any depth.
    ///
    /// - Returns: The removed view controllers, newest first.
    mutating func fail(_ id: ViewControllerID) -> [ViewControllerID] {
        var found: [ViewControllerID] = []
        var next = [id]
        while let creator = next.popLast() {
            let children = created.removeValue(forKey: creator) ?? []
            for child in children { creators[child] = nil }
            found += children
            next += children
        }
        return found.sorted(by: >)
    }

    /// Removes a view controller that was destroyed.
    mutating func remove(_ id: ViewControllerID) {
        succeed(id)
        if let creator = creators.removeValue(forKey: id) { created[creator]?.removeAll { $0 == id } }
    }

    private mutating func assign(_ id: ViewControllerID, to creator: ViewControllerID?) {
        creators[id] = creator
        if let creator { created[creator, default: []].append(id) }
    }
}
