import TabModel

/// The focus on the bar of profile tv (section J).
extension Scenario {
    static let focus: [Scenario] = [
        Scenario(
            "M-117 J-2 S-85 a television shows as many as fit, without More", profile: .tv,
            .list("ABCDEFGHI"), .bar("A,B,C,D,E,F,G"), .expect(.more, "nil"), .expect(.customizable, ""),
            .tabs("A,B,C,D,E,F,G,H,I"), .fails(.customizable("A"), .notSupported),
            .fails(.more(.row(0)), .notSupported), .fails(.more(.edit), .notSupported),
            .expect(.isEditAvailable, "false"), .expect(.rows, "")),
        Scenario(
            "M-118 J-6 moving along the bar selects after a delay", profile: .tv,
            .list("ABC"), .show, .delegate(should: .allow), .focus("bar 0"), .forget, .press(.right), .focus("bar 1"),
            .delay, .selection("B 1"), .focus("bar 1"),
            .log(
                "tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "J-6 before the delay nothing is selected, and each move begins it anew", profile: .tv,
            isPatient: true,
            .list("ABC"), .show, .forget, .press(.right), .focus("bar 1"), .selection("A 0"), .press(.right),
            .focus("bar 2"), .selection("A 0"), .press(.right), .focus("bar 2"), .log(""), .highlighted("A"),
            .press(.select), .selection("C 2"), .told("tapped(2) should(C) did(C)")),
        Scenario(
            "F-23 a refused selection leaves the focus", profile: .tv,
            .list("ABC"), .delegate(should: .deny), .forget, .press(.right), .delay, .focus("bar 1"),
            .selection("A 0"), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "S-74 focus that comes back to the selected tab asks nobody", profile: .tv, isPatient: true,
            .navigation("N", "xy"), .list("NB"), .show, .forget, .press(.right), .press(.left), .focus("bar 0"),
            .press(.select), .log(""), .stack("N", "x,y"), .selection("N 0")),
        Scenario(
            "S-78 a disabled item can have the focus, and is not selected", profile: .tv, isPatient: true,
            .list("AB"), .run(.enable("B", false)), .show, .forget, .press(.right), .focus("bar 1"), .press(.select),
            .selection("A 0"), .focus("bar 1"), .log("")),
        Scenario(
            "S-79 up and menu while a selection is pending leave it so", profile: .tv,
            .list("AB"), .press(.right), .press(.up), .accepted(true), .press(.menu), .accepted(false), .delay,
            .focus("bar 1"), .selection("B 1")),
        Scenario(
            "J-9 menu on the bar is the system's, and up stays", profile: .tv,
            .list("AB"), .press(.menu), .accepted(false), .press(.up), .accepted(true), .press(.left),
            .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "J-10 selecting in code moves the focus on the bar", profile: .tv,
            .list("ABC"), .index(2), .focus("bar 2"), .select("B"), .focus("bar 1")),
        Scenario(
            "J-10 selecting in code ends a pending selection", profile: .tv, isPatient: true,
            .list("ABC"), .press(.right), .focus("bar 1"), .index(2), .focus("bar 2"), .selection("C 2")),
        Scenario(
            "J-10 C-26 a cancelled change takes the focus back", profile: .tv,
            .list("AB"), .show, .delegate(should: nil, animator: .interactive), .press(.right), .delay,
            .selection("B 1"), .expect(.transition, "A,B,0.0"), .transition(.cancel), .selection("A 0"),
            .focus("bar 0")),
        Scenario(
            "S-80 J-3 a selected controller without an item highlights none, and focus lands on the last", profile: .tv,
            .list("ABCDEFGHI"), .show, .views("I", [2: Rect(x: 0, y: 300, width: 100, height: 50)]), .index(8),
            .selection("I 8"), .highlighted("nil"), .focus("bar 6"), .press(.down), .focus("content I.2"),
            .press(.menu), .focus("bar 6"), .selection("I 8")),
        Scenario(
            "S-81 a change of the list brings pending focus back to the selected tab", profile: .tv,
            isPatient: true,
            .list("ABC"), .press(.right), .list("ABC"), .focus("bar 1"), .list("ABCD"), .focus("bar 0"),
            .selection("A 0"), .list("DCBA"), .focus("bar 3")),
        Scenario(
            "S-80 a tap on the last item selects its own tab", profile: .tv,
            .list("ABCDEFGHI"), .index(8), .focus("bar 6"), .tap(6), .selection("G 6"), .focus("bar 6"),
            .highlighted("G")),
        Scenario(
            "S-74 F-23 focus that comes back from a refused item asks nobody", profile: .tv,
            .list("ABC"), .delegate(should: .deny), .press(.right), .delay, .focus("bar 1"), .forget, .press(.left),
            .focus("bar 0"), .press(.select), .log(""), .selection("A 0")),
        Scenario(
            "S-84 C-20 a tap on the selected tab of a television pops its stack", profile: .tv,
            .navigation("N", "xy"), .list("NB"), .tap(0), .stack("N", "x"), .focus("bar 0")),
        Scenario(
            "S-84 a tap is a selection while the bar is there", profile: .tv,
            .list("AB"), .forget, .tap(1), .accepted(true), .selection("B 1"), .focus("bar 1"),
            .log("tapped(1) should(B) did(B)")),
        Scenario(
            "S-84 a controller can't hide the bar of a television", profile: .tv,
            .navigation("N", "x"), .list("N"), .hidesBar("y"), .stack("N", .push("y")),
            .expect(.isBarHidden, "false")),
    ]
}
