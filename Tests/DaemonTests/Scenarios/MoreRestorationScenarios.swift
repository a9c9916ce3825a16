/// More after a restart of the daemon.
extension Scenario {
    static let restoredMore: [Scenario] = [
        Scenario(
            "a tab that is selected in More is shown there again", rules: "I-11",
            .list("ABCDEF"), .identify("TABCDEF"), .setState("F", "f"), .select("F"), .restart, .selection("F 5"),
            .highlighted("more"), .stack("more", "list,F"), .parent("F", "more"), .state("F", "f"), .tap(4),
            .selection("more NF")),
        Scenario(
            "a tab in More without an identifier is not restored", rules: "I-11 M-113", .list("ABCDEF"),
            .identify("TABCDE"), .select("F"),
            .restart, .selection("A 0"), .stack("more", "list"), .tabs("A,B,C,D,E,F")),
        Scenario(
            "a tab that has moved to the bar is selected there", rules: "I-11", profile: .pad,
            .list("ABCDEF"), .identify("TABCDEF"), .size(500, 1024), .select("F"), .highlighted("more"),
            .size(768, 1024), .restart, .selection("F 5"), .highlighted("F"), .parent("F", "tabs"),
            .stack("more", "list")),
        Scenario(
            "More's list is selected again", rules: "I-12 R5",
            .list("ABCDEF"), .identify("TABCDEF"), .tap(1), .tap(4), .selection("more NF"), .restart,
            .selection("more NF"), .highlighted("more"), .stack("more", "list"), .expect(.rows, "E,F"), .row(1),
            .selection("F 5")),
        Scenario(
            "a restored list in a wide window selects the last tab on the bar", rules: "I-12 S-48", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .identify("TABCDEF"), .tap(1), .tap(4), .restart,
            .selection("more NF"), .size(768, 1024), .selection("B 1")),
        Scenario(
            "a tab that More retains is not its selection", rules: "S-73",
            .list("ABCDEF"), .identify("TABCDEF"), .tap(4), .row(1), .tap(1), .restart, .selection("B 1"),
            .highlighted("B"), .stack("more", "list,F"), .parent("F", "more"), .tap(4), .selection("F 5")),
        Scenario(
            "a selection by program shows the list over a retained tab", rules: "S-73",
            .list("ABCDEF"), .identify("TABCDEF"), .tap(4), .row(1), .tap(4), .restart, .selection("more NF"),
            .stack("more", "list")),
        Scenario(
            "the user's order of the tabs is restored", rules: "E-48",
            .list("ABCDEF"), .identify("TABCDEF"), .tap(4), .edit, .drag("F", to: 0), .done, .tabs("F,B,C,D,A,E"),
            .restart, .tabs("F,B,C,D,A,E"), .bar("F,B,C,D,more"), .expect(.rows, "A,E"), .selection("more NF")),
        Scenario(
            "neither the customizable tabs nor an open session are restored", rules: "I-13",
            .list("ABCDEF"), .identify("TABCDEF"), .run(.customizable("AB")), .tap(4), .edit, .drag("A", to: 1),
            .restart, .tabs("A,B,C,D,E,F"), .expect(.isCustomizing, "false"), .expect(.customizable, "A,B,C,D,E,F"),
            .edit, .expect(.arrangement, "A,B,C,D"), .done, .accepted(false)),
        Scenario(
            "a stack that More has borrowed is restored in its place", rules: "S-70",
            .navigation("N", "xy"), .list("ABCDEN"), .identify("TABCDENxy"), .select("N"), .setState("y", "top"),
            .stack("more", "list,x,y"), .restart, .selection("N 5"), .stack("more", "list,x,y"), .stack("N", ""),
            .parent("x", "more"), .parent("N", "tabs"), .state("y", "top"), .stack("more", .back),
            .stack("more", "list,x"), .list("NA"), .stack("N", "x")),
        Scenario(
            "a retained stack is restored", rules: "S-70",
            .navigation("N", "xy"), .list("ABCDEN"), .identify("TABCDENxy"), .select("N"), .tap(0), .restart,
            .selection("A 0"), .stack("more", "list,x,y"), .tap(4), .selection("N 5")),
        Scenario(
            "a borrowed stack ends before the first controller that is not restored", rules: "R6 S-70",
            .navigation("N", "xyz"), .list("ABCDEN"), .identify("TABCDENxz"), .select("N"), .restart,
            .selection("N 5"), .stack("more", "list,x"), .missing("y"), .exists("z"), .parent("z", "nil")),
        Scenario(
            "controllers pushed over a tab in More are restored", rules: "S-38 R6",
            .list("ABCDEF"), .identify("TABCDEFX"), .select("F"), .stack("more", .push("X")),
            .stack("more", "list,F,X"), .restart, .selection("F 5"), .stack("more", "list,F,X"), .stack("more", .back),
            .stack("more", "list,F")),
        Scenario(
            "a controller pushed over a tab in More without an identifier is not restored", rules: "S-38 R6",
            .list("ABCDEF"), .identify("TABCDEF"), .select("F"), .stack("more", .push("X")), .restart,
            .selection("F 5"), .stack("more", "list,F"), .missing("X")),
        Scenario(
            "controllers pushed over the list are restored", rules: "S-45",
            .list("ABCDEF"), .identify("TABCDEFX"), .tap(4), .stack("more", .push("X")), .restart,
            .selection("more NF"), .stack("more", "list,X")),
        Scenario(
            "a navigation controller without a stack is in More itself", rules: "S-41",
            .navigation("N", "x"), .stack("N", .set("")), .list("ABCDEN"), .identify("TABCDEN"), .select("N"),
            .restart, .stack("more", "list,N"), .parent("N", "more"), .selection("N 5")),
    ]
}
