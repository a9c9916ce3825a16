/// A function of the loop's that C callbacks call: as `EventLoop.assumeIsolated`, but no closure is made for each call.
struct LoopFunction<Argument, Result>: @unchecked Sendable {
    private let body: (Argument) -> Result

    init(_ body: @escaping @EventLoop (Argument) -> Result) {
        // Isolation is part of a function's type only, not of how it is called.
        self.body = unsafeBitCast(body, to: ((Argument) -> Result).self)
    }

    /// The caller must be on the loop's thread.
    func callAsFunction(_ argument: Argument) -> Result {
        EventLoop.shared.executor.preconditionCurrent()
        return body(argument)
    }
}
