import Testing

extension TerminalProcess {
    /// Waits for the first picture, which has the keys in its last row.
    func withPicture() async throws -> TerminalProcess {
        try await shows("the first picture") { $0.last?.contains("? keys") == true }
        return self
    }

    /// Quits the program with the key for it.
    func quit() async throws {
        type("q")
        #expect(try await exitStatus() == 0)
    }
}
