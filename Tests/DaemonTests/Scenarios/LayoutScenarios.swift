import TestSupport

/// Bars and the space that they leave: N19 to N23 and G-30.
extension Scenario {
    /// The flags of a stack, root first, and whether they hide the bar (N19).
    static let flags: [(flags: String, hides: Bool)] = [
        ("f", false), ("ff", false), ("ft", true), ("ftf", true), ("fft", true), ("t", true), ("tf", true),
    ]

    static let bottomBars: [Scenario] =
        flags.map { row in
            let stack = "xyz".prefix(row.flags.count)
            let writes = zip(stack, row.flags).map { Step.hidesBar(String($0), $1 == "t") }
            return Scenario(
                "a stack with the flags \(row.flags) \(row.hides ? "hides" : "shows") the bar", rules: "N19",
                steps: writes + [
                    .navigation("N", String(stack)), .list("NB"), .expect(.isBarHidden, "\(row.hides)"), .index(1),
                    .expect(.isBarHidden, "false"), .index(0), .expect(.isBarHidden, "\(row.hides)"),
                ])
        } + [
            Scenario(
                "each change of the stack reads the flags of its current controllers", rules: "S-9",
                .navigation("N", "x"), .list("N"), .hidesBar("p"), .stack("N", .push("p")),
                .expect(.isBarHidden, "true"), .hidesBar("p", false), .expect(.isBarHidden, "true"),
                .stack("N", .push("q")), .expect(.isBarHidden, "false"), .hidesBar("p"),
                .expect(.isBarHidden, "false"), .stack("N", .pop), .expect(.isBarHidden, "true"),
                .stack("N", .set("x")), .expect(.isBarHidden, "false")),
            Scenario(
                "a stack that is lent and returned is read as well", rules: "S-9",
                .navigation("N", "xy"), .list("ABCDEN"), .hidesBar("y"), .select("N"), .expect(.isBarHidden, "true"),
                .hidesBar("y", false), .expect(.isBarHidden, "true"), .list("NA"), .expect(.isBarHidden, "false")),
            Scenario(
                "the bar is hidden by a stack or by the program", rules: "G-31 K-20",
                .navigation("N", "xy"), .list("N"), .hidesBar("z"), .stack("N", .push("z")), .run(.hideBar(true)),
                .expect(.isBarHidden, "true"), .stack("N", .pop), .expect(.isBarHidden, "true"),
                .run(.hideBar(false)), .expect(.isBarHidden, "false")),
        ]

    static let layouts: [Scenario] =
        layoutExamples + [
            Scenario(
                "a bar that a push hides leaves no inset", rules: "N23",
                .size(375, 812), .run(.window(.statusBar(44))), .run(.window(.homeInset(34))), .navigation("N", "x"),
                .list("N"), .show, .hidesBar("y"), .stack("N", .push("y")), .expect(.barFrame, "0.0 0.0 0.0 0.0"),
                .expect(.frame("N"), "0.0 0.0 375.0 812.0"), .expect(.frame("y"), "0.0 0.0 375.0 812.0"),
                .expect(.safeArea("y"), "88.0 34.0")),
            Scenario(
                "the content of a navigation controller ends where an opaque bar begins", rules: "N20 A-12",
                .navigation("N", "x"), .list("N"), .show, .expect(.frame("x"), "0.0 0.0 375.0 667.0"),
                .expect(.safeArea("x"), "64.0 49.0"), .run(.layout("tabs", .translucent(false))),
                .expect(.frame("x"), "0.0 0.0 375.0 618.0"), .expect(.safeArea("x"), "64.0 0.0")),
            Scenario(
                "a view outside of a window has no safe area", rules: "N21",
                .list("AB"), .expect(.safeArea("A"), "0.0 0.0"), .show, .expect(.safeArea("A"), "20.0 49.0"),
                .expect(.safeArea("B"), "0.0 0.0"), .run(.show(false)), .expect(.safeArea("A"), "0.0 0.0")),
            Scenario(
                "a navigation bar has the height of its window's traits", rules: "N23",
                .navigation("N", "x"), .list("N"), .show, .expect(.safeArea("x"), "64.0 49.0"), .size(667, 375),
                .run(.window(.statusBar(0))), .expect(.safeArea("x"), "32.0 32.0"), .size(896, 414),
                .expect(.safeArea("x"), "44.0 49.0")),
            Scenario(
                "the navigation bar of a pad", rules: "N23", profile: .pad,
                .navigation("N", "x"), .list("N"), .show, .expect(.safeArea("x"), "70.0 50.0")),
        ]

    /// The examples of N20 and N23 in docs/rules/layout.md. Example 6 is the bar of iOS 10 in landscape, 49 points high
    /// in place of 32: no profile has it. Example 12 is a scenario of its own.
    private static let layoutExamples = RuleExample.table(in: "layout.md", "| # | case | window")
        .filter { ![6, 12].contains($0.number) }.map(layout)

    private static func layout(_ example: RuleExample) -> Scenario {
        let ((width, height), home) = (example.numbers(0).two, example.numbers(1).two.0)
        // The table has no status bars.
        let status: Double = [2: 44, 3: 0, 4: 0, 8: 24][example.number] ?? 20
        let isOpaque = Step.run(.layout("tabs", .translucent(false)))
        let changes: [Int: [Step]] = [
            9: [isOpaque], 10: [.run(.layout("A", .edges(11)))],
            11: [isOpaque, .run(.layout("A", .includesOpaqueBars(true)))],
        ]
        func text(_ column: Int) -> String { example.numbers(column).map { "\($0)" }.joined(separator: " ") }
        return Scenario(
            "case \(example.number) \(example.name)", rules: "N23 A-2 A-12",
            profile: example.name.hasPrefix("iPad") ? .pad : .phone,
            steps: [
                .size(width, height), .run(.window(.statusBar(status))), .run(.window(.homeInset(home))), .list("AB"),
                .show,
            ] + (changes[example.number] ?? []) + [
                .expect(.barFrame, text(2)), .expect(.frame("A"), text(3)),
                .expect(.safeArea("A"), "\(status) \(text(4))"),
            ])
    }
}
