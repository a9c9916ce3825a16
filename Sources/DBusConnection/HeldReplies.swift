/// Replies of one turn that wait for what others do because of it.
@EventLoop
package final class HeldReplies {
    /// How often what they waited for may have caused more to wait for.
    static let maximumRounds = 8

    let messages: [OpaquePointer]
    var rounds = 0
    /// For whoever holds them: whether they have waited for all that they tell.
    package var isSettled = false

    init(_ messages: [OpaquePointer]) { self.messages = messages }
}
