import Testing

/// The tours in README.md and docs, typed in unchanged.
@Suite struct TourTests {
    @Test func `a pattern of the tour matches the lines it stands for`() {
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
    func `the tour of the README works as shown`() async throws {
        try await ConsoleTour(of: "README.md", section: "A tour").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `a plugin crashes and gets new code as the page on isolation shows`() async throws {
        try await ConsoleTour(of: "docs/isolation.md").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `the state is saved, lost and written again as the page on durability shows`() async throws {
        try await ConsoleTour(of: "docs/durability.md").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `a layout is written, applied and saved as its page shows`() async throws {
        try await ConsoleTour(of: "docs/layout.md").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `a tab bar controller of a plugin guards a tab as its page shows`() async throws {
        try await ConsoleTour(of: "docs/subclassing.md").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `an alert is presented and answered as its page shows`() async throws {
        try await ConsoleTour(of: "docs/alerts.md").run()
    }
}
