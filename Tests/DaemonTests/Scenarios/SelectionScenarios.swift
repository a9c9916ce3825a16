/// Selection by the user and by the program, and the actions of a delegate meanwhile.
extension Scenario {
    static let selection: [Scenario] = [
        Scenario(
            "a tap asks, switches, then notifies", rules: "M-12 C-5 S-57",
            .list("ABC"), .show, .delegate(should: .allow), .clearLog, .tap(1),
            .expect(.selectionInQuestion, "A 0"), .expect(.accepted, "true"), .selection("B 1"),
            .log("tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "a tap has the modern order of appearance", rules: "M-13 G-13b S-20",
            .list("ABC"), .show, .clearLog, .tap(1),
            .log("tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "a tap has the legacy order of appearance", rules: "M-14", order: .legacy,
            .list("ABC"), .show, .clearLog, .tap(1),
            .log("tapped(1) should(B) B.didLoad B.willAppear A.willDis B.isAppearing A.didDis B.didAppear did(B)")),
        Scenario(
            "a view is loaded once", rules: "M-15",
            .list("AB"), .show, .tap(1), .clearLog, .tap(0), .tap(1),
            .log(
                "tapped(0) should(A) A.willAppear B.willDis A.isAppearing A.didAppear B.didDis did(A) "
                    + "tapped(1) should(B) B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")),
        Scenario(
            "a refused tap changes nothing", rules: "M-16",
            .list("AB"), .show, .delegate(should: .deny), .clearLog, .tap(1),
            .expect(.accepted, "false"), .selection("A 0"), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "a delegate without the should method allows", rules: "M-17",
            .list("ABC"), .delegate(should: nil), .clearLog, .tap(2),
            .expect(.accepted, "true"), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "without a delegate a tap is allowed", rules: "M-18 S-17",
            .list("ABC"), .clearLog, .tap(2), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "a second tap pops to the root", rules: "M-20",
            .navigation("N", "xyz"), .list("NB"), .tap(0), .expect(.stack("N"), "x"), .selection("N 0")),
        Scenario(
            "a second tap at the root only notifies", rules: "M-22",
            .navigation("N", "x"), .list("NB"), .show, .clearLog, .tap(0), .log("tapped(0) should(N) did(N)"),
            .selection("N 0")),
        Scenario(
            "the first tap on a tab keeps its stack", rules: "M-23 M-21 S-8",
            .navigation("N", "xy"), .list("NB"), .select("B"), .tap(0), .expect(.stack("N"), "x,y"), .selection("N 0")),
        Scenario(
            "a disabled item can't be tapped, but can be selected in code", rules: "M-25",
            .list("AB"), .run(.enable("B", false)), .clearLog, .tap(1), .expect(.accepted, "false"), .log(""),
            .selection("A 0"), .select("B"), .selection("B 1"), .run(.enable("A", true)), .tap(0), .selection("A 0")),
        Scenario(
            "a selection by a delegate while it refuses is kept", rules: "M-27",
            .list("ABC"), .delegate(should: Question(actions: [.index(1)], allows: false)), .clearLog, .tap(2),
            .expect(.accepted, "false"), .expect(.selectionInQuestion, "A 0"), .selection("B 1"),
            .log("tapped(2) should(C) refused(C)")),
        Scenario(
            "a selection by a delegate when it is notified is kept", rules: "M-28",
            .list("ABC"), .delegate(should: .allow, did: [.index(2)]), .clearLog, .tap(1), .selection("C 2"),
            .log("tapped(1) should(B) did(B)")),
        Scenario(
            "a target that ends meanwhile is refused although it was allowed", rules: "M-29",
            .list("ABC"), .delegate(should: Question(actions: [.write("AB")], allows: true)), .clearLog, .tap(2),
            .expect(.accepted, "false"), .selection("A 0"),
            .log("tapped(2) should(C) C.willMove(nil) C.didMove(nil) items(AB,false) refused(C)")),
        Scenario(
            "selecting in code notifies no delegate", rules: "M-30",
            .list("ABC"), .delegate(should: .deny), .clearLog, .index(2), .selection("C 2"),
            .expect(.highlighted, "C"), .log("")),
        Scenario(
            "selecting the selected tab in code keeps the stack", rules: "M-32",
            .navigation("N", "xy"), .list("NB"), .clearLog, .select("N"), .log(""), .expect(.stack("N"), "x,y")),
        Scenario(
            "selecting the selected index does nothing", rules: "M-33",
            .list("ABC"), .show, .clearLog, .index(0), .log(""), .selection("A 0")),
        Scenario(
            "a controller that is not a tab can't be selected", rules: "M-34",
            .list("AB"), .fails(.select("X"), .invalidArgument), .selection("A 0")),
        Scenario(
            "an index outside of the tabs is an error", rules: "M-35",
            .list("AB"), .clearLog, .fails(.index(2), .outOfRange), .selection("A 0"),
            .fails(.index(-1), .outOfRange), .log("")),
        Scenario(
            "an empty selection is refused while there are tabs", rules: "M-37",
            .list("AB"), .fails(.select("nil"), .invalidArgument), .selection("A 0")),
        Scenario(
            "without tabs no index can be selected", rules: "M-38",
            .fails(.index(0), .outOfRange), .selection("nil NF")),
        Scenario(
            "the tapped tab wins over a selection by the delegate while it allows", rules: "C-14",
            .list("ABC"), .delegate(should: Question(actions: [.index(1)], allows: true)), .clearLog, .tap(2),
            .accepted(true), .selection("C 2"), .log("tapped(2) should(C) did(C)")),
        Scenario(
            "a refused second tap keeps the stack", rules: "C-12",
            .navigation("N", "xy"), .list("NB"), .show, .delegate(should: .deny), .clearLog, .tap(0), .accepted(false),
            .stack("N", "x,y"), .log("tapped(0) should(N) refused(N)")),
        Scenario(
            "NSNotFound can't be selected", rules: "L-6",
            .fails(.index(nil), .outOfRange), .list("ABCDEF"), .fails(.index(nil), .outOfRange), .selection("A 0"),
            .fails(.index(6), .outOfRange), .tap(4), .fails(.index(nil), .outOfRange), .selection("more NF")),
        Scenario(
            "selecting no controller is allowed while there are no tabs", rules: "L-3",
            .clearLog, .select("nil"), .selection("nil NF"), .log("")),
        Scenario(
            "a delegate that changes the list when it is notified does so after the selection", rules: "S-24",
            .list("ABC"), .delegate(should: .allow, did: [.list("AB", animated: false)]), .clearLog, .tap(2),
            .accepted(true), .tabs("A,B"), .selection("A 0"),
            .notifications("tapped(2) should(C) did(C) items(AB,false)")),
        Scenario(
            "controllers that a delegate pushes while it is asked are popped as well", rules: "S-24 C-20",
            .navigation("N", "xy"), .list("NB"),
            .delegate(should: Question(actions: [.stack("N", .push("z"))], allows: true)), .tap(0),
            .stack("N", "x"), .parent("z", "nil")),
        Scenario(
            "a refusing delegate is not asked about a disabled item", rules: "C-16 S-66",
            .list("ABCDEF"), .run(.enable("A", false)), .delegate(should: .deny), .clearLog, .tap(0), .accepted(false),
            .log(""), .tap(1), .log("tapped(1) should(B) refused(B)")),
        Scenario(
            "a bar that a stack hides can't be tapped", rules: "S-18",
            .navigation("N", "x"), .list("NB"), .hidesBar("y"), .stack("N", .push("y")), .clearLog, .tap(1),
            .accepted(false), .log(""), .selection("N 0"), .stack("N", .pop), .tap(1), .selection("B 1")),
        Scenario(
            "a hidden bar can't be tapped", rules: "S-66",
            .list("AB"), .run(.hideBar(true)), .clearLog, .expect(.isBarHidden, "true"), .tap(1),
            .expect(.accepted, "false"), .log(""), .fails(.tap(2), .outOfRange), .run(.hideBar(false)), .tap(1),
            .selection("B 1")),
    ]
}
