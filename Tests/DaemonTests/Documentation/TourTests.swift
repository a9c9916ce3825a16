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

    /// The pages, with the section of the README that has the tour.
    @Test(
        .enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"),
        arguments: [
            ("README.md", "A tour"), ("docs/isolation.md", nil), ("docs/durability.md", nil), ("docs/layout.md", nil),
            ("docs/subclassing.md", nil), ("docs/alerts.md", nil), ("docs/debugging.md", nil),
        ])
    func `the commands of a page work as shown`(page: String, section: String?) async throws {
        try await ConsoleTour(of: page, section: section).run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools && PluginProjectTests.hasSwift, "gdbus or swift is not installed"))
    func `the tutorial about plugins in Swift works as shown`() async throws {
        try await ConsoleTour(of: "docs/plugin-tutorial.md").run()
    }

    @Test(.enabled(if: ConsoleTour.hasTools && Tmux.hasFzf, "gdbus, fzf, jq or tmux is not installed"))
    func `the commands of the page about fzf work as shown`() async throws {
        try await ConsoleTour(of: "docs/fzf.md").run()
    }

    @Test(
        .enabled(
            if: PythonExampleTests.hasPython && ConsoleTour.hasTools,
            "python3-dbus, python3-gi, busctl or gdbus is not installed"),
        arguments: [
            "docs/remote-view-controllers.md", "docs/delegates-and-popovers.md", "docs/front-ends.md", "docs/images.md",
            "docs/waybar.md",
        ])
    func `the commands of a page with an example in Python work as shown`(page: String) async throws {
        try await ConsoleTour(of: page).run()
    }
}
