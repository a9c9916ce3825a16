/// A pointer that the caller gave and that is used before the call returns, on the same thread.
struct Borrowed<Pointer>: @unchecked Sendable {
    let pointer: Pointer

    init(_ pointer: Pointer) { self.pointer = pointer }
}
