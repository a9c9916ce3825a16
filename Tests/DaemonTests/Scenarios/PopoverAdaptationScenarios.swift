/// Popovers in other windows: size classes, questions about them, and the order of events (P59 to P64, P73 to P81, A13).
extension Scenario {
    static let popoverAdaptations: [Scenario] = [
        popover(
            "a popover appears, with a delegate", rules: "A13",
            .popover("V", .delegate(PopoverScript())),
            .popover("V", .present(from: "A", with: [.view("A", 2)], animated: true)),
            .log(
                "V.asks(AdaptivePresentationStyle) V.didLoad V.prepare V.asks(PrepareForPopoverPresentation) "
                    + "V.willAppear(true) V.isAppearing(true) V.didAppear(true)"), .touch(5, 5), .log(askedDismissal)),
        popover(
            "a popover appears and is dismissed by the program, without a delegate", rules: "A13",
            .popover("V", .present(from: "A", with: [.view("A", 2)], animated: true)),
            .log("V.didLoad V.prepare V.willAppear(true) V.isAppearing(true) V.didAppear(true)"),
            .popover("V", .dismiss(animated: true)), .log("V.willDis(true) V.didDis(true)")),
        popover(
            "in compact width it is a sheet, and is not prepared", rules: "P60 P64 P73 P75",
            .size(375, 667), .popover("V", .delegate(PopoverScript())), shown,
            .log(
                "V.asks(AdaptivePresentationStyle) V.asks(ViewControllerForAdaptivePresentationStyle) "
                    + "V.willPresent(formSheet) V.didLoad V.willAppear V.isAppearing V.didAppear"),
            .expect(.popover("V", .adaptiveStyle), "formSheet"), isUp,
            .expect(.popover("V", .delegateCalls), "WillPresentWithAdaptiveStyle"),
            .expect(.frame("V"), "0.0 0.0 375.0 667.0")),
        popover(
            "a delegate that returns none keeps the popover", rules: "P62 P73",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "none"))),
            .popover(
                "V", .present(from: "A", with: [.view("A", 1), .rect(Rect(x: 100, y: 100, width: 40, height: 40))])),
            .place("V", "up 10.0 140.0 320.0 413.0 | 10.0 153.0 320.0 400.0 | -50.0"),
            .expect(.popover("V", .adaptiveStyle), "none")),
        popover(
            "a delegate that returns full screen makes the presenter disappear", rules: "P62 P67 G-24",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "fullScreen"))), shown,
            .log(
                "V.asks(AdaptivePresentationStyle) V.willPresent(fullScreen) V.didLoad A.willDis V.willAppear "
                    + "V.isAppearing V.didAppear A.didDis"), .expect(.popover("V", .adaptiveStyle), "fullScreen")),
        popover(
            "an invalid reply means the default, and in regular width it is a popover anyway", rules: "P62",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "currentContext"))), shown,
            .expect(.popover("V", .adaptiveStyle), "formSheet"), .popover("V", .dismiss()), .size(1024, 768),
            .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "fullScreen"))), shown, .place("V", below)),
        popover(
            "it adapts while it is presented, and returns to a popover", rules: "P74 P77",
            .popover("V", .delegate(PopoverScript([.adaptiveStyle, .willPresentWithAdaptiveStyle]))), shown, .clearLog,
            .size(375, 667), .log("V.asks(AdaptivePresentationStyle) V.willPresent(formSheet)"), .place("V", "unknown"),
            .expect(.popover("V", .adaptiveStyle), "formSheet"), isUp, .expect(.frame("V"), "0.0 0.0 375.0 667.0"),
            .size(1024, 768), .log("V.willPresent(none)"), .place("V", below),
            .expect(.popover("V", .adaptiveStyle), "none"),
            .expect(.popover("V", .delegateCalls), "WillPresentWithAdaptiveStyle WillPresentWithAdaptiveStyle")),
        popover(
            "full screen and back makes the presenter disappear and appear", rules: "P74",
            .popover("V", .delegate(PopoverScript([.adaptiveStyle], style: "fullScreen"))), shown, .clearLog,
            .size(375, 667), .log("V.asks(AdaptivePresentationStyle) V.willPresent(fullScreen) A.willDis A.didDis"),
            .size(1024, 768), .log("V.willPresent(none) A.willAppear A.isAppearing A.didAppear"), .place("V", below)),
        popover(
            "a popover whose view is gone returns to its last anchor", rules: "P74 P80",
            shown, .size(375, 667), .select("B"),
            .size(1024, 768), .place("V", below), .expect(.popover("V", .adaptiveStyle), "none")),
        popover(
            "a sheet is prepared when it becomes a popover", rules: "P60 P74",
            .size(375, 667), shown, .clearLog, .size(1024, 768),
            .log("V.willPresent(none) V.prepare"), .place("V", below)),
        popover(
            "another controller is presented in its place, and is removed again", rules: "P63",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveViewController], replacement: "R"))),
            shown,
            .log(
                "V.asks(ViewControllerForAdaptivePresentationStyle) V.willPresent(formSheet) R.didLoad R.willAppear "
                    + "R.isAppearing R.didAppear"),
            .outcome("V", "presented"), .expect(.popover("R", .presenting), "tabs"), .size(1024, 768),
            .log("V.willPresent(none) V.didLoad V.prepare R.willDis V.willAppear V.isAppearing V.didAppear R.didDis"),
            .place("V", below), .expect(.popover("V", .presenting), "tabs"),
            .expect(.popover("R", .presenting), "nil")),
        popover(
            "the controller is wrapped in a navigation controller, and unwrapped", rules: "P63",
            .popover("V", .delegate(PopoverScript([.adaptiveViewController], replacement: "N"))), shown,
            .place("V", below), .size(375, 667), .expect(.popover("N", .presenting), "tabs"), .parent("V", "N"),
            .stack("N", "V"), .expect(.appearance("V"), "appeared"),
            .expect(.popover("V", .adaptiveStyle), "formSheet"), .size(1024, 768), .place("V", below),
            .parent("V", "nil"), .stack("N", ""), .expect(.popover("V", .presenting), "tabs"),
            .expect(.appearance("V"), "appeared"), .popover("V", .dismiss()), .expect(.appearance("V"), "disappeared")),
        popover(
            "the delegate delays the wrapping of the controller", rules: "P63",
            .popover(
                "V",
                .delegate(
                    PopoverScript([.adaptiveViewController], holds: [.adaptiveViewController], replacement: "N"))),
            shown, .size(375, 667), .place("V", below),
            .parent("V", "nil"), .popover("V", .answer), .expect(.popover("N", .presenting), "tabs"),
            .parent("V", "N"), .expect(.appearance("N"), "appeared"), .expect(.appearance("V"), "appeared"),
            .size(1024, 768), .place("V", below), .parent("V", "nil"), .expect(.appearance("N"), "disappeared")),
        popover(
            "a presentation of a replaced controller stays its own", rules: "P63 P65",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveViewController], replacement: "R"))),
            shown, .fails(.list("ABV", animated: false), .invalidArgument),
            .fails(.popover("V", .present(from: "R")), .invalidArgument), .outcome("V", "presented"),
            .popover("V", .dismiss()), .expect(.popover("R", .presenting), "nil"), .list("ABV"), .parent("V", "tabs")),
        popover(
            "a presentation over a replacement stays, and all of it ends together", rules: "P63 P69",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveViewController], replacement: "R"))),
            shown, .popover("X", .style(.pageSheet)),
            .popover("X", .present(from: "R")), .expect(.popover("X", .presenting), "R"), .size(1024, 768),
            .expect(.popover("X", .presenting), "V"), .expect(.appearance("X"), "appeared"), .place("V", below),
            .popover("A", .dismiss()), .expect(.popover("X", .presenting), "nil"),
            .expect(.appearance("X"), "disappeared"), .expect(.appearance("V"), "disappeared")),
        popover(
            "an invalid replacement is ignored", rules: "P63",
            .size(375, 667), .popover("V", .delegate(PopoverScript([.adaptiveViewController], replacement: "B"))),
            shown, .expect(.popover("V", .presenting), "tabs"), .parent("B", "tabs"), .outcome("V", "presented")),
        popover(
            "the delegate is asked for the anchor after a change of size, once", rules: "P61 P77 P78",
            .popover(
                "V",
                .delegate(PopoverScript([.willReposition], place: [.rect(Rect(x: 0, y: 0, width: 20, height: 40))]))),
            shown, .clearLog, .size(1000, 768),
            .log("V.willReposition V.asks(WillReposition)"), .expect(.popover("V", .anchor), "A.2 0.0 0.0 20.0 40.0"),
            .place("V", "up 342.0 140.0 320.0 413.0 | 342.0 153.0 320.0 400.0 | 0.0"), .run(.window(.keyboard(10))),
            .log("")),
        popover(
            "the delegate may return another view", rules: "P61",
            .views(
                "A",
                [2: Rect(x: 492, y: 100, width: 40, height: 40), 3: Rect(x: 592, y: 200, width: 40, height: 40)]),
            .popover("V", .delegate(PopoverScript([.willReposition], place: [.view("A", 3)]))), shown, .size(1000, 768),
            .expect(.popover("V", .anchor), "A.3 null"),
            .place("V", "up 452.0 240.0 320.0 413.0 | 452.0 253.0 320.0 400.0 | 0.0")),
        popover(
            "the delegate is not asked about a button, which is found again", rules: "P61",
            .navigation("N", "x"), .list("NA"), .select("N"), .buttons("x", right: [1]),
            .popover("V", .delegate(PopoverScript([.willReposition]))),
            .popover("V", .present(from: "x", with: [.item("x", 1)])),
            .place("V", "up 694.0 70.0 320.0 413.0 | 694.0 83.0 320.0 400.0 | 134.0"), .clearLog, .size(900, 768),
            .log(""), .place("V", "up 570.0 70.0 320.0 413.0 | 570.0 83.0 320.0 400.0 | 134.0")),
        popover(
            "a rect in a view stays where it is in that view", rules: "P79",
            .popover("V", .present(from: "A", with: [.view("A", 2), .rect(Rect(x: 0, y: 0, width: 40, height: 40))])),
            .clearLog, .size(768, 1024), .log("V.willReposition"),
            .place("V", "up 352.0 140.0 320.0 413.0 | 352.0 153.0 320.0 400.0 | 0.0")),
        popover(
            "while the delegate is asked nothing moves, and then the last size applies", rules: "P61",
            .popover("V", .delegate(PopoverScript([.willReposition], holds: [.willReposition]))),
            .popover(
                "V", .present(from: "A", with: [.view("A", 1), .rect(Rect(x: 980, y: 100, width: 40, height: 40))])),
            .place("V", "up 694.0 140.0 320.0 413.0 | 694.0 153.0 320.0 400.0 | 134.0"), .size(1000, 768),
            .size(900, 768), .place("V", "up 694.0 140.0 320.0 413.0 | 694.0 153.0 320.0 400.0 | 134.0"),
            .popover("V", .answer), .place("V", "right 557.0 30.0 333.0 400.0 | 557.0 30.0 320.0 400.0 | -110.0")),
        popover(
            "a reply that repeats its arguments keeps the rect that a client wrote meanwhile", rules: "P61",
            .popover("V", .delegate(PopoverScript([.willReposition], holds: [.willReposition]))), shown,
            .size(1000, 768), .popover("V", .set(.rect(Rect(x: 0, y: 0, width: 20, height: 40)))),
            .popover("V", .answer), .expect(.popover("V", .anchor), "A.2 0.0 0.0 20.0 40.0"),
            .place("V", "up 342.0 140.0 320.0 413.0 | 342.0 153.0 320.0 400.0 | 0.0")),
        popover(
            "a reply with another view keeps the rect that a client wrote meanwhile", rules: "P61",
            .views(
                "A",
                [2: Rect(x: 492, y: 100, width: 40, height: 40), 3: Rect(x: 592, y: 200, width: 40, height: 40)]),
            .popover(
                "V", .delegate(PopoverScript([.willReposition], holds: [.willReposition], place: [.view("A", 3)]))),
            shown, .size(1000, 768), .popover("V", .set(.rect(Rect(x: 0, y: 0, width: 20, height: 40)))),
            .popover("V", .answer), .expect(.popover("V", .anchor), "A.3 0.0 0.0 20.0 40.0")),
        Scenario(
            "profile tv has no popovers", rules: "P1", profile: .tv, .list("AB"), .show,
            .popover("V", .style(.popover)), .fails(.popover("V", .present(from: "A")), .notSupported),
            .expect(.popover("V", .presenting), "nil")),
    ]
}
