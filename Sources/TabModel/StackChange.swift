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
