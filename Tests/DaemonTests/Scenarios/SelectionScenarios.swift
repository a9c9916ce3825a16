import TabModel

/// Selection: by the user, by the program, and what a delegate does meanwhile.
extension Scenario {
    static let selection: [Scenario] = [
        Scenario(
            "M-12 C-5 S-57 a tap asks, switches, then tells",
            .list("ABC"), .show, .delegate(should: .allow), .forget, .tap(1),
            .expect(.selectionInQuestion, "A 0"), .expect(.accepted, "true"), .selection("B 1"),
            .log(
                "tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "M-13 G-13b S-20 the modern order of appearance",
            .list("ABC"), .show, .forget, .tap(1),
            .log(
                "tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "M-14 the legacy order of appearance", order: .legacy,
            .list("ABC"), .show, .forget, .tap(1),
            .log(
                "tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing A.didDis B.didAppear did(B)")),
        Scenario(
            "M-15 a view is loaded once",
            .list("AB"), .show, .tap(1), .forget, .tap(0), .tap(1),
            .log(
                "tapped(0) should(A) A.willAppear B.willDis A.isAppearing A.didAppear B.didDis did(A) "
                    + "tapped(1) should(B) B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "M-16 a refused tap changes nothing",
            .list("AB"), .show, .delegate(should: .deny), .forget, .tap(1),
            .expect(.accepted, "false"), .selection("A 0"), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "M-17 a delegate without should allows",
            .list("ABC"), .delegate(should: nil), .forget, .tap(2),
            .expect(.accepted, "true"), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "M-18 S-17 without a delegate a tap is allowed",
            .list("ABC"), .forget, .tap(2), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "M-20 a second tap pops to the root",
            .navigation("N", "xyz"), .list("NB"), .tap(0), .expect(.stack("N"), "x"), .selection("N 0")),
        Scenario(
            "M-22 a second tap at the root only tells",
            .navigation("N", "x"), .list("NB"), .show, .forget, .tap(0), .log("tapped(0) should(N) did(N)"),
            .selection("N 0")),
        Scenario(
            "M-23 S-8 the first tap on a tab keeps its stack",
            .navigation("N", "xy"), .list("NB"), .select("B"), .tap(0), .expect(.stack("N"), "x,y"),
            .selection("N 0")),
        Scenario(
            "M-25 a disabled item can't be tapped, but selected in code",
            .list("AB"), .run(.enable("B", false)), .forget, .tap(1), .expect(.accepted, "false"), .log(""),
            .selection("A 0"), .select("B"), .selection("B 1"), .run(.enable("A", true)), .tap(0),
            .selection("A 0")),
        Scenario(
            "M-27 what a delegate selects while it refuses stands",
            .list("ABC"), .delegate(should: Question(actions: [.index(1)], allows: false)), .forget, .tap(2),
            .expect(.accepted, "false"), .expect(.selectionInQuestion, "A 0"), .selection("B 1"),
            .log("tapped(2) should(C) refused(C)")),
        Scenario(
            "M-28 what a delegate selects when it is told stands",
            .list("ABC"), .delegate(should: .allow, did: [.index(2)]), .forget, .tap(1), .selection("C 2"),
            .log("tapped(1) should(B) did(B)")),
        Scenario(
            "M-29 a target that is gone is refused although it was allowed",
            .list("ABC"), .delegate(should: Question(actions: [.write("AB")], allows: true)), .forget, .tap(2),
            .expect(.accepted, "false"), .selection("A 0"),
            .log("tapped(2) should(C) C.willMove(nil) C.didMove(nil) items(AB,false) refused(C)")),
        Scenario(
            "M-30 selecting in code tells no delegate",
            .list("ABC"), .delegate(should: .deny), .forget, .index(2), .selection("C 2"),
            .expect(.highlighted, "C"), .log("")),
        Scenario(
            "M-32 selecting the selected in code keeps the stack",
            .navigation("N", "xy"), .list("NB"), .forget, .select("N"), .log(""), .expect(.stack("N"), "x,y")),
        Scenario(
            "M-33 selecting the selected index does nothing",
            .list("ABC"), .show, .forget, .index(0), .log(""), .selection("A 0")),
        Scenario(
            "M-34 a controller that is no tab can't be selected",
            .list("AB"), .fails(.select("X"), .invalidArgument), .selection("A 0")),
        Scenario(
            "M-35 an index outside of the tabs is an error",
            .list("AB"), .forget, .fails(.index(2), .outOfRange), .selection("A 0"),
            .fails(.index(-1), .outOfRange), .log("")),
        Scenario(
            "M-37 nothing can't be selected while there are tabs",
            .list("AB"), .fails(.select("nil"), .invalidArgument), .selection("A 0")),
        Scenario(
            "M-38 without tabs no index can be selected",
            .fails(.index(0), .outOfRange), .selection("nil NF")),
        Scenario(
            "C-14 the tapped tab wins over what a delegate selects while it allows",
            .list("ABC"), .delegate(should: Question(actions: [.index(1)], allows: true)), .forget, .tap(2),
            .accepted(true), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "C-12 a refused second tap keeps the stack",
            .navigation("N", "xy"), .list("NB"), .show, .delegate(should: .deny), .forget, .tap(0), .accepted(false),
            .stack("N", "x,y"), .log("tapped(0) should(N) refused(N)")),
        Scenario(
            "L-6 NSNotFound can't be selected",
            .fails(.index(nil), .outOfRange), .list("ABCDEF"), .fails(.index(nil), .outOfRange), .selection("A 0"),
            .fails(.index(6), .outOfRange), .tap(4), .fails(.index(nil), .outOfRange), .selection("more NF")),
        Scenario(
            "L-3 nothing can be selected while there is nothing",
            .forget, .select("nil"), .selection("nil NF"), .log("")),
        Scenario(
            "S-24 a delegate that changes the list when it is told does so after the selection",
            .list("ABC"), .delegate(should: .allow, did: [.list("AB", animated: false)]), .forget, .tap(2),
            .accepted(true), .tabs("A,B"), .selection("A 0"),
            .told("tapped(2) should(C) did(C) items(AB,false)")),
        Scenario(
            "S-24 C-20 what a delegate pushes while it is asked is popped as well",
            .navigation("N", "xy"), .list("NB"),
            .delegate(should: Question(actions: [.stack("N", .push("z"))], allows: true)), .tap(0),
            .stack("N", "x"), .parent("z", "nil")),
        Scenario(
            "C-16 S-66 a refusing delegate is not asked about a disabled item",
            .list("ABCDEF"), .run(.enable("A", false)), .delegate(should: .deny), .forget, .tap(0), .accepted(false),
            .log(""), .tap(1), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "S-18 a bar that a stack hides can't be tapped",
            .navigation("N", "x"), .list("NB"), .hidesBar("y"), .stack("N", .push("y")), .forget, .tap(1),
            .accepted(false), .log(""), .selection("N 0"), .stack("N", .pop), .tap(1), .selection("B 1")),
        Scenario(
            "S-66 a hidden bar can't be tapped",
            .list("AB"), .run(.hideBar(true)), .forget, .expect(.isBarHidden, "true"), .tap(1),
            .expect(.accepted, "false"), .log(""), .fails(.tap(2), .outOfRange), .run(.hideBar(false)), .tap(1),
            .selection("B 1")),
    ]
}
