/// The user's touches while a popover is presented, and the calls to its delegate (P51 to P58).
extension Scenario {
    static let popoverTouches: [Scenario] = [
        popover(
            "a touch beside it dismisses it, one inside does not, and one outside of the window is ignored",
            rules: "P51 P55",
            shown, .touch(360, 300), .handledBy("popover"), .touch(500, 145), .handledBy("popover"), .touch(-1, 5),
            .handledBy("none"), .place("V", below), .clearLog, .touch(5, 5), .handledBy("dismissed"),
            .place("V", "unknown"), .outcome("V", "presented"), .log(dismissal)),
        popover(
            "the tabs get no touches until it is gone, or when the bar is a passthrough view", rules: "P51",
            shown, .touch(900, 740), .handledBy("dismissed"),
            .selection("A 0"), .touch(900, 740), .handledBy("handled"), .selection("B 1"), .select("A"),
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("tabs", 0)])), .touch(900, 740),
            .handledBy("passthrough"), .selection("B 1"), .place("V", below)),
        popover(
            "passthrough views still get touches", rules: "P51",
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("A", 2)])), .touch(500, 110),
            .handledBy("passthrough"), .place("V", below), .touch(480, 110), .handledBy("dismissed")),
        popover(
            "a view above a passthrough view gets no touches", rules: "P51 P55",
            .views(
                "A",
                [2: Rect(x: 492, y: 100, width: 40, height: 40), 3: Rect(x: 40, y: 700, width: 900, height: 60)]),
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("A", 1)])), .touch(900, 740),
            .handledBy("dismissed"), .selection("A 0"),
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("A", 1)])), .touch(30, 300),
            .handledBy("passthrough"), .popover("V", .set(.passthrough("tabs", 1))), .touch(30, 300),
            .handledBy("passthrough"), .touch(900, 740), .handledBy("passthrough"), .selection("B 1")),
        popover(
            "the siblings of the anchor item work, and the item itself dismisses", rules: "P52 P53 P54",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", left: [3], right: [1, 2]),
            .popover("V", .present(from: "x", with: [.item("x", 1)])), .clearLog, .touch(950, 40),
            .handledBy("passthrough"), .log("x.activated(2)"), .touch(30, 40), .handledBy("passthrough"),
            .log("x.activated(3)"), .run(.tapBarButton("x", 2)), .log("x.activated(2)"), isUp, .touch(990, 40),
            .handledBy("dismissed"), .log(dismissal), .touch(990, 40), .handledBy("handled"), .log("x.activated(1)")),
        popover(
            "a touch reports whether the daemon acted: tabs and bar buttons, enabled or not, the back button, the rest",
            .navigation("N", "xy"), .list("NB"), .buttons("y", right: [1, 2]), .clearLog, .touch(990, 40),
            .handledBy("handled"), .log("y.activated(1)"), .touch(500, 300), .handledBy("content"), .touch(500, 40),
            .handledBy("content"), .touch(20, 40), .handledBy("handled"),
            .stack("N", "x"), .touch(20, 40), .handledBy("content"), .run(.enable("B", false)), .touch(900, 740),
            .handledBy("refused"), .run(.enable("B", true)), .touch(900, 740), .handledBy("handled"), .selection("B 1")),
        popover(
            "the anchor item is not activated by its method either, and the delegate may refuse", rules: "P53",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]),
            .popover("V", .delegate(PopoverScript([.shouldDismiss, .didAttemptToDismiss], should: false))),
            .popover("V", .present(from: "x", with: [.item("x", 1)])), .clearLog, .run(.tapBarButton("x", 1)),
            .log("V.shouldDismiss V.asks(ShouldDismiss) V.didAttemptToDismiss"), isUp, .popover("V", .dismiss()),
            .clearLog, .run(.tapBarButton("x", 1)), .log("x.activated(1)")),
        popover(
            "a removed button dismisses nothing, and a lower one dismisses the topmost popover", rules: "P53",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]),
            .views("V", [2: Rect(x: 10, y: 10, width: 40, height: 40)]), .popover("W", .style(.popover)),
            .popover("V", .present(from: "x", with: [.item("x", 1)])),
            .popover("W", .present(from: "V", with: [.view("V", 2)])), .clearLog, .run(.tapBarButton("x", 1)),
            .expect(.popover("W", .isPresented), "false"), isUp, .buttons("x"),
            .fails(.tapBarButton("x", 1), .invalidArgument), isUp),
        popover(
            "a modal popover is not dismissed, whatever the passthrough views are", rules: "P55 P57 P58",
            .popover("V", .delegate(PopoverScript())), .popover("V", .modal(true)),
            .popover("V", .present(from: "A", with: [.view("A", 2), .passthrough("A", 2)])), .clearLog, .touch(5, 5),
            .handledBy("refused"), .touch(500, 110), .handledBy("refused"),
            .log("V.didAttemptToDismiss V.didAttemptToDismiss"),
            .expect(.popover("V", .delegateCalls), "DidAttemptToDismiss DidAttemptToDismiss"), .touch(360, 300),
            .handledBy("popover"), .popover("V", .dismiss()), .place("V", "unknown")),
        popover(
            "a container is modal when its visible controller is", rules: "P57",
            .navigation("N", "x"), .popover("N", .style(.popover)), .popover("x", .modal(true)),
            .popover("N", .present(from: "A", with: [.view("A", 2)])), .touch(5, 5), .handledBy("refused"),
            .popover("x", .modal(false)), .touch(5, 5), .handledBy("dismissed")),
        popover(
            "the delegate is asked about a user's dismissal, and notified of it", rules: "P55 P56 P59",
            .popover("V", .delegate(PopoverScript(should: false))), shown, .clearLog, .touch(5, 5),
            .handledBy("refused"), .log("V.shouldDismiss V.asks(ShouldDismiss) V.didAttemptToDismiss"),
            .expect(.popover("V", .delegateCalls), "DidAttemptToDismiss"), .popover("V", .delegate(PopoverScript())),
            .touch(5, 5), .handledBy("dismissed"), .log(askedDismissal),
            .expect(.popover("V", .delegateCalls), "WillDismiss DidDismiss")),
        popover(
            "a dismissal by a program calls no method of the delegate", rules: "P56",
            .popover("V", .delegate(PopoverScript())), shown, .clearLog, .popover("V", .dismiss(animated: true)),
            .log("V.willDis(true) V.didDis(true)"), .expect(.popover("V", .delegateCalls), "")),
        popover(
            "while the delegate is asked other touches wait, and the program does not", rules: "P55",
            .popover("V", .delegate(PopoverScript(holds: [.shouldDismiss]))), shown, .clearLog, .popover("V", .escape),
            .handledBy("waits"), .select("B"), .selection("B 1"), .popover("V", .dismiss()), .place("V", "unknown"),
            .popover("V", .answer),
            .expect(.log(.named("V")), "V.shouldDismiss V.asks(ShouldDismiss) V.willDis V.didDis")),
        popover(
            "a user dismisses an adapted sheet in the same way", rules: "P55 P76",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.shouldDismiss, .willDismiss, .didDismiss]))),
            shown, .clearLog, .touch(5, 5), .handledBy("content"), .popover("V", .escape), .handledBy("dismissed"),
            .log(askedDismissal), .popover("V", .escape), .handledBy("none")),
        popover(
            "a popover presents a popover, and both are dismissed", rules: "P72 P69",
            .views("V", [2: Rect(x: 10, y: 10, width: 40, height: 40)]), .popover("W", .style(.popover)),
            .popover("W", .preferred(200, 200)), shown, .popover("W", .present(from: "V", with: [.view("V", 2)])),
            .place("W", "up 282.0 203.0 200.0 213.0 | 282.0 216.0 200.0 200.0 | 0.0"),
            .expect(.popover("W", .presenting), "V"), .clearLog, .touch(400, 500), .handledBy("dismissed"),
            .place("V", below), .popover("W", .present(from: "V", with: [.view("V", 2)])), .popover("V", .escape),
            .handledBy("none"), .clearLog, .run(.popover("A", .dismiss(animated: true))), .place("V", "unknown"),
            .place("W", "unknown"), .log("V.willDis W.willDis(true) V.didDis W.didDis(true)")),
        popover(
            "invalid presentations are refused", rules: "P65",
            .navigation("N", "x"), .list("AN"), .popover("x", .style(.popover)),
            .fails(.popover("tabs", .present(from: "A")), .hierarchyInconsistency),
            .fails(.popover("x", .present(from: "A")), .invalidArgument), shown,
            .fails(.popover("V", .present(from: "A")), .invalidArgument), .popover("W", .style(.popover)),
            .fails(.popover("W", .present(from: "A")), .internalInconsistency),
            .fails(.popover("W", .present(from: "U")), .internalInconsistency), .place("V", below)),
        popover(
            "the outermost container presents, and does not disappear", rules: "P66 P67 P68",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]), .clearLog,
            .popover("V", .present(from: "x", with: [.item("x", 1)], animated: true)),
            .expect(.popover("V", .presenting), "tabs"), .outcome("V", "presented"),
            .log("V.didLoad V.prepare V.willAppear(true) V.isAppearing(true) V.didAppear(true)"),
            .expect(.appearance("x"), "appeared")),
        popover(
            "a dismissal without a presentation is not an error, and a dismissed controller has no presenter",
            rules: "P70 P71",
            .popover("V", .dismiss()), shown, .popover("A", .dismiss()), .expect(.popover("V", .presenting), "nil"),
            .expect(.appearance("V"), "disappeared")),
        popover(
            "a popover that is dismissed while it waits counts as never presented", rules: "P65",
            .popover("V", .present(from: "A")), .popover("V", .dismiss()),
            .fails(.popover("V", .timeout), .internalInconsistency), .log("")),
    ]
}
