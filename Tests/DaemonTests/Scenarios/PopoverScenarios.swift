import TestSupport

/// Popovers: their presentation, their anchors, and their placement (P1 to P50).
extension Scenario {
    /// A tab bar controller of a pad in landscape with the tabs A and B. A has a view of 40 x 40 with the number 2, and
    /// V is to be presented as a popover of 320 x 400.
    static func popover(
        _ name: String, rules: String = "", at view: Rect = Rect(x: 492, y: 100, width: 40, height: 40),
        hasLongDelays: Bool = false,
        _ steps: Step...
    ) -> Scenario {
        Scenario(
            name, rules: rules, profile: .pad, hasLongDelays: hasLongDelays,
            steps: [
                .list("AB"), .size(1024, 768), .show, .views("A", [2: view]), .popover("V", .style(.popover)),
                .popover("V", .preferred(320, 400)), .clearLog,
            ] + steps)
    }

    /// V is presented at the view of A.
    static let shown = Step.popover("V", .present(from: "A", with: [.view("A", 2)]))
    static let isUp = Step.expect(.popover("V", .isPresented), "true")
    static let isGone = Step.expect(.popover("V", .isPresented), "false")
    /// The callbacks of a dismissal by the user, without and with a delegate that is asked.
    static let dismissal = "V.shouldDismiss V.willDismiss V.willDis(true) V.didDis(true) V.didDismiss"
    static let askedDismissal =
        "V.shouldDismiss V.asks(ShouldDismiss) V.willDismiss V.willDis(true) V.didDis(true) V.didDismiss"

    static let below = "up 352.0 140.0 320.0 413.0 | 352.0 153.0 320.0 400.0 | 0.0"

    static let popovers: [Scenario] = [
        popover(
            "a popover governs a single presentation, and is replaced after it", rules: "P2 P4 P8 P21",
            .expect(.popover("A", .exists), "false"), .expect(.popover("V", .exists), "true"),
            .popover("V", .set(.view("A", 2))), .popover("V", .set(.color("#ff0000"))), .place("V", "unknown"),
            .popover("V", .present(from: "A")), .outcome("V", "presented"), .place("V", below),
            .popover("V", .dismiss()), .place("V", "unknown"), .expect(.popover("V", .anchor), "nil"),
            .popover("V", .style(.pageSheet)), .expect(.popover("V", .exists), "false")),
        popover(
            "a style that is set during a presentation applies to the next one", rules: "P4",
            shown, .popover("V", .style(.fullScreen)), .place("V", below), .expect(.popover("V", .exists), "true"),
            .popover("V", .dismiss()), .expect(.popover("V", .exists), "false")),
        popover(
            "it is configured after the call, and then placed at its anchor", rules: "P5 P6 P7 P10 P11",
            hasLongDelays: true,
            .popover("V", .present(from: "A")), .outcome("V", "waits"), .expect(.popover("V", .presenting), "tabs"),
            .place("V", "unknown"), .log(""), .popover("V", .set(.permitted(12))), .outcome("V", "waits"),
            .popover("V", .set(.rect(Rect(x: 10, y: 10, width: 20, height: 20)))), .outcome("V", "waits"),
            .popover("V", .set(.view("A", 2))), .outcome("V", "presented"),
            .place("V", "left 522.0 30.0 333.0 400.0 | 535.0 30.0 320.0 400.0 | -110.0")),
        popover(
            "the delegate configures it last", rules: "P5",
            .popover(
                "V",
                .delegate(
                    PopoverScript(
                        [.prepareForPresentation], prepare: [.rect(Rect(x: 0, y: 0, width: 20, height: 40))]))), shown,
            .outcome("V", "presented"), .place("V", "up 342.0 140.0 320.0 413.0 | 342.0 153.0 320.0 400.0 | 0.0")),
        popover(
            "the null rect is the whole view, and follows it", rules: "P12 P77",
            shown, .place("V", below), .expect(.popover("V", .anchor), "A.2 null"),
            .views("A", [2: Rect(x: 592, y: 200, width: 40, height: 40)]),
            .place("V", "up 452.0 240.0 320.0 413.0 | 452.0 253.0 320.0 400.0 | 0.0")),
        popover(
            "a rect does not follow its view until the next layout", rules: "P12",
            .popover("V", .present(from: "A", with: [.view("A", 2), .rect(Rect(x: 0, y: 0, width: 40, height: 40))])),
            .place("V", below), .views("A", [2: Rect(x: 592, y: 200, width: 40, height: 40)]), .place("V", below),
            .popover("V", .preferred(300, 400)),
            .place("V", "up 462.0 240.0 300.0 413.0 | 462.0 253.0 300.0 400.0 | 0.0")),
        popover(
            "a point at the view's origin and a rect of negative size are anchors", rules: "P12 P15",
            .popover("V", .present(from: "A", with: [.view("A", 2), .rect(Rect(x: 0, y: 0, width: 0, height: 0))])),
            .place("V", "up 332.0 100.0 320.0 413.0 | 332.0 113.0 320.0 400.0 | 0.0"),
            .popover("V", .set(.rect(Rect(x: 40, y: 40, width: -40, height: -40)))), .place("V", below),
            .expect(.popover("V", .anchor), "A.2 40.0 40.0 -40.0 -40.0")),
        popover(
            "a bar button item takes precedence over a view", rules: "P13",
            .navigation("N", "x"), .list("NA"), .buttons("x", right: [1, 2]), .select("N"),
            .popover("V", .present(from: "A", with: [.view("A", 2), .item("x", 1)])),
            .place("V", "up 694.0 70.0 320.0 413.0 | 694.0 83.0 320.0 400.0 | 134.0"),
            .expect(.popover("V", .anchor), "x.item 1")),
        popover(
            "a container's own views are anchors, and are followed at once", rules: "P12 P77",
            .navigation("N", "x"), .list("NA"), .select("N"), .popover("V", .present(from: "x", with: [.view("N", 3)])),
            .place("V", "up 352.0 70.0 320.0 413.0 | 352.0 83.0 320.0 400.0 | 0.0"), .size(900, 768),
            .place("V", "up 290.0 70.0 320.0 413.0 | 290.0 83.0 320.0 400.0 | 0.0")),
        popover(
            "the tab bar is an anchor as well", rules: "P10",
            .popover("V", .present(from: "A", with: [.tabBar])),
            .place("V", "down 352.0 305.0 320.0 413.0 | 352.0 305.0 320.0 400.0 | 0.0")),
        popover(
            "a missing anchor is an error after the time limit, and not before", rules: "P14",
            .popover("V", .delegate(PopoverScript([]))), .popover("V", .present(from: "A")), .outcome("V", "waits"),
            .fails(.popover("V", .timeout), .missingAnchor), .log("V.didLoad V.prepare"),
            .outcome("V", "missingAnchor"), .expect(.popover("V", .presenting), "nil"),
            shown, .outcome("V", "presented")),
        popover(
            "the delegate is asked before the time limit and may still set an anchor", rules: "P14 P60",
            .popover("V", .delegate(PopoverScript([.prepareForPresentation], prepare: [.view("A", 2)]))),
            .popover("V", .present(from: "A")), .popover("V", .timeout), .outcome("V", "presented"),
            .place("V", below)),
        popover(
            "an adapted popover needs no anchor", rules: "P14",
            .size(375, 667), .popover("V", .present(from: "A")), .popover("V", .timeout), .outcome("V", "presented"),
            .place("V", "unknown"), .expect(.popover("V", .adaptiveStyle), "formSheet")),
        popover(
            "a view without a window is a missing anchor", rules: "P16",
            .views("B", [2: Rect(x: 0, y: 0, width: 9, height: 9)]),
            .fails(.popover("V", .present(from: "A", with: [.view("B", 2)])), .missingAnchor),
            .expect(.popover("V", .presenting), "nil"), .expect(.popover("V", .anchor), "B.2 null")),
        popover(
            "a button that is not in a bar is a missing anchor", rules: "P17",
            .buttons("A", right: [1]),
            .fails(.popover("V", .present(from: "A", with: [.item("A", 1)])), .missingAnchor),
            .fails(.popover("V", .present(from: "A", with: [.item("A", 9)])), .missingAnchor)),
        popover(
            "the permitted directions apply, as long as they are possible", rules: "P20 P39 P81",
            .popover("V", .present(from: "A", with: [.view("A", 2), .permitted(12)])),
            .place("V", "left 532.0 30.0 333.0 400.0 | 545.0 30.0 320.0 400.0 | -110.0"),
            .popover("V", .set(.permitted(2))), .place("V", below), .popover("V", .set(.permitted(8))),
            .place("V", "right 159.0 30.0 333.0 400.0 | 159.0 30.0 320.0 400.0 | -110.0")),
        popover(
            "unknown is not permitted, and undefined bits are ignored", rules: "P22",
            .fails(.popover("V", .set(.permitted(.max))), .invalidArgument),
            .fails(.popover("V", .present(from: "A", with: [.view("A", 2), .permitted(.max)])), .invalidArgument),
            .expect(.popover("V", .presenting), "nil"),
            .popover("V", .present(from: "A", with: [.view("A", 2), .permitted(17)])), .place("V", below)),
        popover(
            "without a direction the popover has no arrow", rules: "P23",
            .popover("V", .present(from: "A", with: [.view("A", 2), .permitted(0)])),
            .place("V", "none 352.0 30.0 320.0 400.0 | 352.0 30.0 320.0 400.0 | 0.0")),
        popover(
            "margins are kept, in addition to the status bar", rules: "P24 P25 P30",
            .popover(
                "V",
                .present(
                    from: "A",
                    with: [.view("A", 2), .permitted(4), .margins(Insets(top: 0, left: 0, bottom: 0, right: 0))])),
            .place("V", "left 532.0 20.0 333.0 400.0 | 545.0 20.0 320.0 400.0 | -100.0"),
            .popover("V", .set(.margins(Insets(top: 40, left: 0, bottom: 0, right: 0)))),
            .place("V", "left 532.0 60.0 333.0 400.0 | 545.0 60.0 320.0 400.0 | -140.0"), .run(.window(.statusBar(0))),
            .place("V", "left 532.0 40.0 333.0 400.0 | 545.0 40.0 320.0 400.0 | -120.0")),
        popover(
            "margins are relative to the user, and rotate with the device", rules: "P26",
            .popover(
                "V",
                .present(
                    from: "A",
                    with: [.view("A", 2), .permitted(4), .margins(Insets(top: 0, left: 40, bottom: 0, right: 0))])),
            .place("V", "left 532.0 20.0 333.0 400.0 | 545.0 20.0 320.0 400.0 | -100.0"),
            .run(.window(.device(.landscapeLeft))),
            .place("V", "left 532.0 60.0 333.0 400.0 | 545.0 60.0 320.0 400.0 | -140.0"),
            .run(.window(.interface(.landscapeLeft))),
            .place("V", "left 532.0 20.0 333.0 400.0 | 545.0 20.0 320.0 400.0 | -100.0")),
        popover(
            "the keyboard reduces the available area", rules: "P27", at: Rect(x: 492, y: 300, width: 40, height: 40),
            shown, .place("V", "up 352.0 340.0 320.0 413.0 | 352.0 353.0 320.0 400.0 | 0.0"),
            .run(.window(.keyboard(352))), .place("V", "left 532.0 30.0 333.0 376.0 | 545.0 30.0 320.0 376.0 | 102.0"),
            .run(.window(.keyboard(0))), .place("V", "up 352.0 340.0 320.0 413.0 | 352.0 353.0 320.0 400.0 | 0.0")),
        popover(
            "the home indicator is ignored", rules: "P29", at: Rect(x: 492, y: 305, width: 40, height: 40),
            .run(.window(.homeInset(20))), shown,
            .place("V", "up 352.0 345.0 320.0 413.0 | 352.0 358.0 320.0 400.0 | 0.0")),
        popover(
            "without a preferred size it is 320 x 1100", rules: "P31", at: Rect(x: 492, y: 364, width: 40, height: 40),
            .popover("V", .preferred(0, 0)), shown,
            .place("V", "left 532.0 30.0 333.0 728.0 | 545.0 30.0 320.0 728.0 | -10.0")),
        popover(
            "the preferred width is not limited to the historic range", rules: "P32",
            .popover("V", .preferred(100, 120)), shown,
            .place("V", "up 462.0 140.0 100.0 133.0 | 462.0 153.0 100.0 120.0 | 0.0"),
            .popover("V", .preferred(700, 120)),
            .place("V", "up 162.0 140.0 700.0 133.0 | 162.0 153.0 700.0 120.0 | 0.0")),
        popover(
            "a new preferred size is laid out from scratch, animated unless a length is not set", rules: "P33 P34 P35",
            shown, .clearLog, .popover("V", .preferred(320, 2000)),
            .place("V", "left 532.0 30.0 333.0 728.0 | 545.0 30.0 320.0 728.0 | -274.0"),
            .log("V.chrome(PreferredContentSize,true)"), .popover("V", .preferred(320, 400)), .place("V", below),
            .clearLog, .popover("V", .preferred(320, 0)), .log("V.chrome(PreferredContentSize,false)")),
        popover(
            "a navigation controller prefers the size of its top, and its bar", rules: "P36 P37",
            .navigation("N", "x"), .popover("N", .style(.popover)), .popover("x", .preferred(320, 350)),
            .popover("N", .present(from: "A", with: [.view("A", 2)])), .place("N", below),
            .popover("x", .preferred(320, 340)),
            .place("N", "up 352.0 140.0 320.0 403.0 | 352.0 153.0 320.0 390.0 | 0.0"),
            .popover("y", .preferred(200, 300)), .stack("N", .push("y", animated: false)),
            .place("N", "up 412.0 140.0 200.0 363.0 | 412.0 153.0 200.0 350.0 | 0.0"), .stack("N", .hideBar(true)),
            .place("N", "up 412.0 140.0 200.0 313.0 | 412.0 153.0 200.0 300.0 | 0.0"),
            .popover("N", .preferred(320, 400)), .place("N", below)),
        popover(
            "it may cover its anchor when that is allowed and needed", rules: "P41",
            at: Rect(x: 492, y: 345, width: 40, height: 60), .popover("V", .preferred(320, 370)),
            .popover("V", .present(from: "A", with: [.view("A", 2), .permitted(1)])),
            .place("V", "up 352.0 405.0 320.0 353.0 | 352.0 418.0 320.0 340.0 | 0.0"),
            .popover("V", .set(.overlap(true))),
            .place("V", "up 352.0 375.0 320.0 383.0 | 352.0 388.0 320.0 370.0 | 0.0")),
        popover(
            "a new anchor is laid out from scratch", rules: "P42 P77",
            .popover(
                "V", .present(from: "A", with: [.view("A", 2), .rect(Rect(x: 0, y: 264, width: 40, height: 40))])),
            .place("V", "left 532.0 184.0 333.0 400.0 | 545.0 184.0 320.0 400.0 | 0.0"),
            .popover("V", .set(.rect(nil))), .place("V", below)),
        popover(
            "a new colour is announced while it is shown", rules: "P44",
            .popover("V", .set(.color("#102030"))), .log(""), shown, .clearLog,
            .popover("V", .set(.color("systemRed"))), .log("V.chrome(BackgroundColor,true)"),
            .popover("V", .set(.color("systemRed"))), .log("")),
        popover(
            "the content gets its frame, or everything but the arrow as its safe area", rules: "P9 P48 P50",
            shown, .expect(.frame("V"), "352.0 153.0 320.0 400.0"),
            .expect(.safeArea("V"), "0.0 0.0"), .popover("V", .set(.underArrow(true))), .place("V", below),
            .expect(.frame("V"), "352.0 140.0 320.0 413.0"), .expect(.safeArea("V"), "13.0 0.0")),
        popover(
            "a view that leaves the window leaves the popover in its place", rules: "P80",
            shown, .select("B"), .place("V", below), .run(.window(.keyboard(100))), .place("V", below), .select("A"),
            .place("V", below), .run(.destroy("A")), .place("V", below), .expect(.popover("V", .anchor), "nil"),
            .popover("V", .preferred(320, 300)),
            .place("V", "up 352.0 140.0 320.0 313.0 | 352.0 153.0 320.0 300.0 | 0.0")),
    ]

    /// Rule A16 over the bus, except examples that need a container elsewhere or a plugin's background.
    static let popoverExamples = PopoverExample.all.filter { $0.container.0 == 0 && !$0.hasCustomBackground }.map {
        example in
        let four = { (four: PopoverExample.Four) in Rect(x: four.0, y: four.1, width: four.2, height: four.3) }
        let text = { (rect: Rect) in "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
        let margins = example.margins
        return Scenario(
            "worked example \(example.number): \(example.name)", rules: "A16", profile: .pad,
            steps: [
                .list("A"), .size(example.container.2, example.container.3),
                .run(.window(.statusBar(example.statusBarHeight))), .run(.window(.keyboard(example.keyboardOverlap))),
                .show, .popover("V", .style(.popover)), .popover("V", .preferred(example.content.0, example.content.1)),
                // It stays a popover in any window size.
                .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "none"))),
                .popover(
                    "V",
                    .present(
                        from: "A",
                        with: [
                            .view("A", 1), .rect(four(example.source)), .permitted(example.permitted),
                            .overlap(example.canOverlap),
                            .margins(Insets(top: margins.0, left: margins.1, bottom: margins.2, right: margins.3)),
                        ])),
                .place(
                    "V",
                    PopoverText.place(
                        example.arrow, text(four(example.frame)), text(four(example.contentFrame)), example.arrowOffset)
                ),
            ])
    }
}
