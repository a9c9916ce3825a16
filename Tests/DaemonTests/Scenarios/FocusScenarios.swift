/// The focus on the bar of profile tv (J-1 to J-12).
extension Scenario {
    static let focus: [Scenario] = [
        Scenario(
            "a television shows as many tabs as fit, without More", rules: "M-117 J-2 S-85", profile: .tv,
            .list("ABCDEFGHI"), .bar("A,B,C,D,E,F,G"), .expect(.more, "nil"), .expect(.customizable, ""),
            .tabs("A,B,C,D,E,F,G,H,I"), .fails(.customizable("A"), .notSupported),
            .fails(.more(.row(0)), .notSupported), .fails(.more(.edit), .notSupported),
            .expect(.isEditAvailable, "false"), .expect(.rows, "")),
        Scenario(
            "moving along the bar selects after a delay", rules: "M-118 J-6", profile: .tv,
            .list("ABC"), .show, .delegate(should: .allow), .focus("bar 0"), .clearLog, .press(.right), .focus("bar 1"),
            .delay, .selection("B 1"), .focus("bar 1"),
            .log("tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "before the delay nothing is selected, and each move restarts it", rules: "J-6", profile: .tv,
            hasLongDelays: true,
            .list("ABC"), .show, .clearLog, .press(.right), .focus("bar 1"), .selection("A 0"), .press(.right),
            .focus("bar 2"), .selection("A 0"), .press(.right), .focus("bar 2"), .log(""), .highlighted("A"),
            .press(.select), .selection("C 2"), .notifications("tapped(2) should(C) did(C)")),
        Scenario(
            "a refused selection leaves the focus", rules: "F-23", profile: .tv,
            .list("ABC"), .delegate(should: .deny), .clearLog, .press(.right), .delay, .focus("bar 1"),
            .selection("A 0"), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "the delegate is not asked when the focus returns to the selected tab", rules: "S-74", profile: .tv,
            hasLongDelays: true,
            .navigation("N", "xy"), .list("NB"), .show, .clearLog, .press(.right), .press(.left), .focus("bar 0"),
            .press(.select), .log(""), .stack("N", "x,y"), .selection("N 0")),
        Scenario(
            "a disabled item can have the focus, and is not selected", rules: "S-78", profile: .tv, hasLongDelays: true,
            .list("AB"), .run(.enable("B", false)), .show, .clearLog, .press(.right), .focus("bar 1"), .press(.select),
            .selection("A 0"), .focus("bar 1"), .log("")),
        Scenario(
            "up and menu do not end a pending selection", rules: "S-79", profile: .tv,
            .list("AB"), .press(.right), .press(.up), .accepted(true), .press(.menu), .accepted(false), .delay,
            .focus("bar 1"), .selection("B 1")),
        Scenario(
            "menu on the bar is left to the system, and up stays", rules: "J-9", profile: .tv,
            .list("AB"), .press(.menu), .accepted(false), .press(.up), .accepted(true), .press(.left),
            .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "selecting in code moves the focus on the bar", rules: "J-10", profile: .tv,
            .list("ABC"), .index(2), .focus("bar 2"), .select("B"), .focus("bar 1")),
        Scenario(
            "selecting in code ends a pending selection", rules: "J-10", profile: .tv, hasLongDelays: true,
            .list("ABC"), .press(.right), .focus("bar 1"), .index(2), .focus("bar 2"), .selection("C 2")),
        Scenario(
            "selecting the selected tab in code returns the focus to its item", rules: "S-96", profile: .tv,
            hasLongDelays: true,
            .list("ABC"), .press(.right), .focus("bar 1"), .index(0), .focus("bar 0"), .selection("A 0")),
        Scenario(
            "a rotation beyond the bar selects the last tab first, as single turns do", rules: "J-6 S-163",
            profile: .tv,
            hasLongDelays: true,
            .list("ABC"), .show, .views("C", [2: at(100, 300), 3: at(100, 400)]), .index(1), .rotate(3),
            .accepted(true), .selection("C 2"), .focus("content C.3"), .index(1), .rotate(1), .rotate(1),
            .selection("C 2"), .focus("content C.2"), .index(0), .press(.right), .rotate(2), .selection("C 2"),
            .focus("content C.2"), .index(0), .rotate(.max), .selection("C 2"), .focus("content C.3")),
        Scenario(
            "the bar of a television is at the top", rules: "J-1", profile: .tv,
            .list("AB"), .show, .expect(.barFrame, "0.0 0.0 1920.0 140.0")),
        Scenario(
            "a cancelled change returns the focus", rules: "J-10 C-26", profile: .tv,
            .list("AB"), .show, .delegate(should: nil, animator: .interactive), .press(.right), .delay,
            .selection("B 1"), .expect(.transition, "A,B,0.0"), .transition(.cancel), .selection("A 0"),
            .focus("bar 0")),
        Scenario(
            "a selected controller without an item highlights none, and the focus moves to the last", rules: "S-80 J-3",
            profile: .tv,
            .list("ABCDEFGHI"), .show, .views("I", [2: Rect(x: 0, y: 300, width: 100, height: 50)]), .index(8),
            .selection("I 8"), .highlighted("nil"), .focus("bar 6"), .press(.down), .focus("content I.2"),
            .press(.menu), .focus("bar 6"), .selection("I 8")),
        Scenario(
            "a change of the list returns pending focus to the selected tab", rules: "S-81", profile: .tv,
            hasLongDelays: true,
            .list("ABC"), .press(.right), .list("ABC"), .focus("bar 1"), .list("ABCD"), .focus("bar 0"),
            .selection("A 0"), .list("DCBA"), .focus("bar 3")),
        Scenario(
            "a tap on the last item selects its own tab", rules: "S-80", profile: .tv,
            .list("ABCDEFGHI"), .index(8), .focus("bar 6"), .tap(6), .selection("G 6"), .focus("bar 6"),
            .highlighted("G")),
        Scenario(
            "the delegate is not asked when the focus returns from a refused item", rules: "S-74 F-23", profile: .tv,
            .list("ABC"), .delegate(should: .deny), .press(.right), .delay, .focus("bar 1"), .clearLog, .press(.left),
            .focus("bar 0"), .press(.select), .log(""), .selection("A 0")),
        Scenario(
            "a tap on the selected tab of a television pops its stack", rules: "S-84 C-20", profile: .tv,
            .navigation("N", "xy"), .list("NB"), .tap(0), .stack("N", "x"), .focus("bar 0")),
        Scenario(
            "a tap is a selection while the bar is visible", rules: "S-84", profile: .tv,
            .list("AB"), .clearLog, .tap(1), .accepted(true), .selection("B 1"), .focus("bar 1"),
            .log("tapped(1) should(B) did(B)")),
        Scenario(
            "a controller can't hide the bar of a television", rules: "S-84", profile: .tv,
            .navigation("N", "x"), .list("N"), .hidesBar("y"), .stack("N", .push("y")), .expect(.isBarHidden, "false")),
    ]
}

/// The focus in the content of profile tv (J-1 to J-12). Each of the five tabs is 384 points wide.
extension Scenario {
    /// A small view at a position.
    private static func at(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 100, height: 50) }

    static let focusInContent: [Scenario] = [
        Scenario(
            "down moves to the closest view when none is straight below", rules: "M-120 J-5", profile: .tv,
            .list("ABCDE"), .show, .index(1), .views("B", [2: at(1200, 300)]), .press(.down), .accepted(true),
            .focus("content B.2"), .expect(.isBarHidden, "true")),
        Scenario(
            "a view straight below wins over a closer one, and the least gap comes first", rules: "J-5 S-75",
            profile: .tv,
            .list("ABCDE"), .show, .index(1),
            .views("B", [2: at(400, 500), 3: at(700, 400), 4: at(600, 400), 5: at(340, 200), 6: at(0, 150)]),
            .press(.down), .focus("content B.5")),
        Scenario(
            "with equal gaps the least distance across decides, then the order", rules: "S-75", profile: .tv,
            .list("ABCDE"), .show, .index(1), .views("B", [2: at(660, 400), 3: at(540, 400), 4: at(512, 400)]),
            .press(.down), .focus("content B.3")),
        Scenario(
            "down stays when no view can have the focus", rules: "J-5", profile: .tv,
            .list("AB"), .show, .press(.down), .accepted(true), .focus("bar 0"), .press(.select), .focus("bar 0"),
            .expect(.isBarHidden, "false")),
        Scenario(
            "menu shows the bar with the focus on the selected tab", rules: "M-122 J-4 J-8", profile: .tv,
            .list("AB"), .show, .index(1), .views("B", [2: at(0, 300)]), .press(.down), .focus("content B.2"),
            .press(.menu), .accepted(true), .focus("bar 1"), .expect(.isBarHidden, "false"), .highlighted("B")),
        Scenario(
            "up from the topmost view shows the bar", rules: "M-123 J-4", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(0, 500)]), .press(.down), .focus("content A.2"),
            .press(.down), .focus("content A.3"), .press(.up), .focus("content A.2"), .expect(.isBarHidden, "true"),
            .press(.up), .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "a swipe acts as a move", rules: "J-4", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .run(.remote(.swipe(.down))), .focus("content A.2"),
            .run(.remote(.swipe(.up))), .focus("bar 0")),
        Scenario(
            "select enters the content at its preferred view", rules: "J-7", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(900, 700)], preferred: 3), .press(.select),
            .accepted(true), .focus("content A.3"), .press(.menu), .views("A", [2: at(0, 300), 3: at(900, 700)]),
            .press(.select), .focus("content A.2")),
        Scenario(
            "moves in the content stay in it", rules: "S-75", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(300, 320), 4: at(0, 600)]), .press(.down),
            .focus("content A.2"), .press(.right), .focus("content A.3"), .press(.right), .focus("content A.3"),
            .press(.down), .focus("content A.3"), .press(.left), .focus("content A.2"), .press(.down),
            .focus("content A.4"), .press(.down), .focus("content A.4"), .press(.left), .focus("content A.4"),
            .expect(.isBarHidden, "true")),
        Scenario(
            "down selects a pending tab first, and enters its content", rules: "J-6", profile: .tv, hasLongDelays: true,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .views("B", [3: at(0, 300)]), .clearLog, .press(.right),
            .press(.down), .selection("B 1"), .focus("content B.3"), .notifications("tapped(1) should(B) did(B)")),
        Scenario(
            "after a refused selection the search begins at the focused tab", rules: "S-77", profile: .tv,
            hasLongDelays: true,
            .list("ABCDE"), .show, .delegate(should: .deny), .views("A", [2: at(0, 300), 3: at(500, 300)]),
            .views("B", [4: at(500, 300)]), .clearLog, .press(.right), .press(.down), .selection("A 0"),
            .focus("content A.3"), .notifications("tapped(1) should(B) refused(B)")),
        Scenario(
            "focus on a removed view moves to the preferred view, else the first, else the bar", rules: "S-81",
            profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(0, 400), 4: at(0, 500)]), .press(.down),
            .focus("content A.2"), .views("A", [2: at(900, 900), 3: at(0, 400), 4: at(0, 500)], preferred: 4),
            .focus("content A.2"), .views("A", [3: at(0, 400), 4: at(0, 500)], preferred: 4), .focus("content A.4"),
            .views("A", [3: at(0, 400), 4: at(0, 500)]), .focus("content A.4"), .views("A", [3: at(0, 400)]),
            .focus("content A.3"), .views("A", [:]), .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "a push moves the focus to the new content", rules: "S-81", profile: .tv,
            .navigation("N", "x"), .list("N"), .show, .views("x", [2: at(0, 300)]), .views("y", [3: at(0, 600)]),
            .press(.down), .focus("content x.2"), .stack("N", .push("y")), .focus("content y.3"),
            .stack("N", .push("z")), .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "a list without the displayed tab moves the focus, or shows the bar", rules: "S-81", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .views("D", [3: at(0, 300)]), .press(.down),
            .focus("content A.2"), .list("BA"), .focus("content A.2"), .list("BD"), .selection("D 1"),
            .focus("content D.3"), .list("BE"), .focus("bar 1"), .expect(.isBarHidden, "false")),
        Scenario(
            "menu pops a stack before it shows the bar", rules: "S-82", profile: .tv,
            .navigation("N", "xy"), .list("N"), .show, .views("x", [2: at(0, 300)]), .views("y", [3: at(0, 300)]),
            .press(.down), .focus("content y.3"), .clearLog, .press(.menu), .accepted(true), .stack("N", "x"),
            .focus("content x.2"), .notifications("willShow(x,true) didShow(x,true)"), .press(.menu), .stack("N", "x"),
            .focus("bar 0")),
        Scenario(
            "selecting in code moves focus in the content along", rules: "S-83 J-10", profile: .tv,
            .list("ABCD"), .show, .views("A", [2: at(0, 300)]), .views("B", [3: at(0, 900), 4: at(0, 300)]),
            .views("C", [5: at(0, 300), 6: at(0, 400)], preferred: 6), .press(.down), .focus("content A.2"),
            .index(1), .focus("content B.3"), .expect(.isBarHidden, "true"), .index(2), .focus("content C.6"),
            .index(3), .focus("bar 3"), .expect(.isBarHidden, "false")),
        Scenario(
            "a tap is ignored while the content has the focus", rules: "S-84", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .press(.down), .clearLog, .tap(1), .accepted(false),
            .selection("A 0"), .log(""), .press(.menu), .tap(1), .accepted(true), .selection("B 1")),
    ]
}
