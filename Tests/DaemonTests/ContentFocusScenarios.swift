import TabModel

/// The focus in the content of profile tv (section J); five tabs are 384 points wide each.
extension Scenario {
    /// A small view with its corner here.
    private static func at(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 100, height: 50) }

    static let focusInContent: [Scenario] = [
        Scenario(
            "M-120 J-5 down goes to the closest view when none is straight below", profile: .tv,
            .list("ABCDE"), .show, .index(1), .views("B", [2: at(1200, 300)]), .press(.down), .accepted(true),
            .focus("content B.2"), .expect(.isBarHidden, "true")),
        Scenario(
            "J-5 S-75 straight below counts before close, and the least gap first", profile: .tv,
            .list("ABCDE"), .show, .index(1),
            .views("B", [2: at(400, 500), 3: at(700, 400), 4: at(600, 400), 5: at(340, 200), 6: at(0, 150)]),
            .press(.down), .focus("content B.5")),
        Scenario(
            "S-75 of equal gaps the least distance across counts, then the order", profile: .tv,
            .list("ABCDE"), .show, .index(1), .views("B", [2: at(660, 400), 3: at(540, 400), 4: at(512, 400)]),
            .press(.down), .focus("content B.3")),
        Scenario(
            "J-5 down stays where nothing can have the focus", profile: .tv,
            .list("AB"), .show, .press(.down), .accepted(true), .focus("bar 0"), .press(.select), .focus("bar 0"),
            .expect(.isBarHidden, "false")),
        Scenario(
            "M-122 J-4 J-8 menu shows the bar with the focus on the selected tab", profile: .tv,
            .list("AB"), .show, .index(1), .views("B", [2: at(0, 300)]), .press(.down), .focus("content B.2"),
            .press(.menu), .accepted(true), .focus("bar 1"), .expect(.isBarHidden, "false"), .highlighted("B")),
        Scenario(
            "M-123 J-4 up from the topmost view shows the bar", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(0, 500)]), .press(.down), .focus("content A.2"),
            .press(.down), .focus("content A.3"), .press(.up), .focus("content A.2"), .expect(.isBarHidden, "true"),
            .press(.up), .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "J-4 a swipe is a move", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .run(.remote(.swipe(.down))), .focus("content A.2"),
            .run(.remote(.swipe(.up))), .focus("bar 0")),
        Scenario(
            "J-7 select enters the content at its preferred view", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(900, 700)], preferred: 3), .press(.select),
            .accepted(true), .focus("content A.3"), .press(.menu), .views("A", [2: at(0, 300), 3: at(900, 700)]),
            .press(.select), .focus("content A.2")),
        Scenario(
            "S-75 moves in the content stay in it", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(300, 320), 4: at(0, 600)]), .press(.down),
            .focus("content A.2"), .press(.right), .focus("content A.3"), .press(.right), .focus("content A.3"),
            .press(.down), .focus("content A.3"), .press(.left), .focus("content A.2"), .press(.down),
            .focus("content A.4"), .press(.down), .focus("content A.4"), .press(.left), .focus("content A.4"),
            .expect(.isBarHidden, "true")),
        Scenario(
            "J-6 down selects a pending tab first, and goes into its content", profile: .tv, isPatient: true,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .views("B", [3: at(0, 300)]), .forget, .press(.right),
            .press(.down), .selection("B 1"), .focus("content B.3"), .told("tapped(1) should(B) did(B)")),
        Scenario(
            "S-77 after a refused selection the search begins at the focused tab", profile: .tv, isPatient: true,
            .list("ABCDE"), .show, .delegate(should: .deny), .views("A", [2: at(0, 300), 3: at(500, 300)]),
            .views("B", [4: at(500, 300)]), .forget, .press(.right), .press(.down), .selection("A 0"),
            .focus("content A.3"), .told("tapped(1) should(B) refused(B)")),
        Scenario(
            "S-81 focus on a view that vanishes goes to the preferred one, else the first, else the bar",
            profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300), 3: at(0, 400), 4: at(0, 500)]), .press(.down),
            .focus("content A.2"), .views("A", [2: at(900, 900), 3: at(0, 400), 4: at(0, 500)], preferred: 4),
            .focus("content A.2"), .views("A", [3: at(0, 400), 4: at(0, 500)], preferred: 4), .focus("content A.4"),
            .views("A", [3: at(0, 400), 4: at(0, 500)]), .focus("content A.4"), .views("A", [3: at(0, 400)]),
            .focus("content A.3"), .views("A", [:]),
            .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "S-81 a push takes the focus with it", profile: .tv,
            .navigation("N", "x"), .list("N"), .show, .views("x", [2: at(0, 300)]), .views("y", [3: at(0, 600)]),
            .press(.down), .focus("content x.2"), .stack("N", .push("y")), .focus("content y.3"),
            .stack("N", .push("z")), .focus("bar 0"), .expect(.isBarHidden, "false")),
        Scenario(
            "S-81 a list without the displayed tab takes the focus along, or shows the bar", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .views("D", [3: at(0, 300)]), .press(.down),
            .focus("content A.2"), .list("BA"), .focus("content A.2"), .list("BD"), .selection("D 1"),
            .focus("content D.3"), .list("BE"), .focus("bar 1"), .expect(.isBarHidden, "false")),
        Scenario(
            "S-82 menu pops a stack before it shows the bar", profile: .tv,
            .navigation("N", "xy"), .list("N"), .show, .views("x", [2: at(0, 300)]), .views("y", [3: at(0, 300)]),
            .press(.down), .focus("content y.3"), .forget, .press(.menu), .accepted(true), .stack("N", "x"),
            .focus("content x.2"), .told("willShow(x,true) didShow(x,true)"), .press(.menu), .stack("N", "x"),
            .focus("bar 0")),
        Scenario(
            "S-83 J-10 selecting in code takes focus in the content along", profile: .tv,
            .list("ABCD"), .show, .views("A", [2: at(0, 300)]), .views("B", [3: at(0, 900), 4: at(0, 300)]),
            .views("C", [5: at(0, 300), 6: at(0, 400)], preferred: 6), .press(.down), .focus("content A.2"),
            .index(1), .focus("content B.3"), .expect(.isBarHidden, "true"), .index(2), .focus("content C.6"),
            .index(3), .focus("bar 3"), .expect(.isBarHidden, "false")),
        Scenario(
            "S-84 a tap is ignored while the content has the focus", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .press(.down), .forget, .tap(1), .accepted(false),
            .selection("A 0"), .log(""), .press(.menu), .tap(1), .accepted(true), .selection("B 1")),
    ]
}
