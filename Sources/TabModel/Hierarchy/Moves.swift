/// A controller that moves to another container, or out of its container.
struct Move: Sendable {
    let id: ViewControllerID
    let parent: ViewControllerID?
    /// Whether `willMove` was already sent, before the controller left its old container (`S-28`).
    var isAnnounced = false
}

/// A change of a navigation controller's stack that has begun and not ended.
struct StackChange: Sendable {
    /// The new stack, without controllers that have not left their old containers yet.
    var stack: [ViewControllerID]
    /// The controllers that have left their old containers and got `willMove`.
    var arriving: [ViewControllerID]

    /// Records a controller that has left its old container, above the members in `below`.
    mutating func insert(_ id: ViewControllerID, above below: ArraySlice<ViewControllerID>) {
        // A stack that is replaced as a whole grows at its end.
        let place = stack.elementsEqual(below) ? stack.count : below.count(where: Set(stack).contains)
        stack.insert(id, at: place)
        arriving.append(id)
    }
}
