/// A function of the loop that C callbacks call: like `EventLoop.assumeIsolated`, but without a closure for each call.
package struct LoopFunction<Argument, Result>: @unchecked Sendable {
    @usableFromInline let body: (Argument) -> Result

    package init(_ body: @escaping @EventLoop (Argument) -> Result) {
        // Isolation is part of a function's type only, not of how it is called.
        self.body = unsafeBitCast(body, to: ((Argument) -> Result).self)
    }

    /// The caller must be on the loop's thread.
    @inlinable
    package func callAsFunction(_ argument: Argument) -> Result {
        EventLoop.preconditionCurrent()
        return body(argument)
    }
}
