/// Loading, appearance and containment: L1 to L13, in the order of S-2 and S-21.
extension Scenario {
    static let lifeCycle: [Scenario] = [
        Scenario(
            "only displayed controllers are loaded", rules: "L1",
            .navigation("N", "xy"), .list("NB"), .show, .expect(.isLoaded("y"), "true"),
            .expect(.isLoaded("x"), "false"), .expect(.isLoaded("B"), "false"), .select("B"),
            .expect(.isLoaded("B"), "true"), .expect(.isLoaded("x"), "false")),
        Scenario(
            "a will callback is followed by its did, and both alternate", rules: "L3 G-23",
            .list("AB"), .show, .clearLog, .run(.show(false)), .log("A.willDis A.didDis"), .clearLog, .show,
            .log("A.willAppear A.isAppearing A.didAppear"), .clearLog, .run(.show(false)), .log("A.willDis A.didDis")),
        Scenario(
            "a tab switch in legacy order", rules: "L5", order: .legacy,
            .list("AB"), .show, .clearLog, .select("B"),
            .log("B.didLoad B.willAppear A.willDis B.isAppearing A.didDis B.didAppear")),
        Scenario(
            "a push and a pop", rules: "L5 L9 S-3 N17",
            .navigation("N", "x"), .list("N"), .show, .clearLog, .stack("N", .push("y")),
            .log(
                "y.willMove(N) y.didLoad x.willDis y.willAppear willShow(y) y.isAppearing x.didDis y.didAppear "
                    + "y.didMove(N) didShow(y)"), .clearLog, .stack("N", .pop),
            .log(
                "y.willMove(nil) y.willDis x.willAppear willShow(x) x.isAppearing y.didDis x.didAppear "
                    + "y.didMove(nil) didShow(x)")),
        Scenario(
            "a first appearance goes from the container to the visible child only", rules: "L6 L7",
            .navigation("N", "xy"), .list("NB"), .clearLog, .show,
            .log("N.didLoad y.didLoad N.willAppear y.willAppear N.isAppearing y.isAppearing N.didAppear y.didAppear")),
        Scenario(
            "a controller that enters or leaves a container is notified before and after", rules: "L8",
            .list("AB"), .clearLog, .list("AC"),
            .log("B.willMove(nil) B.didMove(nil) C.willMove(tabs) C.didMove(tabs) items(AC,false)"),
            .fails(.list("AT", animated: false), .hierarchyInconsistency)),
    ]
}
