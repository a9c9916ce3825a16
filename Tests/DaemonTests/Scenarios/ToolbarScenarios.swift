/// Toolbars of navigation controllers: their frames, the settings that hide them, and their buttons.
extension Scenario {
    private static let none = "0.0 0.0 0.0 0.0"
    /// In the window of a phone with a tab bar.
    private static let aboveBar = "0.0 574.0 375.0 44.0"

    static let toolbars: [Scenario] = toolbarFlags + toolbarLayouts + toolbarItems

    private static let toolbarFlags: [Scenario] =
        flags.map { row in
            let stack = "xyz".prefix(row.flags.count)
            let writes = zip(stack, row.flags).map { Step.hidesBar(String($0), $1 == "t") }
            let frame = row.hides ? none : aboveBar
            return Scenario(
                "a stack with the flags \(row.flags) \(row.hides ? "hides" : "shows") the toolbar", rules: "N19",
                steps: writes + [
                    .navigation("N", String(stack)), .list("NB"), .expect(.toolbarFrame("N"), none),
                    .stack("N", .hideToolbar(false)), .expect(.toolbarFrame("N"), frame), .index(1),
                    .expect(.toolbarFrame("N"), frame), .stack("N", .hideToolbar(true)),
                    .expect(.toolbarFrame("N"), none),
                ])
        } + [
            Scenario(
                "a push hides the toolbar together with the tab bar", rules: "N19 S-9",
                .navigation("N", "x"), .list("N"), .show, .stack("N", .hideToolbar(false)), .hidesBar("p"),
                .expect(.safeArea("x"), "64.0 93.0"), .stack("N", .push("p")), .expect(.toolbarFrame("N"), none),
                .expect(.safeArea("p"), "64.0 0.0"), .stack("N", .push("q")), .expect(.toolbarFrame("N"), none),
                .stack("N", .pop), .stack("N", .pop), .expect(.toolbarFrame("N"), aboveBar),
                .expect(.safeArea("x"), "64.0 93.0")),
            Scenario(
                "a stack that is lent to More is above the toolbar of More", rules: "E-22 N19",
                .navigation("N", "xy"), .list("ABCDEN"), .show, .stack("N", .hideToolbar(false)), .select("N"),
                .expect(.toolbarFrame("more"), none), .expect(.safeArea("y"), "64.0 49.0"),
                .stack("more", .hideToolbar(false)), .expect(.toolbarFrame("more"), aboveBar),
                .expect(.safeArea("y"), "64.0 93.0"), .hidesBar("z"), .stack("more", .push("z")),
                .expect(.toolbarFrame("more"), none), .stack("more", .pop), .stack("more", .hideToolbar(true)),
                .expect(.safeArea("y"), "64.0 49.0"), .list("NA"), .expect(.toolbarFrame("N"), aboveBar),
                .expect(.safeArea("y"), "64.0 93.0")),
        ]

    private static let toolbarLayouts: [Scenario] = [
        toolbar(
            "a phone without a button", size: (375, 812), status: 44, home: 34, toolbar: "0.0 685.0 375.0 44.0",
            child: "0.0 0.0 375.0 812.0", insets: "88.0 127.0"),
        toolbar(
            "a phone of compact height", size: (812, 375), status: 0, home: 21, toolbar: "0.0 290.0 812.0 32.0",
            child: "0.0 0.0 812.0 375.0", insets: "32.0 85.0"),
        toolbar(
            "a pad", profile: .pad, size: (768, 1024), toolbar: "0.0 924.0 768.0 50.0",
            child: "0.0 0.0 768.0 1024.0", insets: "70.0 100.0"),
        toolbar(
            "an opaque tab bar", size: (375, 667), [.run(.layout("tabs", .translucent(false)))], toolbar: aboveBar,
            child: "0.0 0.0 375.0 618.0", insets: "64.0 44.0"),
        toolbar(
            "an opaque tab bar that only the navigation controller includes", size: (375, 667),
            [.run(.layout("tabs", .translucent(false))), .run(.layout("N", .includesOpaqueBars(true)))],
            toolbar: aboveBar, child: "0.0 0.0 375.0 618.0", insets: "64.0 44.0"),
        toolbar(
            "a bottom edge that is not extended", size: (375, 667), [.run(.layout("x", .edges(11)))],
            toolbar: aboveBar, child: "0.0 0.0 375.0 574.0", insets: "64.0 0.0"),
        toolbar(
            "a tab bar that the program hides", size: (375, 812), home: 34, [.run(.hideBar(true))],
            toolbar: "0.0 734.0 375.0 44.0", child: "0.0 0.0 375.0 812.0", insets: "64.0 78.0"),
        toolbar(
            "no tab bar and a bottom edge that is not extended", size: (375, 812), home: 34,
            [.run(.hideBar(true)), .run(.layout("x", .edges(11)))], toolbar: "0.0 734.0 375.0 44.0",
            child: "0.0 0.0 375.0 734.0", insets: "64.0 0.0"),
        Scenario(
            "the toolbar of a navigation controller that is a root", rules: "N23",
            .navigation("N", "x"), .run(.showRoot("N")), .stack("N", .hideToolbar(false)),
            .expect(.toolbarFrame("N"), "0.0 623.0 375.0 44.0"), .expect(.safeArea("x"), "64.0 44.0")),
        Scenario(
            "a television has no toolbar", rules: "N24", profile: .tv,
            .navigation("N", "x"), .list("N"), .show, .stack("N", .hideToolbar(false)),
            .expect(.toolbarFrame("N"), none), .expect(.safeArea("x"), "140.0 0.0")),
        popover(
            "a popover is larger by the toolbar of its navigation controller", rules: "P36",
            .navigation("N", "x"), .popover("N", .style(.popover)), .popover("x", .preferred(320, 350)),
            .popover("N", .present(from: "A", with: [.view("A", 2)])), .place("N", below),
            .stack("N", .hideToolbar(false)), .place("N", "up 352.0 140.0 320.0 463.0 | 352.0 153.0 320.0 450.0 | 0.0"),
            .expect(.toolbarFrame("N"), "0.0 400.0 320.0 50.0")),
    ]

    private static func toolbar(
        _ text: String, profile: Profile = .phone, size: (Double, Double), status: Double = 20, home: Double = 0,
        _ changes: [Step] = [], toolbar: String, child: String, insets: String
    ) -> Scenario {
        Scenario(
            "a toolbar with \(text)", rules: "N20 N23", profile: profile,
            steps: [
                .size(size.0, size.1), .run(.window(.statusBar(status))), .run(.window(.homeInset(home))),
                .navigation("N", "x"), .list("NB"), .show, .stack("N", .hideToolbar(false)),
            ] + changes + [
                .expect(.toolbarFrame("N"), toolbar), .expect(.frame("x"), child), .expect(.safeArea("x"), insets),
            ])
    }

    private static let toolbarItems: [Scenario] = [
        Scenario(
            "the buttons of both bars have different ids", rules: "N14",
            .buttons("x", left: [1], right: [2]), .fails(.toolbar("x", [2]), .invalidArgument),
            .fails(.toolbar("x", [3, 3]), .invalidArgument), .fails(.toolbar("x", [0]), .invalidArgument),
            .toolbar("x", 3, 4), .clearLog, .run(.tapBarButton("x", 4)), .log("x.activated(4)"), .toolbar("x"),
            .fails(.tapBarButton("x", 4), .invalidArgument), .toolbar("x", 4)),
        Scenario(
            "a toolbar shows the buttons of the top view controller, from the left", rules: "N14",
            .navigation("N", "x"), .list("N"), .show, .toolbar("x", 1, 2), .toolbar("y", 5),
            .stack("N", .hideToolbar(false)), .clearLog, .touch(12, 590), .log("x.activated(1)"), .touch(60, 590),
            .log("x.activated(2)"), .touch(200, 590), .log(""), .touch(12, 640), .clearLog, .stack("N", .push("y")),
            .clearLog, .touch(12, 590), .log("y.activated(5)"), .stack("N", .hideToolbar(true)), .clearLog,
            .touch(12, 590), .log("")),
        popover(
            "the siblings of a toolbar item are the buttons of the toolbar", rules: "P11 P52 P53 P54",
            .navigation("N", "x"), .list("NA"), .select("N"), .stack("N", .hideToolbar(false)), .toolbar("x", 7, 8),
            .buttons("x", right: [1]), .popover("V", .present(from: "x", with: [.item("x", 7)])), isUp, .clearLog,
            .touch(70, 690), .handledBy("passthrough"), .log("x.activated(8)"), .touch(990, 40),
            .handledBy("dismissed"), .log(dismissal), .popover("V", .present(from: "x", with: [.item("x", 7)])),
            .touch(30, 690), .handledBy("dismissed"), .popover("V", .present(from: "x", with: [.item("x", 1)])),
            .touch(30, 690), .handledBy("dismissed"),
            .popover("V", .present(from: "x", with: [.item("x", 7), .passthrough("N", 4)])), .touch(500, 690),
            .handledBy("passthrough"), isUp),
        popover(
            "a button of a hidden toolbar is not an anchor", rules: "P17",
            .navigation("N", "x"), .list("NA"), .select("N"), .toolbar("x", 7),
            .fails(.popover("V", .present(from: "x", with: [.item("x", 7)])), .missingAnchor),
            .stack("N", .hideToolbar(false)), .popover("V", .present(from: "x", with: [.item("x", 7)])), isUp),
        Scenario(
            "a toolbar and its buttons are restored", rules: "R4",
            .navigation("N", "x"), .list("NB"), .identify("TNBx"), .toolbar("x", 7, 8),
            .stack("N", .hideToolbar(false)), .restart, .expect(.toolbarFrame("N"), aboveBar), .clearLog,
            .run(.tapBarButton("x", 8)), .log("x.activated(8)")),
    ]
}
