import TabModel

/// Animated and interactive changes of tabs, as a delegate wants them.
extension Scenario {
    static let transitions: [Scenario] = animators + interactive

    private static let animators: [Scenario] = [
        Scenario(
            "M-110 a delegate that wants no animation is asked once",
            .list("ABC"), .show, .delegate(should: .allow, animator: Animator.none), .forget, .tap(1),
            .selection("B 1"), .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis "
                    + "did(B)")),
        Scenario(
            "F-9 a delegate without an animator is not asked",
            .list("ABC"), .show, .delegate(should: .allow), .forget, .tap(1), .told("tapped(1) should(B) did(B)")),
        Scenario(
            "G-25 F-20 with an animator the delegate is told before the end",
            .list("ABC"), .show, .delegate(should: .allow, animator: .lasting(0.02)), .forget, .tap(1),
            .accepted(true), .selection("B 1"), .transition(.end), .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) B.didAppear(true) A.didDis(true)")),
        Scenario(
            "G-25 G-13a the end in legacy order", order: .legacy,
            .list("ABC"), .show, .delegate(should: nil, animator: .lasting(0.02)), .forget, .tap(1), .transition(.end),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) A.didDis(true) B.didAppear(true)")),
        Scenario(
            "G-25 F-20 an animation that takes no time is over after the delegate was told",
            .list("ABC"), .show, .delegate(should: nil, animator: .lasting(0)), .forget, .tap(1),
            .expect(.transition, ""),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B) B.didAppear(true) A.didDis(true)"),
            .index(0),
            .log(
                "animator(B,A) A.willAppear(true) B.willDis(true) A.isAppearing(true) A.didAppear(true) "
                    + "B.didDis(true)")),
        Scenario(
            "C-23 a selection in code is animated as well",
            .list("ABC"), .show, .delegate(should: .deny, animator: .lasting(0.02)), .forget, .index(2),
            .selection("C 2"), .transition(.end),
            .log(
                "animator(A,C) C.didLoad C.willAppear(true) A.willDis(true) C.isAppearing(true) C.didAppear(true) "
                    + "A.didDis(true)")),
        Scenario(
            "F-8 no change is no transition, and a refused tap neither",
            .list("ABC"), .show, .delegate(should: Question(allows: true, except: "C"), animator: .interactive),
            .forget, .tap(0), .tap(2), .index(0), .told("tapped(0) should(A) did(A) tapped(2) should(C) refused(C)"),
            .expect(.transition, "")),
        Scenario(
            "S-22 the delegate is asked while the old tab is selected, and of More as More",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: Animator.none), .forget, .tap(4),
            .expect(.selectionInQuestion, "A 0"), .index(1), .expect(.selectionInQuestion, "more NF"), .index(5),
            .told("tapped(4) should(more) animator(A,more) did(more) animator(more,B) animator(B,more)")),
        Scenario(
            "S-22 the delegate is not asked while nobody looks, nor for a change of the list",
            .list("AB"), .delegate(should: nil, animator: .interactive), .forget, .tap(1), .index(0), .show,
            .list("CD"), .selection("C 0"), .list(""), .list("AB"),
            .told(
                "tapped(1) should(B) did(B) items(CD,false) items(,false) items(AB,false)"),
            .expect(.transition, "")),
        Scenario(
            "S-22 the delegate is not asked for a change of the width", profile: .pad,
            .list("ABCDEF"), .show, .select("F"), .delegate(should: nil, animator: .interactive), .forget,
            .size(500, 1024), .select("more"), .size(768, 1024),
            .told("items(ABCDmore,false) willShow(list) didShow(list) items(ABCDEF,false)"),
            .expect(.transition, "")),
    ]

    private static let interactive: [Scenario] = [
        Scenario(
            "G-25 F-9 an interactive change ends when the delegate finishes it",
            .list("ABC"), .show, .delegate(should: .allow, animator: .interactive), .forget, .tap(1),
            .selection("B 1"), .highlighted("B"), .expect(.transition, "A,B,0.0"),
            .expect(.appearance("B"), "appearing"),
            .expect(.appearance("A"), "disappearing"),
            .log(
                "tapped(1) should(B) animator(A,B) B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) "
                    + "did(B)"),
            .transition(.update(0.5)), .expect(.transition, "A,B,0.5"),
            .fails(.transition(.update(1.5)), .invalidArgument), .transition(.finish), .expect(.transition, ""),
            .log("B.didAppear(true) A.didDis(true)"), .expect(.appearance("B"), "appeared"),
            .expect(.appearance("A"), "disappeared"), .fails(.transition(.finish), .internalInconsistency),
            .fails(.transition(.cancel), .internalInconsistency),
            .fails(.transition(.update(0)), .internalInconsistency)),
        Scenario(
            "G-26 C-26 S-26 a cancelled change goes back and tells no delegate",
            .list("ABC"), .show, .delegate(should: .allow, animator: .interactive), .tap(1), .transition(.update(0.25)),
            .forget, .transition(.cancel), .selection("A 0"), .highlighted("A"), .expect(.transition, ""),
            .log("B.willDis(true) B.didDis(true) A.willAppear(true) A.isAppearing(true) A.didAppear(true)"),
            .tap(1), .selection("B 1")),
        Scenario(
            "G-26 S-2 containers come before their children on both ways",
            .navigation("N", "xy"), .navigation("O", "z"), .list("NO"), .show,
            .delegate(should: nil, animator: .interactive), .tap(1), .forget, .transition(.cancel),
            .log(
                "O.willDis(true) z.willDis(true) O.didDis(true) z.didDis(true) N.willAppear(true) y.willAppear(true) "
                    + "N.isAppearing(true) y.isAppearing(true) N.didAppear(true) y.didAppear(true)"),
            .selection("N 0"), .stack("N", "x,y")),
        Scenario(
            "S-26 a cancelled change is not the last tab on the bar", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .tap(1),
            .transition(.cancel), .selection("A 0"), .tap(4), .transition(.finish), .selection("more NF"),
            .size(768, 1024), .selection("A 0")),
        Scenario(
            "C-26 a cancelled change to More leaves its list",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .tap(4), .selection("more NF"),
            .transition(.cancel), .selection("A 0"), .highlighted("A"), .stack("more", "list")),
        Scenario(
            "C-25 a second change ends the first one",
            .list("ABC"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget, .index(2),
            .selection("C 2"), .expect(.transition, "B,C,0.0"),
            .appearances(
                "B.didAppear(true) A.didDis(true) C.didLoad C.willAppear(true) B.willDis(true) C.isAppearing(true)"),
            .forget, .transition(.cancel), .selection("B 1")),
        Scenario(
            "S-23 PV N4 a push inside a tab ends a running change",
            .navigation("N", "x"), .list("AN"), .show, .delegate(should: nil, animator: .interactive), .tap(1),
            .forget, .stack("N", .push("y")), .expect(.transition, ""),
            .appearances(
                "N.didAppear(true) x.didAppear(true) A.didDis(true) y.didLoad x.willDis y.willAppear y.isAppearing "
                    + "x.didDis y.didAppear")),
        Scenario(
            "S-23 a change of the list ends a running change",
            .list("ABC"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget, .list("AB"),
            .log("B.didAppear(true) A.didDis(true) C.willMove(nil) C.didMove(nil) items(AB,false)"),
            .fails(.transition(.cancel), .internalInconsistency), .selection("B 1")),
        Scenario(
            "S-23 going back by program ends a running change as any other selection",
            .list("ABC"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget, .index(0),
            .selection("A 0"), .expect(.transition, "B,A,0.0"),
            .appearances(
                "B.didAppear(true) A.didDis(true) A.willAppear(true) B.willDis(true) A.isAppearing(true)")),
        Scenario(
            "S-23 a row ends a running change to More",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .tap(4), .forget, .row(0),
            .selection("E 4"),
            .appearances(
                "A.didDis(true) E.didLoad E.willAppear(true) E.isAppearing(true) E.didAppear(true)")),
        Scenario(
            "S-23 C-20 a second tap that pops ends a running change, one that doesn't leaves it",
            .navigation("N", "xy"), .list("AN"), .show, .delegate(should: nil, animator: .interactive), .tap(1),
            .forget, .tap(1), .expect(.transition, ""), .stack("N", "x"),
            .appearances(
                "N.didAppear(true) y.didAppear(true) A.didDis(true) x.didLoad y.willDis(true) x.willAppear(true) "
                    + "x.isAppearing(true) y.didDis(true) x.didAppear(true)"),
            .tap(0), .tap(0), .expect(.transition, "N,A,0.0")),
        Scenario(
            "S-23 the end of the controller ends a running change first",
            .list("AB"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget, .run(.relaunch),
            .appearances("B.didAppear(true) A.didDis(true) B.willDis B.didDis")),
        Scenario(
            "S-23 who takes a tab away ends a running change first",
            .navigation("N", "x"), .list("ANC"), .show, .delegate(should: nil, animator: .interactive), .tap(1),
            .forget, .stack("N", .push("A")), .selection("N 0"), .stack("N", "x,A"),
            .appearances(
                "N.didAppear(true) x.didAppear(true) A.didDis(true) x.willDis A.willAppear A.isAppearing x.didDis "
                    + "A.didAppear")),
        Scenario(
            "S-23 C-15 what a delegate selects when it is told ends the change that it was told of",
            .list("ABC"), .show, .delegate(should: nil, did: [.index(2)], animator: .interactive), .forget, .tap(1),
            .selection("C 2"), .expect(.transition, "B,C,0.0"),
            .appearances(
                "B.didLoad B.willAppear(true) A.willDis(true) B.isAppearing(true) B.didAppear(true) A.didDis(true) "
                    + "C.didLoad C.willAppear(true) B.willDis(true) C.isAppearing(true)")),
        Scenario(
            "C-26 a cancelled change to an overflow controller leaves that in More",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .index(5), .selection("F 5"),
            .forget, .transition(.cancel), .selection("A 0"),
            .log("F.willDis(true) F.didDis(true) A.willAppear(true) A.isAppearing(true) A.didAppear(true)")),
        Scenario(
            "C-26 S-19 a cancelled change away from More comes back to what it shows",
            .list("ABCDEF"), .show, .index(5), .delegate(should: nil, animator: .interactive), .tap(0),
            .transition(.cancel), .selection("F 5"), .highlighted("more"), .stack("more", "list,F")),
        Scenario(
            "S-23 leaving the window ends a running change",
            .list("ABC"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget, .run(.show(false)),
            .log("B.didAppear(true) A.didDis(true) B.willDis B.didDis"), .selection("B 1")),
        Scenario(
            "S-23 a change of the width ends a running change", profile: .pad,
            .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .tap(1), .forget,
            .size(500, 1024), .log("B.didAppear(true) A.didDis(true) items(ABCDmore,false)")),
        Scenario(
            "S-23 what changes nothing lets a running change go on",
            .list("ABCD"), .show,
            .delegate(should: Question(allows: true, except: "C"), animator: .interactive),
            .run(.enable("D", false)), .tap(1), .forget, .tap(2), .tap(3), .select("B"), .list("ABCD"),
            .expect(.transition, "A,B,0.0"), .told("tapped(2) should(C) refused(C)"), .appearances(""),
            .transition(.finish), .appearances("B.didAppear(true) A.didDis(true)")),
        Scenario(
            "S-59 Edit ends a running change to More",
            .list("ABCDEF"), .show, .delegate(should: nil, animator: .interactive), .tap(4), .forget, .edit,
            .log("A.didDis(true) willBegin(ABCDEF)"), .expect(.transition, ""),
            .fails(.transition(.cancel), .internalInconsistency), .expect(.isCustomizing, "true"), .done,
            .selection("more NF")),
    ]
}
