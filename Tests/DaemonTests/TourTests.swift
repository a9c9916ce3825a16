import Testing

/// The tour of README.md, typed in as it stands there.
@Suite struct TourTests {
    @Test func `a pattern of the tour matches what it says`() {
        #expect(ConsoleTour.matches(["a", "b", "c"], ["…", "c"]))
        #expect(ConsoleTour.matches(["c"], ["…", "c"]))
        #expect(ConsoleTour.matches(["a x b"], ["a…b"]))
        #expect(ConsoleTour.matches(["one two three"], ["…two…"]))
        #expect(!ConsoleTour.matches(["a"], []))
        #expect(!ConsoleTour.matches([], ["a"]))
        #expect(!ConsoleTour.matches(["ab"], ["ab…b"]))
        #expect(!ConsoleTour.matches(["one three two"], ["…two…three…"]))
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `the tour of the README happens as it is told`() throws {
        try ConsoleTour(of: "README.md", section: "A tour").run()
    }
}
