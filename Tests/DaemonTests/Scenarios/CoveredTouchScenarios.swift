/// Gestures on targets that a visible popover covers: like a touch beside it they dismiss it, and have no other effect.
extension Scenario {
    static let coveredTouches: [Scenario] = coveredTabs + coveredBars + coveredMore + uncovered

    private static let coveredTabs: [Scenario] = [
        popover(
            "a tap on a tab dismisses the popover and selects nothing, and the next one selects", rules: "P51 P55",
            shown, .clearLog, .tap(1), .accepted(false), .selection("A 0"), isGone, .log(dismissal), .tap(1),
            .accepted(true), .selection("B 1")),
        popover(
            "a tap on a tab asks the popover's delegate and not the tab bar's", rules: "P55 P59",
            .delegate(should: .deny), .popover("V", .delegate(PopoverScript(should: false))), shown, .clearLog, .tap(1),
            .accepted(false), .selection("A 0"), isUp,
            .log("V.shouldDismiss V.asks(ShouldDismiss) V.didAttemptToDismiss"),
            .popover("V", .delegate(PopoverScript())), .clearLog, .tap(1), .accepted(false), isGone,
            .log(askedDismissal)),
        popover(
            "a tap on a tab beside a modal popover is refused, also with a passthrough bar", rules: "P57 P58",
            .popover("V", .modal(true)),
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("tabs", 0)])), .clearLog, .tap(1),
            .accepted(false), .selection("A 0"), isUp, .log("V.didAttemptToDismiss"), .popover("V", .modal(false)),
            .tap(1), .accepted(true), .selection("B 1"), isUp),
        popover(
            "a tap on a tab acts when the bar or the container is a passthrough view", rules: "P51",
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("tabs", 0)])), .tap(1),
            .accepted(true), .selection("B 1"), isUp, .popover("V", .set(.passthrough("tabs", 1))), .tap(0),
            .accepted(true), .selection("A 0"), isUp, .popover("V", .set(.passthrough("tabs", 3))), .tap(1),
            .accepted(true), isUp, .popover("V", .set(.passthrough("A", 1))), .tap(0), .accepted(false), isGone),
        popover(
            "a tap without effect dismisses nothing", rules: "P51",
            .run(.enable("B", false)), shown, .clearLog, .fails(.tap(2), .outOfRange), .tap(1), .accepted(false),
            .run(.hideBar(true)), .tap(0), .accepted(false), isUp, .log("")),
        popover(
            "a popover that is adapted to a sheet covers no tab", rules: "P51 P74",
            .size(375, 667), shown, .tap(1), .accepted(true), .selection("B 1"), isUp, .select("A"),
            .size(1024, 768), .tap(1), .accepted(false), .selection("A 0"), isGone),
        popover(
            "a controller presented by a popover blocks the tabs, and nothing below it is dismissed", rules: "P51 P72",
            .popover("W", .style(.overFullScreen)), shown, .popover("W", .present(from: "V")), .clearLog, .tap(1),
            .accepted(false), .selection("A 0"), isUp, .log(""), .popover("W", .dismiss()), .tap(1), .accepted(false),
            isGone, .tap(1), .accepted(true)),
    ]

    private static let coveredBars: [Scenario] = [
        popover(
            "a button of a bar dismisses the popover and is not activated", rules: "P51 P55",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]),
            .views("x", [2: Rect(x: 492, y: 300, width: 40, height: 40)]),
            .popover("V", .present(from: "x", with: [.view("x", 2)])), .clearLog,
            .fails(.tapBarButton("x", 7), .invalidArgument), isUp, .log(""),
            .fails(.tapBarButton("x", 1), .internalInconsistency), isGone, .log(dismissal), .clearLog,
            .run(.tapBarButton("x", 1)), .log("x.activated(1)")),
        popover(
            "a button of a passthrough bar still works", rules: "P51",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]),
            .views("x", [2: Rect(x: 492, y: 300, width: 40, height: 40)]),
            .popover("V", .present(from: "x", with: [.view("x", 2), .passthrough("N", 3)])), .clearLog,
            .run(.tapBarButton("x", 1)), .log("x.activated(1)"), isUp, .popover("V", .modal(true)), .clearLog,
            .fails(.tapBarButton("x", 1), .internalInconsistency), .log("V.didAttemptToDismiss"), isUp),
        popover(
            "the back button dismisses the popover and pops nothing", rules: "P51 P55",
            .navigation("N", "xy"), .list("NA"), .select("N"),
            .views("y", [2: Rect(x: 492, y: 300, width: 40, height: 40)]),
            .popover("V", .present(from: "y", with: [.view("y", 2)])), .clearLog,
            .fails(.stack("N", .back), .internalInconsistency), .stack("N", "x,y"), isGone, .log(dismissal),
            .stack("N", .back), .stack("N", "x")),
        popover(
            "a passthrough bar pops, and without a back button a tap does nothing", rules: "P51",
            .navigation("N", "xy"), .list("NA"), .select("N"), .views("A", [:]),
            .popover("V", .present(from: "y", with: [.tabBar, .passthrough("N", 3)])), .stack("N", .back),
            .stack("N", "x"), isUp, .popover("V", .set(.passthrough("A", 1))), .clearLog, .stack("N", .back), isUp,
            .log("")),
    ]

    private static let coveredMore: [Scenario] = [
        Scenario(
            "a row of More dismisses the popover and shows nothing", rules: "P51 P55", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)),
            .popover("V", .present(from: "list", with: [.view("list", 1)])), .clearLog,
            .fails(.more(.row(5)), .outOfRange), isUp, .row(0), .accepted(false), .stack("more", "list"), isGone,
            .log(dismissal), .row(0), .accepted(true), .stack("more", "list,H")),
        Scenario(
            "a row of a passthrough More is shown", rules: "P51", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)),
            .popover("V", .present(from: "list", with: [.tabBar, .passthrough("list", 1)])), .row(0),
            .accepted(true), .stack("more", "list,H"), isUp),
        Scenario(
            "a passthrough table of More handles rows and drags", rules: "P51", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)), .edit,
            .popover("V", .present(from: "list", with: [.tabBar, .passthrough("list", 2)])), .drag("H", to: 0), isUp,
            .moveRow(0, to: 7), isUp, .selectRow(8), isUp, .popover("V", .set(.passthrough("more", 3))), .done,
            .popover("V", .set(.passthrough("list", 2))), .row(0), .accepted(true), .stack("more", "list,H"), isUp),
        Scenario(
            "Edit dismisses the popover that points at it, and begins no session", rules: "P53", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)),
            .popover("V", .present(from: "list", with: [.item("list", 1)])), .edit, isGone,
            .expect(.isCustomizing, "false"), .edit, .expect(.isCustomizing, "true")),
        Scenario(
            "Done dismisses the popover that points at it, and ends no session", rules: "P53", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)), .edit,
            .drag("H", to: 0), .popover("V", .present(from: "list", with: [.item("list", 2)])), .done,
            .accepted(false), isGone, .expect(.isCustomizing, "true"), .done, .accepted(true)),
        Scenario(
            "Edit, a drag and Done dismiss the popover and arrange nothing", rules: "P51 P55", profile: .padLegacy,
            .list("ABCDEFGHI"), .size(1024, 768), .show, .select("more"), .popover("V", .style(.popover)),
            .popover("V", .present(from: "list", with: [.tabBar])), .fails(.more(.edit), .internalInconsistency),
            isGone, .edit, .popover("V", .present(from: "list", with: [.tabBar])),
            .fails(.more(.drag("H", 99)), .outOfRange), isUp, .fails(.more(.drag("H", 0)), .internalInconsistency),
            isGone, .drag("H", to: 0), .popover("V", .present(from: "list", with: [.tabBar])),
            .fails(.more(.done), .internalInconsistency), isGone, .done, .accepted(true), .tabs("H,B,C,D,E,F,G,A,I")),
    ]

    private static let uncovered: [Scenario] = [
        popover(
            "writes by a program are not covered", rules: "P51",
            .navigation("N", "xy"), .list("ABN"), shown, .clearLog, .select("B"), .selection("B 1"), .index(0),
            .selection("A 0"), .stack("N", .pop), .stack("N", "x"), .title("A", "other"), isUp,
            .expect(.log(.named("V")), "")),
        popover(
            "gestures inside the popover work, also in the controllers that it presents", rules: "P51 P55",
            .navigation("N", "xy"), .buttons("x", right: [1]), .popover("N", .style(.popover)),
            .popover("N", .present(from: "A", with: [.view("A", 2)])), .clearLog, .stack("N", .back), .stack("N", "x"),
            .run(.tapBarButton("x", 1)), .expect(.popover("N", .isPresented), "true"), .navigation("O", "zw"),
            .popover("O", .style(.overFullScreen)), .popover("O", .present(from: "N")), .stack("O", .back),
            .stack("O", "z"), .expect(.popover("N", .isPresented), "true")),
        popover(
            "a popover over another one covers the views of that", rules: "P51 P72",
            .navigation("N", "xy"), .popover("N", .style(.popover)), .popover("V", .style(.popover)),
            .popover("N", .present(from: "A", with: [.view("A", 2)])),
            .popover("V", .present(from: "y", with: [.view("y", 1)])),
            .fails(.stack("N", .back), .internalInconsistency), isGone,
            .expect(.popover("N", .isPresented), "true"), .stack("N", "x,y"), .stack("N", .back), .stack("N", "x")),
    ]
}
