/// Navigation controllers in More, which borrows their stacks.
extension Scenario {
    static let lentStacks: [Scenario] = [
        Scenario(
            "M-77 More borrows the stack of a navigation controller",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .stack("more", "list,x,y"), .stack("N", ""),
            .selection("N 5"), .highlighted("more")),
        Scenario(
            "S-5 the lender stays a child of the tab bar controller",
            .navigation("N", "xy"), .list("ABCDEN"), .forget, .select("N"), .parent("N", "tabs"), .parent("x", "more"),
            .parent("y", "more"), .expect(.navigationController("x"), "more"), .expect(.tabBarController("y"), "tabs"),
            .moves("x.willMove(more) y.willMove(more) x.didMove(more) y.didMove(more)")),
        Scenario(
            "M-78 a lender that gets a tab of its own has its stack again",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .list("NA"), .stack("N", "x,y"), .bar("N,A"),
            .selection("N 0"), .parent("x", "N"), .stack("more", "list")),
        Scenario(
            "E-24 S-40 the way back shortens a loan, and from its root to the list gives back the root",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .stack("more", .back), .stack("more", "list,x"),
            .selection("N 5"), .parent("y", "nil"), .stack("more", .back), .stack("more", "list"),
            .selection("more NF"), .stack("N", "x"), .parent("x", "N")),
        Scenario(
            "E-24 S-40 a tap on More goes to the list and gives back the whole stack",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .tap(4), .stack("more", "list"),
            .selection("more NF"), .stack("N", "x,y"), .parent("y", "N")),
        Scenario(
            "S-37 a stack can't be changed by its owner while it is lent",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("N", ""), .expect(.top("N"), "nil"),
            .fails(.stack("N", .push("z")), .internalInconsistency), .fails(.stack("N", .pop), .internalInconsistency),
            .fails(.stack("N", .set("z")), .internalInconsistency),
            .fails(.stack("N", .popToRoot), .internalInconsistency), .stack("more", "list,x,y"),
            .stack("more", .push("z")), .stack("more", "list,x,y,z")),
        Scenario(
            "S-39 what was pushed over a plain controller is gone when that leaves More",
            .list("ABCDEF"), .tap(4), .row(1), .stack("more", .push("X")), .list("FAB"), .selection("F 0"),
            .parent("F", "tabs"), .parent("X", "nil"), .stack("more", "list")),
        Scenario(
            "S-39 what was pushed over a loan goes back with it",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("more", .push("z")), .list("NA"),
            .stack("N", "x,y,z"), .parent("z", "N"), .selection("N 0")),
        Scenario(
            "S-41 a navigation controller without a stack is pushed itself",
            .navigation("N", "x"), .stack("N", .set("")), .list("ABCDEN"), .select("N"), .stack("more", "list,N"),
            .parent("N", "more"), .selection("N 5"), .stack("more", .back), .parent("N", "tabs"),
            .selection("more NF")),
        Scenario(
            "S-42 a loan whose last controller is taken away is over",
            .navigation("N", "x"), .navigation("O", "w"), .list("OBCDEN"), .select("N"), .stack("more", "list,x"),
            .stack("O", .push("x")), .stack("O", "w,x"), .stack("more", "list"), .selection("more NF"),
            .stack("N", ""), .stack("N", .push("z")), .stack("N", "z")),
        Scenario(
            "S-43 a push that makes its own stack lent is made there",
            .navigation("N", "x"), .list("ABCDFNE"), .select("F"), .selection("F 4"), .forget,
            .stack("N", .push("F")), .stack("more", "list,x,F"), .stack("N", ""), .selection("N 4"),
            .tabs("A,B,C,D,N,E"), .parent("F", "more"),
            .moves(
                "F.willMove(N) x.willMove(more) x.didMove(more) F.didMove(N) F.willMove(more) F.didMove(more)")),
        Scenario(
            "S-53 a lender shows the item of its root still",
            .navigation("N", "x"), .title("x", "R"), .list("ABCDEN"), .expect(.item("N", .title), "R"), .select("N"),
            .expect(.item("N", .title), "R")),
        Scenario(
            "S-65 E-25 in More the flag of a plain controller hides the bar, on the bar it does not",
            .hidesBar("F"), .hidesBar("A"), .list("ABCDEF"), .expect(.isBarHidden, "false"), .select("F"),
            .expect(.isBarHidden, "true"), .stack("more", .back), .expect(.isBarHidden, "false")),
    ]
}
