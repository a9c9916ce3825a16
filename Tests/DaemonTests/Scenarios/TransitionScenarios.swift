/// Animated and interactive changes of tabs, at the request of a delegate.
extension Scenario {
    /// A delegate that only animates, interactively.
    private static let animatesInteractively = Step.delegate(should: nil, animator: .interactive)

    static let transitions: [Scenario] = animators + interactive

    private static let animators: [Scenario] = [
        Scenario(
            "a delegate that requests no animation is asked once", rules: "M-110",
            .list("ABC"), .show, .delegate(should: .allow, animator: Animator.none), .clearLog, .tap(1),
            .selection("B 1"), .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis "
                    + "did(B)")),
        Scenario(
            "a delegate without an animator is not asked", rules: "F-9",
            .list("ABC"), .show, .delegate(should: .allow), .clearLog, .tap(1),
            .notifications("tapped(1) should(B) did(B)")),
        Scenario(
            "with an animator the delegate is notified before the end", rules: "G-25 F-20",
            .list("ABC"), .show, .delegate(should: .allow, animator: .lasting(0.02)), .clearLog, .tap(1),
            .accepted(true), .selection("B 1"), .transition(.end), .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) B.didAppear(true) A.didDis(true)")),
        Scenario(
            "an animated change ends in legacy order", rules: "G-25 G-13a", order: .legacy,
            .list("ABC"), .show, .delegate(should: nil, animator: .lasting(0.02)), .clearLog, .tap(1),
            .transition(.end),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) A.didDis(true) B.didAppear(true)")),
        Scenario(
            "an animation without duration ends after the delegate was notified", rules: "G-25 F-20",
            .list("ABC"), .show, .delegate(should: nil, animator: .lasting(0)), .clearLog, .tap(1),
            .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) B.didAppear(true) A.didDis(true)"), .index(0),
            .log(
                "animator(B,A) A.willAppear(true) B.willDis(true) A.isAppearing(true) A.didAppear(true) "
                    + "B.didDis(true)")),
        Scenario(
            "a selection in code is animated as well", rules: "C-23",
            .list("ABC"), .show, .delegate(should: .deny, animator: .lasting(0.02)), .clearLog, .index(2),
            .selection("C 2"), .transition(.end),
            .log(
                "animator(A,C) C.didLoad C.willAppear(true) A.willDis(true) C.isAppearing(true) C.didAppear(true) "
                    + "A.didDis(true)")),
        Scenario(
            "without a change, or after a refused tap, the delegate is not asked to animate", rules: "F-8",
            .list("ABC"), .show, .delegate(should: Question(allows: true, except: "C"), animator: .interactive),
            .clearLog, .tap(0), .tap(2), .index(0),
            .notifications("tapped(0) should(A) did(A) tapped(2) should(C) refused(C)"), .expect(.transition, "")),
        Scenario(
            "the delegate is asked while the old tab is selected, and More is passed as More", rules: "S-22",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: Animator.none), .clearLog, .tap(4),
            .expect(.selectionInQuestion, "A 0"), .index(1), .expect(.selectionInQuestion, "more NF"), .index(5),
            .notifications("tapped(4) should(more) animator(A,more) did(more) animator(more,B) animator(B,more)")),
        Scenario(
            "the delegate is not asked without a front end, nor for a change of the list", rules: "S-22",
            .list("AB"), animatesInteractively, .clearLog, .tap(1), .index(0), .show,
            .list("CD"), .selection("C 0"), .list(""), .list("AB"),
            .notifications("tapped(1) should(B) did(B) items(CD,false) items(,false) items(AB,false)"),
            .expect(.transition, "")),
        Scenario(
            "the delegate is not asked for a change of the width", rules: "S-22", profile: .pad,
            .list("ABCDEF"), .show, .select("F"), animatesInteractively, .clearLog, .size(500, 1024), .select("more"),
            .size(768, 1024), .notifications("items(ABCDmore,false) willShow(list) didShow(list) items(ABCDEF,false)"),
            .expect(.transition, "")),
    ]

    private static let interactive: [Scenario] = [
        Scenario(
            "an interactive change ends when the delegate finishes it", rules: "G-25 F-9",
            .list("ABC"), .show, .delegate(should: .allow, animator: .interactive), .clearLog, .tap(1),
            .selection("B 1"), .highlighted("B"), .expect(.transition, "A,B,0.0"),
            .expect(.appearance("B"), "appearing"), .expect(.appearance("A"), "disappearing"),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B)"), .transition(.update(0.5)), .expect(.transition, "A,B,0.5"),
            .fails(.transition(.update(1.5)), .invalidArgument), .transition(.finish), .expect(.transition, ""),
            .log("B.didAppear(true) A.didDis(true)"), .expect(.appearance("B"), "appeared"),
            .expect(.appearance("A"), "disappeared"), .fails(.transition(.finish), .internalInconsistency),
            .fails(.transition(.cancel), .internalInconsistency),
            .fails(.transition(.update(0)), .internalInconsistency)),
        Scenario(
            "a cancelled change reverts and notifies no delegate", rules: "G-26 C-26 S-26",
            .list("ABC"), .show, .delegate(should: .allow, animator: .interactive), .tap(1), .transition(.update(0.25)),
            .clearLog, .transition(.cancel), .selection("A 0"), .highlighted("A"), .expect(.transition, ""),
            .log("B.willDis(true) B.didDis(true) A.willAppear(true) A.isAppearing(true) A.didAppear(true)"),
            .tap(1), .selection("B 1")),
        Scenario(
            "containers precede their children in both directions", rules: "G-26 S-2",
            .navigation("N", "xy"), .navigation("O", "z"), .list("NO"), .show,
            animatesInteractively, .tap(1), .clearLog, .transition(.cancel),
            .log(
                "O.willDis(true) z.willDis(true) O.didDis(true) z.didDis(true) N.willAppear(true) y.willAppear(true) "
                    + "N.isAppearing(true) y.isAppearing(true) N.didAppear(true) y.didAppear(true)"),
            .selection("N 0"), .stack("N", "x,y")),
        Scenario(
            "a cancelled change does not count as the last tab on the bar", rules: "S-26", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .show, animatesInteractively, .tap(1),
            .transition(.cancel), .selection("A 0"), .tap(4), .transition(.finish), .selection("more NF"),
            .size(768, 1024), .selection("A 0")),
        Scenario(
            "a cancelled change to More leaves its list", rules: "C-26",
            .list("ABCDEF"), .show, animatesInteractively, .tap(4), .selection("more NF"),
            .transition(.cancel), .selection("A 0"), .highlighted("A"), .stack("more", "list")),
        Scenario(
            "a second change ends the first one", rules: "C-25",
            .list("ABC"), .show, animatesInteractively, .tap(1), .clearLog, .index(2),
            .selection("C 2"), .expect(.transition, "B,C,0.0"),
            .appearances(
                "B.didAppear(true) A.didDis(true) C.didLoad C.willAppear(true) B.willDis(true) C.isAppearing(true)"),
            .clearLog, .transition(.cancel), .selection("B 1")),
        Scenario(
            "an overflow controller has More as its parent from the start of an animated switch", rules: "S-89",
            .list("ABCDEF"), .show, animatesInteractively, .clearLog, .index(5),
            .expect(.appearance("F"), "appearing"), .parent("F", "more"),
            .moves("F.willMove(more) F.didMove(more)"), .clearLog, .transition(.finish), .moves("")),
        Scenario(
            "a push inside a tab ends a running change", rules: "S-23 N4",
            .navigation("N", "x"), .list("AN"), .show, animatesInteractively, .tap(1),
            .clearLog, .stack("N", .push("y")), .expect(.transition, ""),
            .appearances(
                "N.didAppear(true) x.didAppear(true) A.didDis(true) y.didLoad x.willDis y.willAppear y.isAppearing "
                    + "x.didDis y.didAppear")),
        Scenario(
            "a change of the list ends a running change", rules: "S-23",
            .list("ABC"), .show, animatesInteractively, .tap(1), .clearLog, .list("AB"),
            .log("B.didAppear(true) A.didDis(true) C.willMove(nil) C.didMove(nil) items(AB,false)"),
            .fails(.transition(.cancel), .internalInconsistency), .selection("B 1")),
        Scenario(
            "returning by program ends a running change like any other selection", rules: "S-23",
            .list("ABC"), .show, animatesInteractively, .tap(1), .clearLog, .index(0),
            .selection("A 0"), .expect(.transition, "B,A,0.0"),
            .appearances("B.didAppear(true) A.didDis(true) A.willAppear(true) B.willDis(true) A.isAppearing(true)")),
        Scenario(
            "a row ends a running change to More", rules: "S-23",
            .list("ABCDEF"), .show, animatesInteractively, .tap(4), .clearLog, .row(0), .selection("E 4"),
            .appearances("A.didDis(true) E.didLoad E.willAppear(true) E.isAppearing(true) E.didAppear(true)")),
        Scenario(
            "a second tap that pops ends a running change, and another one does not", rules: "S-23 C-20",
            .navigation("N", "xy"), .list("AN"), .show, animatesInteractively, .tap(1),
            .clearLog, .tap(1), .expect(.transition, ""), .stack("N", "x"),
            .appearances(
                "N.didAppear(true) y.didAppear(true) A.didDis(true) x.didLoad y.willDis(true) x.willAppear(true) "
                    + "x.isAppearing(true) y.didDis(true) x.didAppear(true)"),
            .tap(0), .tap(0), .expect(.transition, "N,A,0.0")),
        Scenario(
            "destroying the controller ends a running change first", rules: "S-23",
            .list("AB"), .show, animatesInteractively, .tap(1), .clearLog, .run(.relaunch),
            .appearances("B.didAppear(true) A.didDis(true) B.willDis B.didDis")),
        Scenario(
            "moving a tab elsewhere ends a running change first", rules: "S-23",
            .navigation("N", "x"), .list("ANC"), .show, animatesInteractively, .tap(1),
            .clearLog, .stack("N", .push("A")), .selection("N 0"), .stack("N", "x,A"),
            .appearances(
                "N.didAppear(true) x.didAppear(true) A.didDis(true) x.willDis A.willAppear A.isAppearing x.didDis "
                    + "A.didAppear")),
        Scenario(
            "a selection by the delegate when it is notified ends the change of the notification", rules: "S-23 C-15",
            .list("ABC"), .show, .delegate(should: nil, did: [.index(2)], animator: .interactive), .clearLog, .tap(1),
            .selection("C 2"), .expect(.transition, "B,C,0.0"),
            .appearances(
                "B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) B.didAppear(true) A.didDis(true) "
                    + "C.didLoad C.willAppear(true) B.willDis(true) C.isAppearing(true)")),
        Scenario(
            "a cancelled change to an overflow controller leaves that in More", rules: "C-26",
            .list("ABCDEF"), .show, animatesInteractively, .index(5), .selection("F 5"),
            .clearLog, .transition(.cancel), .selection("A 0"),
            .log("F.willDis(true) F.didDis(true) A.willAppear(true) A.isAppearing(true) A.didAppear(true)")),
        Scenario(
            "a cancelled change away from More returns to its shown controller", rules: "C-26 S-19",
            .list("ABCDEF"), .show, .index(5), animatesInteractively, .tap(0),
            .transition(.cancel), .selection("F 5"), .highlighted("more"), .stack("more", "list,F")),
        Scenario(
            "leaving the window ends a running change", rules: "S-23",
            .list("ABC"), .show, animatesInteractively, .tap(1), .clearLog, .run(.show(false)),
            .log("B.didAppear(true) A.didDis(true) B.willDis B.didDis"), .selection("B 1")),
        Scenario(
            "a change of the width ends a running change", rules: "S-23", profile: .pad,
            .list("ABCDEF"), .show, animatesInteractively, .tap(1), .clearLog,
            .size(500, 1024), .log("B.didAppear(true) A.didDis(true) items(ABCDmore,false)")),
        Scenario(
            "calls without effect let a running change continue", rules: "S-23",
            .list("ABCD"), .show, .delegate(should: Question(allows: true, except: "C"), animator: .interactive),
            .run(.enable("D", false)), .tap(1), .clearLog, .tap(2), .tap(3), .select("B"), .list("ABCD"),
            .expect(.transition, "A,B,0.0"), .notifications("tapped(2) should(C) refused(C)"), .appearances(""),
            .transition(.finish), .appearances("B.didAppear(true) A.didDis(true)")),
        Scenario(
            "Edit ends a running change to More", rules: "S-59",
            .list("ABCDEF"), .show, animatesInteractively, .tap(4), .clearLog, .edit,
            .log("A.didDis(true) willBegin(ABCDEF)"), .expect(.transition, ""),
            .fails(.transition(.cancel), .internalInconsistency), .expect(.isCustomizing, "true"), .done,
            .selection("more NF")),
    ]
}
