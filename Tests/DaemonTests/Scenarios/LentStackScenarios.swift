/// Navigation controllers in More, which borrows their stacks.
extension Scenario {
    static let lentStacks: [Scenario] = [
        Scenario(
            "More borrows the stack of a navigation controller", rules: "M-77",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .stack("more", "list,x,y"), .stack("N", ""),
            .selection("N 5"), .highlighted("more")),
        Scenario(
            "the lender stays a child of the tab bar controller", rules: "S-5",
            .navigation("N", "xy"), .list("ABCDEN"), .clearLog, .select("N"), .parent("N", "tabs"),
            .parent("x", "more"),
            .parent("y", "more"), .expect(.navigationController("x"), "more"), .expect(.tabBarController("y"), "tabs"),
            .moves("x.willMove(more) y.willMove(more) x.didMove(more) y.didMove(more)")),
        Scenario(
            "a lender that gets a tab of its own has its stack again", rules: "M-78",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .list("NA"), .stack("N", "x,y"), .bar("N,A"),
            .selection("N 0"), .parent("x", "N"), .stack("more", "list")),
        Scenario(
            "the back button shortens a loan, and from the root it returns the root", rules: "E-24 S-40",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .stack("more", .back), .stack("more", "list,x"),
            .selection("N 5"), .parent("y", "nil"), .stack("more", .back), .stack("more", "list"),
            .selection("more NF"), .stack("N", "x"), .parent("x", "N")),
        Scenario(
            "a tap on More shows the list and returns the whole stack", rules: "E-24 S-40",
            .navigation("N", "xy"), .list("ABCDEN"), .tap(4), .row(1), .tap(4), .stack("more", "list"),
            .selection("more NF"), .stack("N", "x,y"), .parent("y", "N")),
        Scenario(
            "a stack can't be changed by its owner while it is lent", rules: "S-37",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("N", ""), .expect(.top("N"), "nil"),
            .fails(.stack("N", .push("z")), .internalInconsistency), .fails(.stack("N", .pop), .internalInconsistency),
            .fails(.stack("N", .set("z")), .internalInconsistency),
            .fails(.stack("N", .popToRoot), .internalInconsistency), .stack("more", "list,x,y"),
            .stack("more", .push("z")), .stack("more", "list,x,y,z")),
        Scenario(
            "the back button of a navigation controller is refused while its stack is lent", rules: "S-95",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"),
            .fails(.stack("N", .back), .internalInconsistency), .stack("more", "list,x,y")),
        Scenario(
            "a lent stack returns inside the removal of its owner", rules: "S-90",
            .navigation("N", "x"), .list("ABCDEN"), .select("N"), .clearLog, .list("ABCDE"), .stack("N", "x"),
            .moves("N.willMove(nil) x.willMove(N) x.didMove(N) N.didMove(nil)")),
        Scenario(
            "controllers pushed over a plain controller are removed when it leaves More", rules: "S-39",
            .list("ABCDEF"), .tap(4), .row(1), .stack("more", .push("X")), .list("FAB"), .selection("F 0"),
            .parent("F", "tabs"), .parent("X", "nil"), .stack("more", "list")),
        Scenario(
            "controllers pushed over a loan return with it", rules: "S-39",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("more", .push("z")), .list("NA"),
            .stack("N", "x,y,z"), .parent("z", "N"), .selection("N 0")),
        Scenario(
            "a navigation controller without a stack is pushed itself", rules: "S-41",
            .navigation("N", "x"), .stack("N", .set("")), .list("ABCDEN"), .select("N"), .stack("more", "list,N"),
            .parent("N", "more"), .selection("N 5"), .stack("more", .back), .parent("N", "tabs"),
            .selection("more NF")),
        Scenario(
            "a navigation controller pushed itself fills its stack there, and lends it the next time", rules: "S-41",
            .navigation("N", "x"), .stack("N", .set("")), .list("ABCDEN"), .select("N"), .stack("N", .push("z")),
            .stack("more", "list,N"), .parent("z", "N"), .tap(4), .stack("N", "z"), .parent("N", "tabs"), .row(1),
            .stack("more", "list,z"), .stack("N", ""), .selection("N 5")),
        Scenario(
            "popping to the list by program returns the whole stack", rules: "S-40",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("more", .popToRoot), .popped("x,y"),
            .stack("N", "x,y"), .selection("more NF")),
        Scenario(
            "a loan ends when its last controller is removed", rules: "S-42",
            .navigation("N", "x"), .navigation("O", "w"), .list("OBCDEN"), .select("N"), .stack("more", "list,x"),
            .stack("O", .push("x")), .stack("O", "w,x"), .stack("more", "list"), .selection("more NF"),
            .stack("N", ""), .stack("N", .push("z")), .stack("N", "z")),
        Scenario(
            "a push that makes its own stack lent is performed there", rules: "S-43",
            .navigation("N", "x"), .list("ABCDFNE"), .select("F"), .selection("F 4"), .clearLog,
            .stack("N", .push("F")), .stack("more", "list,x,F"), .stack("N", ""), .selection("N 4"),
            .tabs("A,B,C,D,N,E"), .parent("F", "more"),
            .moves("F.willMove(N) F.didMove(N) x.willMove(more) F.willMove(more) x.didMove(more) F.didMove(more)")),
        Scenario(
            "a loan of which only a part is removed continues", rules: "S-42",
            .navigation("N", "xy"), .navigation("O", "w"), .list("OBCDEN"), .select("N"), .stack("O", .push("x")),
            .stack("more", "list,y"), .selection("N 5"), .stack("more", .back), .stack("N", "y"),
            .selection("more NF")),
        Scenario(
            "a list that takes controllers out of a loan changes the top of More", rules: "S-63",
            .navigation("N", "xy"), .list("ABCDEN"), .show, .select("N"), .clearLog, .list("ABCDENy"),
            .stack("more", "list,x"), .selection("N 5"), .parent("y", "tabs"),
            .moves("y.willMove(tabs) y.didMove(tabs)"),
            .appearances("x.didLoad y.willDis x.willAppear x.isAppearing y.didDis x.didAppear")),
        Scenario(
            "a list that takes controllers off a displayed stack changes its top", rules: "S-63",
            .navigation("N", "xy"), .list("NA"), .show, .clearLog, .list("NAy"), .stack("N", "x"), .selection("N 0"),
            .parent("y", "tabs"), .moves("y.willMove(tabs) y.didMove(tabs)"),
            .appearances("x.didLoad y.willDis x.willAppear x.isAppearing y.didDis x.didAppear")),
        Scenario(
            "a displayed loan that gets a tab stays displayed, in its owner", rules: "S-32",
            .navigation("N", "xy"), .list("ABCDEN"), .show, .select("N"), .clearLog, .list("NA"),
            .appearances("N.didLoad N.willAppear N.isAppearing N.didAppear"), .expect(.appearance("y"), "appeared")),
        Scenario(
            "a displayed loan gets its tab by a change of the width", rules: "E-32 E-23", profile: .pad,
            .navigation("N", "xy"), .size(500, 1024), .list("ABCDEN"), .show, .select("N"), .clearLog, .size(768, 1024),
            .selection("N 5"), .stack("N", "x,y"), .stack("more", "list"),
            .expect(
                .log(.all),
                "x.willMove(N) y.willMove(N) x.didMove(N) y.didMove(N) items(ABCDEN,false) N.didLoad N.willAppear "
                    + "more.willDis N.isAppearing N.didAppear more.didDis")),
        Scenario(
            "a displayed navigation controller lends its stack by a change of the width", rules: "E-33", profile: .pad,
            .navigation("N", "xy"), .list("ABCDEN"), .show, .select("N"), .clearLog, .size(500, 1024),
            .selection("N 5"), .stack("N", ""), .stack("more", "list,x,y"), .expect(.appearance("y"), "appeared"),
            .appearances("N.willDis N.didDis")),
        Scenario(
            "a loan that the user moves to the bar returns with the controllers pushed over it", rules: "S-6 S-39",
            .navigation("N", "x"), .list("ABCDEN"), .tap(4), .edit, .select("N"), .stack("more", .push("z")),
            .drag("N", to: 0), .done, .tabs("N,B,C,D,A,E"), .stack("N", "x,z"), .stack("more", "list"),
            .selection("more NF"), .tap(0), .selection("N 0"), .stack("N", "x,z")),
        Scenario(
            "a lender that is destroyed releases its stack", rules: "S-37",
            .navigation("N", "xy"), .list("ABCDEFN"), .select("N"), .run(.destroy("N")), .parent("x", "nil"),
            .parent("y", "nil"), .tabs("A,B,C,D,E,F"), .stack("more", "list"), .selection("A 0")),
        Scenario(
            "a lender still shows the item of its root, until it has its own", rules: "S-53",
            .navigation("N", "x"), .title("x", "R"), .list("ABCDEN"), .expect(.item("N", .title), "R"), .select("N"),
            .expect(.item("N", .title), "R"), .item("x", .badge, "3"), .expect(.item("N", .badge), "3"),
            .title("N", "T"), .expect(.item("N", .title), "T"), .expect(.item("x", .title), "R")),
        Scenario(
            "in More the flag of a plain controller hides the bar, and on the bar it does not", rules: "S-65 E-25",
            .hidesBar("F"), .hidesBar("A"), .list("ABCDEF"), .expect(.isBarHidden, "false"), .select("F"),
            .expect(.isBarHidden, "true"), .stack("more", .back), .expect(.isBarHidden, "false")),
    ]
}
