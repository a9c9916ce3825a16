import TestSupport

/// The focus outside of profile tv (S-160 to S-165). A phone has a bar of 49 points at the bottom of 375 x 667.
extension Scenario {
    /// A small view at a position.
    private static func at(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 50, height: 20) }

    private static func bar(_ side: String, slots: UInt32? = nil) -> Step {
        .run(.window(.bar(BarChange(side: side, slots: slots))))
    }

    static let profileFocus: [Scenario] = focusOnBars + focusOfContent

    private static let focusOnBars: [Scenario] = [
        Scenario(
            "the focus is off until it is switched on", rules: "S-160",
            .list("AB"), .show, .focus("bar nil"), .press(.right), .accepted(false), .rotate(1), .accepted(false),
            .run(.remote(.swipe(.up))), .accepted(false), .focus("bar nil"), .focusOn, .focus("bar 0"), .focusOff,
            .focus("bar nil"), .press(.select), .accepted(false)),
        Scenario(
            "with nothing that can have the focus no button is handled", rules: "S-160",
            .list(""), .show, .focusOn, .focus("bar nil"), .press(.right), .accepted(false), .press(.left),
            .accepted(false), .press(.down), .accepted(false), .press(.next), .accepted(false), .focus("bar nil")),
        Scenario(
            "moving along the bar of a phone selects nothing", rules: "S-161 S-162",
            .list("ABC"), .show, .focusOn, .clearLog, .press(.right), .accepted(true), .focus("bar 1"),
            .selection("A 0"), .press(.right), .focus("bar 2"), .press(.right), .accepted(true), .focus("bar 2"),
            .press(.down), .focus("bar 2"), .press(.left), .focus("bar 1"), .log(""), .expect(.isBarHidden, "false")),
        Scenario(
            "select taps the focused item and asks the delegate", rules: "S-161",
            .list("AB"), .show, .focusOn, .press(.right), .delegate(should: .allow), .clearLog, .press(.select),
            .accepted(true), .selection("B 1"), .focus("bar 1"), .notifications("tapped(1) should(B) did(B)"),
            .press(.left), .delegate(should: .deny), .press(.select), .accepted(false), .selection("B 1"),
            .focus("bar 0")),
        Scenario(
            "select opens More", rules: "S-161", .list("ABCDEFG"), .show, .focusOn, .press(.previous), .focus("bar 4"),
            .press(.select), .accepted(true), .selection("more NF"), .focus("bar 4")),
        Scenario(
            "menu on the bar is not handled", rules: "S-162",
            .list("AB"), .show, .focusOn, .press(.menu), .accepted(false), .focus("bar 0")),
        Scenario(
            "a selection in code leaves the focus on the bar", rules: "S-165",
            .list("ABC"), .show, .focusOn, .index(2), .focus("bar 0"), .press(.right), .focus("bar 1")),
        Scenario(
            "the focus stays on its item, or moves to the nearest one", rules: "S-165",
            .list("ABCD"), .show, .focusOn, .press(.right), .press(.right), .focus("bar 2"), .list("BCD"),
            .focus("bar 1"), .list("DBC"), .focus("bar 2"), .list("DB"), .focus("bar 1"), .list(""), .focus("bar nil"),
            .list("AB"), .focus("bar 0")),
        Scenario(
            "fewer slots move the focus to the nearest item", rules: "S-165 S-132",
            .list("ABCDE"), .show, .focusOn, .press(.previous), .focus("bar 4"), bar("bottom", slots: 3),
            .bar("A,B,more"),
            .focus("bar 2"), bar("bottom", slots: 5), .focus("bar 2")),
        Scenario(
            "the bar of a television can lose its focus", rules: "S-160", profile: .tv, hasLongDelays: true,
            .list("AB"), .show, .press(.right), .focus("bar 1"), .focusOff, .focus("bar nil"), .press(.right),
            .accepted(false), .focusOn, .focus("bar 1"), .press(.left), .focus("bar 0"), .selection("A 0")),
        Scenario(
            "a television that loses the focus in the content keeps its bar hidden", rules: "S-160", profile: .tv,
            .list("AB"), .show, .views("A", [2: at(0, 300)]), .press(.down), .focus("content A.2"), .focusOff,
            .focus("bar nil"), .expect(.isBarHidden, "true"), .press(.menu), .accepted(false), .focusOn,
            .focus("content A.2"), .press(.menu), .focus("bar 0"), .expect(.isBarHidden, "false")),
    ]

    private static let focusOfContent: [Scenario] = [
        Scenario(
            "up enters the content of a phone, and down returns to the selected tab", rules: "S-162 J-8",
            .list("AB"), .show, .views("A", [2: at(10, 100), 3: at(300, 500), 4: at(10, 400)]), .focusOn,
            .press(.right), .press(.up), .focus("content A.3"), .expect(.isBarHidden, "false"), .press(.left),
            .focus("content A.3"), .press(.down), .focus("bar 0"), .press(.up), .focus("content A.4"), .press(.up),
            .focus("content A.2"), .press(.up), .focus("content A.2"), .press(.select), .focus("content A.2"),
            .press(.menu), .accepted(true), .focus("bar 0")),
        Scenario(
            "right enters the content beside a bar at the leading side", rules: "S-162", profile: .pad,
            .list("ABC"), .show, bar("leading"), .views("A", [2: at(200, 100), 3: at(400, 100)]), .focusOn,
            .press(.down), .focus("bar 1"), .press(.up), .focus("bar 0"), .press(.left), .focus("bar 0"),
            .press(.right), .focus("content A.2"), .press(.right), .focus("content A.3"), .press(.left),
            .focus("content A.2"), .press(.left), .focus("bar 0"), bar("trailing"), .press(.left),
            .focus("content A.3"), .press(.right), .focus("bar 0")),
        Scenario(
            "down enters the content below a bar at the top", rules: "S-162", profile: .pad,
            .list("AB"), .show, bar("top"), .views("A", [2: at(200, 300)]), .focusOn, .press(.down),
            .focus("content A.2"), .press(.up), .focus("bar 0")),
        Scenario(
            "next and previous follow the reading order and wrap around", rules: "S-163",
            .list("AB"), .show, .views("A", [2: at(10, 400), 3: at(200, 100), 4: at(10, 100)]), .focusOn,
            .press(.next), .focus("bar 1"), .press(.next), .focus("content A.4"), .press(.next),
            .focus("content A.3"), .press(.next), .focus("content A.2"), .press(.next), .focus("bar 0"),
            .press(.previous), .focus("content A.2"), .selection("A 0")),
        Scenario(
            "a rotary control stops at the ends", rules: "S-163", profile: .pad,
            .list("AB"), .show, bar("leading"), .views("A", [2: at(200, 100), 3: at(200, 200)]), .focusOn, .rotate(2),
            .accepted(true), .focus("content A.2"), .rotate(.max), .focus("content A.3"), .rotate(1),
            .accepted(false), .focus("content A.3"), .rotate(.min), .accepted(true), .focus("bar 0"), .rotate(-1),
            .accepted(false), .rotate(0), .accepted(false), .focus("bar 0")),
        Scenario(
            "on a television next enters the content of the pending tab", rules: "S-163", profile: .tv,
            hasLongDelays: true,
            .list("AB"), .show, .views("B", [3: at(0, 300)]), .press(.next), .focus("bar 1"), .selection("A 0"),
            .press(.next), .selection("B 1"), .focus("content B.3"), .press(.next), .focus("bar 1"), .rotate(1),
            .focus("content B.3"), .rotate(-1), .focus("bar 1")),
        Scenario(
            "menu goes back in the content before it returns to the bar", rules: "S-162 S-82",
            .navigation("N", "xy"), .list("NB"), .show, .views("x", [2: at(10, 300)]), .views("y", [3: at(10, 300)]),
            .focusOn, .press(.up), .focus("content y.3"), .press(.menu), .accepted(true), .stack("N", "x"),
            .focus("content x.2"), .press(.menu), .focus("bar 0")),
        Scenario(
            "the focus leaves a hidden bar", rules: "S-164",
            .list("AB"), .show, .views("A", [2: at(10, 300)]), .focusOn, .run(.hideBar(true)), .focus("content A.2"),
            .press(.menu), .accepted(false), .press(.down), .focus("content A.2"), .run(.hideBar(false)),
            .press(.menu), .focus("bar 0")),
        Scenario(
            "a bar that nothing else replaces gets the focus again when it is shown", rules: "S-164",
            .list("AB"), .show, .focusOn, .press(.right), .run(.hideBar(true)), .focus("bar nil"), .press(.select),
            .accepted(false), .run(.hideBar(false)), .focus("bar 0")),
        Scenario(
            "the focus is on the views that are presented", rules: "S-164", profile: .pad,
            .list("AB"), .size(1024, 768), .show, .views("A", [2: at(492, 100)]), .views("V", [3: at(10, 100)]),
            .popover("V", .style(.popover)), .popover("V", .preferred(320, 400)), .focusOn,
            .popover("V", .present(from: "A", with: [.view("A", 2)])), .focus("content V.3"), .press(.menu),
            .accepted(false), .press(.down), .focus("content V.3"), .popover("V", .dismiss(animated: false)),
            .focus("content A.2")),
        Scenario(
            "a change of the tab moves the focus in the content", rules: "S-165 S-83",
            .list("AB"), .show, .views("A", [2: at(10, 300)]), .views("B", [3: at(10, 300)]), .focusOn, .press(.up),
            .focus("content A.2"), .index(1), .focus("content B.3"), .views("B", [:]), .focus("bar 1")),
    ]
}
