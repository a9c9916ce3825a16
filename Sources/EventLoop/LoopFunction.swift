/// A function of the loop for C callbacks: like `EventLoop.assumeIsolated`, but without a closure for each call.
package struct LoopFunction<Argument, Result>: @unchecked Sendable {
    @usableFromInline let body: (Argument) -> Result

    package init(_ body: @escaping @EventLoop (Argument) -> Result) {
        // Isolation is part of the function's type, not of its calling convention.
        self.body = unsafeBitCast(body, to: ((Argument) -> Result).self)
    }

    /// The caller must be on the loop's thread.
    @inlinable
    package func callAsFunction(_ argument: Argument) -> Result {
        EventLoop.preconditionCurrent()
        return body(argument)
    }
}
