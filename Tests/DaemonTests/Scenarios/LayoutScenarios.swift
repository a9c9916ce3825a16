import TabModel

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

    /// The table of N23. Case 6 is the bar of iOS 10 in landscape, 49 points high in place of 32: no profile has it.
    static let layouts: [Scenario] = [
        layout(1, "a phone", size: (375, 667), bar: "0.0 618.0 375.0 49.0", child: "0.0 0.0 375.0 667.0", inset: 49),
        layout(
            2, "a phone without a button", size: (375, 812), status: 44, home: 34, bar: "0.0 729.0 375.0 83.0",
            child: "0.0 0.0 375.0 812.0", inset: 83),
        layout(
            3, "a phone of compact height", size: (812, 375), status: 0, home: 21, bar: "0.0 322.0 812.0 53.0",
            child: "0.0 0.0 812.0 375.0", inset: 53),
        layout(
            4, "a wide phone of regular width", size: (896, 414), status: 0, home: 21, bar: "0.0 344.0 896.0 70.0",
            child: "0.0 0.0 896.0 414.0", inset: 70),
        layout(
            5, "a phone with a button of compact height", size: (667, 375), status: 0, bar: "0.0 343.0 667.0 32.0",
            child: "0.0 0.0 667.0 375.0", inset: 32),
        layout(
            7, "a pad", profile: .pad, size: (768, 1024), bar: "0.0 974.0 768.0 50.0", child: "0.0 0.0 768.0 1024.0",
            inset: 50),
        layout(
            8, "a pad without a button", profile: .pad, size: (834, 1194), status: 24, home: 20,
            bar: "0.0 1129.0 834.0 65.0", child: "0.0 0.0 834.0 1194.0", inset: 65),
        layout(
            9, "an opaque bar", size: (375, 667), [.run(.layout("tabs", .translucent(false)))],
            bar: "0.0 618.0 375.0 49.0", child: "0.0 0.0 375.0 618.0", inset: 0),
        layout(
            10, "a bottom edge that is not extended", size: (375, 667), [.run(.layout("A", .edges(11)))],
            bar: "0.0 618.0 375.0 49.0", child: "0.0 0.0 375.0 618.0", inset: 0),
        layout(
            11, "an opaque bar that is included", size: (375, 667),
            [.run(.layout("tabs", .translucent(false))), .run(.layout("A", .includesOpaqueBars(true)))],
            bar: "0.0 618.0 375.0 49.0", child: "0.0 0.0 375.0 667.0", inset: 49),
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

    private static func layout(
        _ number: Int, _ text: String, profile: Profile = .phone, size: (Double, Double), status: Double = 20,
        home: Double = 0, _ changes: [Step] = [], bar: String, child: String, inset: Double
    ) -> Scenario {
        Scenario(
            "case \(number) \(text)", rules: "N23 A-2 A-12", profile: profile,
            steps: [
                .size(size.0, size.1), .run(.window(.statusBar(status))), .run(.window(.homeInset(home))), .list("AB"),
                .show,
            ] + changes + [
                .expect(.barFrame, bar), .expect(.frame("A"), child), .expect(.safeArea("A"), "\(status) \(inset)"),
            ])
    }
}
