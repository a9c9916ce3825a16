/// Navigation controllers: their stacks, their events, and their bars.
extension Scenario {
    static let navigation: [Scenario] = stacks + appearance + bars

    private static let stacks: [Scenario] = [
        Scenario(
            "the last controller is the top, and the nearest container of a class is used", rules: "N1 N11",
            .navigation("N", "xyz"), .list("NB"), .stack("N", "x,y,z"), .expect(.top("N"), "z"),
            .expect(.navigationController("z"), "N"), .expect(.navigationController("x"), "N"),
            .expect(.navigationController("N"), "nil"), .expect(.navigationController("B"), "nil"),
            .expect(.tabBarController("z"), "tabs")),
        Scenario(
            "the root is on the stack from the beginning", rules: "N2",
            .navigation("N", "x"), .list("N"), .stack("N", "x"), .expect(.parent("x"), "N"),
            .expect(.tabBarController("x"), "tabs")),
        Scenario(
            "a pushed controller becomes the top, once", rules: "N3 L-12",
            .navigation("N", "x"), .list("N"), .stack("N", .push("y")), .stack("N", "x,y"),
            .expect(.parent("y"), "N"), .fails(.stack("N", .push("y")), .invalidArgument),
            .fails(.stack("N", .push("x")), .invalidArgument), .stack("N", "x,y")),
        Scenario(
            "only plain view controllers are allowed on a stack", rules: "N3 L-12",
            .navigation("N", "x"), .navigation("O", "y"), .list("N"), .clearLog,
            .fails(.stack("N", .push("O")), .invalidArgument), .fails(.stack("N", .push("N")), .invalidArgument),
            .fails(.stack("N", .push("M")), .invalidArgument), .fails(.stack("N", .push("T")), .hierarchyInconsistency),
            .fails(.stack("N", .set("xO")), .invalidArgument), .fails(.stack("N", .set("xT")), .hierarchyInconsistency),
            .stack("N", "x"), .stack("O", "y"), .log("")),
        Scenario(
            "a pushed controller leaves its old container", rules: "N3 B-3",
            .navigation("N", "x"), .navigation("O", "yz"), .list("NOB"), .clearLog, .stack("N", .push("z")),
            .stack("N", "x,z"), .stack("O", "y"), .log("z.willMove(N) z.didMove(N)"), .stack("N", .push("B")),
            .stack("N", "x,z,B"), .expect(.tabs, "N,O")),
        Scenario(
            "the top is popped, the root never", rules: "N5",
            .navigation("N", "xyz"), .list("N"), .stack("N", .pop), .popped("z"), .stack("N", "x,y"),
            .expect(.parent("z"), "nil"), .stack("N", .pop), .popped("y"), .clearLog, .stack("N", .pop), .popped(""),
            .stack("N", "x"), .log("")),
        Scenario(
            "popping to a controller returns those above it, the lowest first", rules: "N6 N8",
            .navigation("N", "wxyz"), .list("N"), .stack("N", .popTo("x")), .popped("y,z"), .stack("N", "w,x"),
            .stack("N", .popTo("x")), .popped(""), .fails(.stack("N", .popTo("z")), .internalInconsistency),
            .fails(.stack("N", .popTo("N")), .internalInconsistency), .stack("N", "w,x")),
        Scenario(
            "popping to the root returns all others, the lowest first", rules: "N7 N8",
            .navigation("N", "xyz"), .list("N"), .stack("N", .popToRoot), .popped("y,z"), .stack("N", "x"),
            .stack("N", .popToRoot), .popped("")),
        Scenario(
            "a stack is replaced as a whole", rules: "N9",
            .navigation("N", "xyz"), .list("N"), .fails(.stack("N", .set("wyw")), .invalidArgument),
            .stack("N", "x,y,z"), .stack("N", .set("zwx")), .stack("N", "z,w,x"), .expect(.parent("y"), "nil"),
            .stack("N", .set("")), .stack("N", ""), .expect(.parent("x"), "nil"), .stack("N", .pop), .popped(""),
            .stack("N", .push("y")), .stack("N", "y")),
        Scenario(
            "controllers that stay keep their parent without callbacks", rules: "N10 S-91",
            .navigation("N", "xyz"), .list("N"), .clearLog, .stack("N", .set("wzx")),
            .log("w.willMove(N) y.willMove(nil) y.didMove(nil) w.didMove(N)")),
        Scenario(
            "the back button pops one controller and stays at the root", rules: "N12",
            .navigation("N", "xyz"), .list("NB"), .stack("N", .back), .stack("N", "x,y"), .stack("N", .back),
            .stack("N", "x"), .clearLog, .stack("N", .back), .stack("N", "x"), .log(""), .selection("N 0")),
    ]

    private static let appearance: [Scenario] = [
        Scenario(
            "a pop notifies before and after", rules: "N17",
            .navigation("N", "xyz"), .list("N"), .show, .clearLog, .stack("N", .popToRoot),
            .log(
                "y.willMove(nil) z.willMove(nil) x.didLoad z.willDis x.willAppear willShow(x) x.isAppearing z.didDis "
                    + "x.didAppear y.didMove(nil) z.didMove(nil) didShow(x)")),
        Scenario(
            "a stack with the same top is not a transition", rules: "N9 N17",
            .navigation("N", "xy"), .list("N"), .show, .clearLog, .stack("N", .set("zy")),
            .log("z.willMove(N) x.willMove(nil) x.didMove(nil) z.didMove(N)"), .stack("N", .set("yz", animated: true)),
            .log(
                "z.didLoad y.willDis(true) z.willAppear(true) willShow(z,true) z.isAppearing(true) y.didDis(true) "
                    + "z.didAppear(true) didShow(z,true)")),
        Scenario(
            "an animated change is reported as animated", rules: "N17",
            .navigation("N", "x"), .list("N"), .show, .clearLog, .stack("N", .push("y", animated: true)),
            .log(
                "y.willMove(N) y.didLoad x.willDis(true) y.willAppear(true) willShow(y,true) y.isAppearing(true) "
                    + "x.didDis(true) y.didAppear(true) y.didMove(N) didShow(y,true)")),
        Scenario(
            "a new top from within the old stack is one transition", rules: "N9",
            .navigation("N", "xyz"), .list("N"), .show, .clearLog, .stack("N", .set("wy", animated: true)),
            .stack("N", "w,y"), .notifications("willShow(y,true) didShow(y,true)"), .parent("x", "nil"),
            .parent("z", "nil"),
            .appearances(
                "y.didLoad z.willDis(true) y.willAppear(true) y.isAppearing(true) z.didDis(true) y.didAppear(true)")),
        Scenario(
            "an empty stack shows nothing", rules: "N9",
            .navigation("N", "xy"), .list("N"), .show, .clearLog, .stack("N", .set("")), .expect(.top("N"), "nil"),
            .notifications(""), .appearances("y.willDis y.didDis"), .clearLog, .stack("N", .push("z")),
            .notifications("willShow(z) didShow(z)"), .appearances("z.didLoad z.willAppear z.isAppearing z.didAppear")),
        Scenario(
            "a displayed tab that is pushed elsewhere disappears before it appears there", rules: "S-28 N3",
            .navigation("N", "x"), .list("BN"), .show, .clearLog, .stack("N", .push("B")), .tabs("N"),
            .selection("N 0"), .stack("N", "x,B"), .moves("B.willMove(N) B.didMove(N)"),
            .notifications("items(N,false) willShow(B) didShow(B)"),
            .appearances(
                "B.willDis B.didDis N.didLoad x.didLoad N.willAppear x.willAppear N.isAppearing x.isAppearing "
                    + "N.didAppear x.didAppear x.willDis B.willAppear B.isAppearing x.didDis B.didAppear")),
        Scenario(
            "a navigation controller that appears itself notifies nothing", rules: "S-11 N17",
            .navigation("N", "xy"), .list("BN"), .clearLog, .show, .index(1), .run(.show(false)), .show, .tap(0),
            .tap(1), .notifications("tapped(0) should(B) did(B) tapped(1) should(N) did(N)")),
        Scenario(
            "while it is not shown only its stack changes", rules: "N18 G-15",
            .navigation("N", "x"), .list("BN"), .show, .clearLog, .stack("N", .push("y")), .stack("N", .push("z")),
            .log("y.willMove(N) y.didMove(N) z.willMove(N) z.didMove(N)"), .expect(.isLoaded("z"), "false"),
            .select("N"),
            .log(
                "N.didLoad z.didLoad N.willAppear z.willAppear B.willDis N.isAppearing z.isAppearing N.didAppear "
                    + "z.didAppear B.didDis"), .expect(.isLoaded("y"), "false")),
        Scenario(
            "the back button pops and notifies", rules: "N17",
            .navigation("N", "xy"), .list("N"), .show, .clearLog, .stack("N", .back),
            .log(
                "y.willMove(nil) x.didLoad y.willDis(true) x.willAppear(true) willShow(x,true) x.isAppearing(true) "
                    + "y.didDis(true) x.didAppear(true) y.didMove(nil) didShow(x,true)")),
        Scenario(
            "a second tap pops to the root and notifies of that first", rules: "N17",
            .navigation("N", "xy"), .list("N"), .show, .clearLog, .tap(0),
            .log(
                "tapped(0) should(N) y.willMove(nil) x.didLoad y.willDis(true) x.willAppear(true) willShow(x,true) "
                    + "x.isAppearing(true) y.didDis(true) x.didAppear(true) y.didMove(nil) didShow(x,true) did(N)")),
    ]

    private static let bars: [Scenario] = [
        Scenario(
            "the back button has the title of the controller below", rules: "N14",
            .navigation("N", "xyz"), .list("N"), .expect(.backTitle("x"), ""), .expect(.backTitle("y"), "Back"),
            .title("x", "Inbox"), .expect(.backTitle("y"), "Inbox"), .expect(.backTitle("z"), "Back"),
            .stack("N", .set("xz")), .expect(.backTitle("z"), "Inbox"), .expect(.backTitle("y"), ""),
            .stack("N", .set("z")), .expect(.backTitle("z"), "")),
        Scenario(
            "the title is passed to the navigation item, and not the reverse", rules: "N13",
            .expect(.navigationTitle("A"), ""), .title("A", "T"), .expect(.navigationTitle("A"), "T"),
            .run(.navigationItem("A", .title("U"))), .expect(.navigationTitle("A"), "U"),
            .expect(.item("A", .title), "T"), .title("A", "V"), .expect(.navigationTitle("A"), "V"),
            .expect(.item("A", .title), "V")),
        Scenario(
            "the controller's own left buttons replace the back button", rules: "N14",
            .navigation("N", "xy"), .list("N"), .run(.navigationItem("y", .leftItem("Menu"))),
            .expect(.backTitle("y"), ""), .stack("N", .back), .stack("N", "x,y")),
        Scenario(
            "the back button can be hidden", rules: "N14",
            .navigation("N", "xy"), .list("N"), .run(.navigationItem("y", .hidesBackButton(true))),
            .expect(.backTitle("y"), ""), .stack("N", .back), .stack("N", "x,y"),
            .run(.navigationItem("y", .hidesBackButton(false))), .expect(.backTitle("y"), "Back"),
            .stack("N", .back), .stack("N", "x")),
        Scenario(
            "a navigation bar covers the top of the content", rules: "N16 N21",
            .navigation("N", "x"), .list("N"), .expect(.safeArea("x"), "0.0 0.0"), .show,
            .expect(.safeArea("x"), "64.0 49.0"), .expect(.safeArea("N"), "20.0 49.0"), .stack("N", .hideBar(true)),
            .expect(.safeArea("x"), "20.0 49.0"), .stack("N", .push("y")), .expect(.safeArea("y"), "20.0 49.0"),
            .expect(.safeArea("x"), "0.0 0.0"), .stack("N", .hideBar(false)), .expect(.safeArea("y"), "64.0 49.0")),
        Scenario(
            "once hidden the bar stays hidden until that controller is popped", rules: "M-107 N19",
            .navigation("N", "x"), .list("N"), .show, .hidesBar("y"), .expect(.isBarHidden, "false"),
            .stack("N", .push("y")), .expect(.isBarHidden, "true"), .expect(.safeArea("y"), "64.0 0.0"),
            .stack("N", .push("z")), .expect(.isBarHidden, "true"), .stack("N", .pop), .expect(.isBarHidden, "true"),
            .stack("N", .pop), .expect(.isBarHidden, "false"), .expect(.safeArea("x"), "64.0 49.0")),
        Scenario(
            "a bar is hidden for its own tab only", rules: "M-108 N19",
            .navigation("N", "xy"), .list("NB"), .hidesBar("y"), .expect(.isBarHidden, "false"),
            .stack("N", .set("yx")), .expect(.isBarHidden, "true"), .index(1), .expect(.isBarHidden, "false"),
            .index(0), .expect(.isBarHidden, "true")),
        Scenario(
            "the flag is read when the stack changes", rules: "N19",
            .navigation("N", "x"), .list("N"), .hidesBar("x"), .expect(.isBarHidden, "false"),
            .stack("N", .push("y")), .expect(.isBarHidden, "true"), .hidesBar("x", false),
            .expect(.isBarHidden, "true"), .stack("N", .pop), .expect(.isBarHidden, "false")),
    ]
}
