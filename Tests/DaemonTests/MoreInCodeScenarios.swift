/// More, as programs select what is in it.
extension Scenario {
    static let moreInCode: [Scenario] = [
        Scenario(
            "M-73 an overflow controller that is selected in code is shown in More",
            .list("ABCDEF"), .delegate(should: .deny), .forget, .index(5), .selection("F 5"), .highlighted("more"),
            .stack("more", "list,F"), .log("F.willMove(more) F.didMove(more)")),
        Scenario(
            "S-11 G-13b More comes up with its controller as one tab switch, of which its delegate is not told",
            .list("ABCDEF"), .show, .forget, .index(5), .told(""), .moves("F.willMove(more) F.didMove(more)"),
            .appearances("F.didLoad F.willAppear A.willDis F.isAppearing F.didAppear A.didDis")),
        Scenario(
            "M-75 More that is selected in code shows its list",
            .list("ABCDEF"), .show, .delegate(should: .deny), .forget, .select("more"), .selection("more NF"),
            .stack("more", "list"), .highlighted("more"), .log("A.willDis A.didDis")),
        Scenario(
            "L-2 More can't be selected while it is not on the bar",
            .list("ABCDE"), .fails(.select("more"), .invalidArgument), .selection("A 0")),
        Scenario(
            "E-18 an overflow controller can be selected in code from the list",
            .list("ABCDEF"), .show, .tap(4), .forget, .select("F"), .selection("F 5"), .stack("more", "list,F"),
            .told("willShow(F) didShow(F)"), .appearances("F.didLoad F.willAppear F.isAppearing F.didAppear")),
        Scenario(
            "E-19 selecting a tab of the bar in code keeps what More shows",
            .list("ABCDEF"), .show, .tap(4), .row(1), .forget, .index(1), .selection("B 1"),
            .stack("more", "list,F"), .parent("F", "more"),
            .log("B.didLoad B.willAppear F.willDis B.isAppearing B.didAppear F.didDis"), .tap(4), .selection("F 5")),
        Scenario(
            "E-20 another overflow controller takes the place of the shown one",
            .list("ABCDEF"), .show, .tap(4), .row(1), .forget, .select("E"), .selection("E 4"),
            .stack("more", "list,E"), .parent("F", "tabs"), .parent("E", "more"),
            .appearances("E.didLoad F.willDis E.willAppear E.isAppearing F.didDis E.didAppear"),
            .told("willShow(E) didShow(E)")),
        Scenario(
            "E-20 S-32 the list does not appear between the two",
            .list("ABCDEF"), .show, .select("F"), .forget, .select("E"),
            .expect(
                .log(.everybody),
                "F.willMove(tabs) E.willMove(more) E.didLoad F.willDis E.willAppear willShow(E) E.isAppearing F.didDis "
                    + "E.didAppear F.didMove(tabs) E.didMove(more) didShow(E)")),
        Scenario(
            "E-20 S-11 nor is More's delegate told while another tab is selected",
            .list("ABCDEF"), .show, .select("E"), .tap(0), .forget, .select("F"), .stack("more", "list,F"),
            .parent("E", "tabs"), .told(""),
            .appearances("F.didLoad F.willAppear A.willDis F.isAppearing F.didAppear A.didDis")),
        Scenario(
            "S-19 S-11 the retained controller comes back as one tab switch",
            .list("ABCDEF"), .show, .tap(4), .row(1), .stack("more", .push("X")), .tap(0), .forget, .select("F"),
            .log("X.willAppear A.willDis X.isAppearing X.didAppear A.didDis")),
        Scenario(
            "S-12 assigning More again goes from the retained controller to the list",
            .list("ABCDEF"), .tap(4), .row(1), .tap(0), .select("more"), .selection("F 5"), .stack("more", "list,F"),
            .select("more"), .selection("more NF"), .stack("more", "list"), .parent("F", "tabs"), .select("more"),
            .selection("more NF")),
        Scenario(
            "S-16 a target that loses its place on the bar while the delegate is asked is shown in More",
            .list("ABCDEF"), .delegate(should: Question(actions: [.write("ACDEFB")], allows: true)), .forget, .tap(1),
            .accepted(true), .selection("B 5"), .highlighted("more"), .stack("more", "list,B"),
            .log("tapped(1) should(B) items(ACDEmore,false) B.willMove(more) B.didMove(more) did(B)")),
        Scenario(
            "S-19 the retained controller keeps what was pushed over it",
            .list("ABCDEF"), .tap(4), .row(1), .stack("more", .push("X")), .tap(0), .select("F"), .selection("F 5"),
            .stack("more", "list,F,X")),
        Scenario(
            "S-19 a retained loan keeps its whole stack",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("more", .push("z")), .tap(0), .select("N"),
            .selection("N 5"), .stack("more", "list,x,y,z"), .stack("N", "")),
    ]
}
