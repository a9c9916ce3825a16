/// Replies of one turn that wait for what others do because of it.
@EventLoop
final class HeldReplies {
    /// How often what they waited for may have caused more to wait for.
    static let maximumRounds = 8

    let messages: [OpaquePointer]
    var rounds = 0

    init(_ messages: [OpaquePointer]) { self.messages = messages }
}
