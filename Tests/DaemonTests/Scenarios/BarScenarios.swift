import TestSupport

/// The bar as a shell draws it: its side, its height and its slots.
extension Scenario {
    static let shellBars: [Scenario] = barSides + barSlots

    private static let none = "0.0 0.0 0.0 0.0"
    private static let opaque = Step.run(.layout("tabs", .translucent(false)))

    private static func bar(_ side: String? = nil, height: Double? = nil, slots: UInt32? = nil) -> Step {
        .run(.window(.bar(BarChange(side: side, height: height, slots: slots))))
    }

    private static let barSides: [Scenario] = [
        Scenario(
            "a bar at the leading side insets the content there", rules: "S-131 N20",
            .list("AB"), .show, bar("leading"), .expect(.barFrame, "0.0 20.0 80.0 647.0"),
            .expect(.frame("A"), "0.0 0.0 375.0 667.0"), .expect(.safeArea("A"), "20.0 0.0"),
            .expect(.sideInsets("A"), "80.0 0.0"), opaque, .expect(.frame("A"), "80.0 0.0 295.0 667.0"),
            .expect(.sideInsets("A"), "0.0 0.0"), .run(.hideBar(true)), .expect(.barFrame, none),
            .expect(.frame("A"), "0.0 0.0 375.0 667.0"), .expect(.sideInsets("A"), "0.0 0.0")),
        Scenario(
            "a bar at the trailing side has the width of the shell", rules: "S-131 S-130",
            .list("AB"), .show, .run(.window(.homeInset(34))), bar("trailing", height: 100),
            .expect(.barFrame, "275.0 20.0 100.0 647.0"), .expect(.safeArea("A"), "20.0 34.0"),
            .expect(.sideInsets("A"), "0.0 100.0"), opaque, .expect(.frame("A"), "0.0 0.0 275.0 667.0")),
        Scenario(
            "a bar at the top is below the status bar", rules: "S-131 N20",
            .list("AB"), .show, bar("top", height: 60), .expect(.barFrame, "0.0 20.0 375.0 60.0"),
            .expect(.frame("A"), "0.0 0.0 375.0 667.0"), .expect(.safeArea("A"), "80.0 0.0"), opaque,
            .expect(.frame("A"), "0.0 80.0 375.0 587.0"), .expect(.safeArea("A"), "0.0 0.0")),
        Scenario(
            "a navigation bar is below a bar at the top", rules: "S-131 A-12",
            .navigation("N", "x"), .list("N"), .show, bar("top"), .expect(.safeArea("x"), "113.0 0.0"),
            .run(.layout("x", .edges(14))), .expect(.frame("x"), "0.0 113.0 375.0 554.0"),
            .expect(.safeArea("x"), "0.0 0.0"), .run(.layout("x", .edges(15))), opaque,
            .expect(.frame("N"), "0.0 69.0 375.0 598.0"), .expect(.frame("x"), "0.0 0.0 375.0 598.0"),
            .expect(.safeArea("x"), "44.0 0.0"), .run(.layout("N", .includesOpaqueBars(true))),
            .expect(.frame("N"), "0.0 0.0 375.0 667.0"), .expect(.frame("x"), "0.0 69.0 375.0 598.0"),
            .expect(.safeArea("x"), "44.0 0.0")),
        Scenario(
            "the bars of a navigation controller are beside a bar at a side", rules: "S-131 N23",
            .navigation("N", "x"), .list("N"), .show, bar("leading"), .stack("N", .hideToolbar(false)),
            .expect(.toolbarFrame("N"), "80.0 623.0 295.0 44.0"), .expect(.safeArea("x"), "64.0 44.0"),
            .expect(.sideInsets("x"), "80.0 0.0"), .run(.layout("x", .edges(13))),
            .expect(.frame("x"), "80.0 0.0 295.0 667.0"), .expect(.sideInsets("x"), "0.0 0.0"), opaque,
            .expect(.toolbarFrame("N"), "0.0 623.0 295.0 44.0"), .expect(.frame("x"), "0.0 0.0 295.0 667.0")),
        Scenario(
            "the height of the shell replaces that of the profile", rules: "S-130 N23",
            .list("AB"), .show, .run(.window(.homeInset(34))), bar(height: 60.5),
            .expect(.barFrame, "0.0 572.5 375.0 94.5"), .expect(.safeArea("A"), "20.0 94.5"), .size(667, 375),
            .expect(.barFrame, "0.0 280.5 667.0 94.5"), bar(), .expect(.barFrame, "0.0 309.0 667.0 66.0")),
        Scenario(
            "a television has its bar at the top, as high as the shell wants", rules: "S-130 J-2", profile: .tv,
            .list("AB"), .show, bar("top", height: 100), .expect(.barFrame, "0.0 0.0 1920.0 100.0"),
            .expect(.safeArea("A"), "100.0 0.0"), .fails(.window(.bar(BarChange(side: "leading"))), .notSupported),
            .fails(.window(.bar(BarChange(slots: 5))), .notSupported), .expect(.barFrame, "0.0 0.0 1920.0 100.0")),
        Scenario(
            "the items of a bar at a side are below each other", rules: "S-131",
            .list("AB"), .show, bar("leading"), .touch(40, 343), .selection("A 0"), .touch(40, 344),
            .selection("B 1"), .touch(79, 21), .selection("A 0"), .touch(81, 600), .selection("A 0"), bar("trailing"),
            .touch(374, 666), .selection("B 1")),
        popover(
            "a popover points at a bar at a side", rules: "S-131 P15",
            bar("leading", height: 100), .popover("V", .present(from: "A", with: [.view("tabs", 0)])),
            .place("V", "left 100.0 194.0 333.0 400.0 | 113.0 194.0 320.0 400.0 | 0.0")),
    ]

    private static let barSlots: [Scenario] = [
        Scenario(
            "More takes the last slot", rules: "S-132 E-2",
            .list("ABCDE"), .clearLog, .bar("A,B,C,D,E"), bar(slots: 3), .bar("A,B,more"), .log("items(ABmore,false)"),
            bar(slots: 4), .bar("A,B,C,more"), bar(slots: 2), .bar("A,more"), bar(slots: 5), .bar("A,B,C,D,E"),
            bar(slots: 64), .bar("A,B,C,D,E"), bar(slots: 3), bar(), .bar("A,B,C,D,E")),
        Scenario(
            "a wide pad has a More with too few slots", rules: "S-132 E-30", profile: .pad,
            .list("ABCDEFG"), .bar("A,B,C,D,E,F,G"), bar(slots: 4), .bar("A,B,C,more"), .expect(.rows, "D,E,F,G"),
            .size(500, 1024), .bar("A,B,C,more"), bar(), .bar("A,B,C,D,more"), .size(768, 1024),
            .bar("A,B,C,D,E,F,G")),
        Scenario(
            "a selected tab that loses its slot stays displayed in More", rules: "S-132 E-33",
            .list("ABCDE"), .show, .select("D"), bar(slots: 3), .selection("D 3"), .highlighted("more"),
            .parent("D", "more"), .expect(.appearance("D"), "appeared"), bar(slots: 4), .selection("D 3"),
            .highlighted("more"), bar(slots: 5), .selection("D 3"), .highlighted("D"), .parent("D", "tabs")),
        Scenario(
            "a tab in More that gets a slot stays displayed while More stays", rules: "S-132 E-32",
            .navigation("N", "xy"), .list("ABNDEF"), .show, bar(slots: 3), .select("N"), .highlighted("more"),
            .stack("N", ""), bar(slots: 4), .bar("A,B,N,more"), .selection("N 2"), .highlighted("N"),
            .stack("N", "x,y"), .expect(.appearance("y"), "appeared"), bar(slots: 3), .selection("N 2"),
            .highlighted("more"), .stack("N", "")),
        Scenario(
            "the list stays displayed as long as there is a More", rules: "S-132 E-31",
            .list("ABCDEFG"), .delegate(should: .allow), .tap(1), .tap(4), .selection("more NF"), bar(slots: 3),
            .selection("more NF"), .bar("A,B,more"), .expect(.rows, "C,D,E,F,G"), bar(slots: 64), .selection("B 1")),
        Scenario(
            "a change of the slots ends the session, and the usual number of them is none", rules: "S-132",
            .list("ABCDEF"), .show, .delegate(should: .allow), .tap(4), .edit, .expect(.isCustomizing, "true"),
            bar(slots: 5), .expect(.isCustomizing, "true"), bar(), .expect(.isCustomizing, "true"), bar(slots: 3),
            .expect(.isCustomizing, "false"), .bar("A,B,more")),
        Scenario(
            "slots, sides and heights out of bounds are refused", rules: "S-130 S-132",
            .list("AB"), .fails(.window(.bar(BarChange(slots: 1))), .invalidArgument),
            .fails(.window(.bar(BarChange(slots: 65))), .invalidArgument),
            .fails(.window(.bar(BarChange(height: 0))), .invalidArgument),
            .fails(.window(.bar(BarChange(height: 16385))), .invalidArgument),
            .fails(.window(.bar(BarChange(side: "left"))), .invalidArgument),
            .expect(.barFrame, "0.0 618.0 375.0 49.0"), .bar("A,B")),
    ]
}
