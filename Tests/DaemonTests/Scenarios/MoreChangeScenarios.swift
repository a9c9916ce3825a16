/// More during changes of the list or of the width.
extension Scenario {
    static let moreChanges: [Scenario] = listChanges + widths

    private static let listChanges: [Scenario] = [
        Scenario(
            "a list without overflow removes More and selects the first", rules: "M-57",
            .list("ABCDEF"), .tap(4), .list("AB"), .selection("A 0"), .bar("A,B"), .highlighted("A")),
        Scenario(
            "a shown controller that gets a place on the bar stays displayed there", rules: "M-58",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .list("FAB"), .selection("F 0"), .bar("F,A,B"),
            .highlighted("F"), .parent("F", "tabs"), .stack("more", "list"),
            .log(
                "F.willMove(tabs) F.didMove(tabs) C.willMove(nil) C.didMove(nil) D.willMove(nil) D.didMove(nil) "
                    + "E.willMove(nil) E.didMove(nil) items(FAB,false)")),
        Scenario(
            "More's list stays selected while More exists", rules: "D-10",
            .list("ABCDEF"), .show, .tap(4), .clearLog, .list("GHIJKL"), .selection("more NF"), .highlighted("more"),
            .appearances(""), .expect(.rows, "K,L")),
        Scenario(
            "More that leaves the bar disappears after the installations", rules: "S-33 S-88",
            .list("ABCDEF"), .show, .tap(4), .clearLog, .list("GH"),
            .expect(
                .log(.all),
                "A.willMove(nil) A.didMove(nil) B.willMove(nil) B.didMove(nil) C.willMove(nil) C.didMove(nil) "
                    + "D.willMove(nil) D.didMove(nil) E.willMove(nil) E.didMove(nil) F.willMove(nil) F.didMove(nil) "
                    + "G.willMove(tabs) G.didMove(tabs) H.willMove(tabs) H.didMove(tabs) items(GH,false) G.didLoad "
                    + "more.willDis list.willDis more.didDis list.didDis G.willAppear G.isAppearing G.didAppear")),
        Scenario(
            "a selected tab that loses its place on the bar is shown in More", rules: "S-34",
            .list("ABCDEF"), .show, .select("B"), .clearLog, .list("ACDEFB"), .selection("B 5"), .highlighted("more"),
            .stack("more", "list,B"), .parent("B", "more"), .appearances("")),
        Scenario(
            "a controller in More at the old index is shown there", rules: "S-34",
            .list("ABCDE"), .select("E"), .list("ABCDXFG"), .selection("X 4"), .highlighted("more"),
            .stack("more", "list,X")),
        Scenario(
            "controllers pushed over it disappear, and the remaining one appears in its own tab", rules: "S-39 S-32",
            .list("ABCDEF"), .show, .select("F"), .stack("more", .push("X")), .clearLog, .list("FAB"),
            .selection("F 0"), .parent("X", "nil"),
            .appearances("X.willDis X.didDis F.willAppear F.isAppearing F.didAppear")),
        Scenario(
            "controllers that a client pushed over the list stay while More does", rules: "S-45",
            .list("ABCDEF"), .tap(4), .stack("more", .push("X")), .list("ABCDEFG"), .stack("more", "list,X"),
            .selection("more NF"), .list("AB"), .stack("more", "list"), .parent("X", "nil"), .selection("A 0")),
        Scenario(
            "a retained controller is kept while it stays in More", rules: "S-61",
            .list("ABCDEF"), .tap(4), .row(1), .tap(0), .list("ABCDEFG"), .stack("more", "list,F"), .selection("A 0"),
            .list("ABCDGF"), .stack("more", "list,F"), .list("ABCDGF"), .stack("more", "list,F"), .tap(4),
            .selection("F 5")),
        Scenario(
            "controllers pushed over a retained controller are kept with it", rules: "S-61",
            .list("ABCDEF"), .select("F"), .stack("more", .push("X")), .list("ABCDEFG"), .stack("more", "list,F,X"),
            .selection("F 5"), .tap(0), .list("ABCDFE"), .stack("more", "list,F,X")),
        Scenario(
            "a retained controller that gets a tab leaves More", rules: "D-11",
            .list("ABCDEF"), .tap(4), .row(1), .tap(0), .clearLog, .list("AFBCDE"), .selection("A 0"),
            .stack("more", "list"), .parent("F", "tabs"), .bar("A,F,B,C,more"),
            .log("F.willMove(tabs) F.didMove(tabs) items(AFBCmore,false)"), .tap(4), .selection("more NF")),
        Scenario(
            "a controller that a client pushed over the list can become a tab", rules: "S-45",
            .list("ABCDEF"), .show, .tap(4), .stack("more", .push("X")), .clearLog, .list("ABCDEFX"),
            .stack("more", "list"), .selection("more NF"), .parent("X", "tabs"), .expect(.rows, "E,F,X"),
            .moves("X.willMove(tabs) X.didMove(tabs)"), .appearances("X.willDis X.didDis")),
        Scenario(
            "a displayed overflow controller that is pushed elsewhere disappears before it appears there",
            rules: "S-28 S-29",
            .navigation("O", "w"), .list("OBCDEF"), .show, .select("F"), .clearLog, .stack("O", .push("F")),
            .tabs("O,B,C,D,E"), .bar("O,B,C,D,E"), .selection("O 0"), .stack("O", "w,F"), .stack("more", "list"),
            .moves("F.willMove(O) F.didMove(O)"),
            .appearances(
                "F.willDis F.didDis O.willAppear w.willAppear O.isAppearing w.isAppearing O.didAppear w.didAppear "
                    + "w.willDis F.willAppear F.isAppearing w.didDis F.didAppear")),
        Scenario(
            "moving a tab elsewhere shortens its list, as the program would", rules: "S-29",
            .navigation("O", "w"), .list("OBCDEF"), .run(.customizable("B")), .clearLog, .stack("O", .push("B")),
            .tabs("O,C,D,E,F"), .expect(.customizable, "O,C,D,E,F"),
            .log("B.willMove(O) items(OCDEF,false) B.didMove(O)")),
        Scenario(
            "moving a tab elsewhere ends a session", rules: "S-29 E-49",
            .navigation("O", "w"), .list("OBCDEFG"), .tap(4), .edit, .clearLog, .stack("O", .push("B")),
            .notifications("willEnd(OBCDEFG,false) didEnd(OBCDEFG,false) items(OCDEmore,false)"), .selection("more NF")),
        Scenario(
            "a controller that moves from a stack to the list is notified of the new place only", rules: "S-28 G-40",
            .navigation("N", "xy"), .list("NA"), .clearLog, .list("NAx"), .stack("N", "y"), .parent("x", "tabs"),
            .log("x.willMove(tabs) x.didMove(tabs) items(NAx,false)")),
        Scenario(
            "a shown controller that is destroyed is replaced by the one at its index", rules: "D-3",
            .list("ABCDEFG"), .select("F"), .run(.destroy("F")), .selection("G 5"), .stack("more", "list,G"),
            .run(.destroy("G")), .selection("A 0"), .tabs("A,B,C,D,E"), .stack("more", "list")),
        Scenario(
            "the controller at the index of a removed shown controller is shown in its place", rules: "S-62",
            .list("ABCDEFG"), .select("F"), .clearLog, .list("ABCDEG"), .selection("G 5"), .stack("more", "list,G"),
            .parent("F", "nil"), .moves("F.willMove(nil) F.didMove(nil) G.willMove(more) G.didMove(more)")),
        Scenario(
            "a removed shown controller disappears before the next one appears", rules: "S-21 S-32",
            .list("ABCDEFG"), .show, .select("F"), .clearLog, .list("ABCDEG"),
            .expect(
                .log(.all),
                "F.willMove(nil) F.willDis F.didDis F.didMove(nil) G.willMove(more) G.didLoad "
                    + "G.willAppear G.isAppearing G.didAppear G.didMove(more)")),
    ]

    private static let widths: [Scenario] = [
        Scenario(
            "a narrow width shows the selected tab in More, and a wide one returns its tab", rules: "M-82",
            profile: .pad,
            .list("ABCDEF"), .show, .select("C"), .select("F"), .size(500, 1024), .highlighted("more"),
            .selection("F 5"), .stack("more", "list,F"), .tap(4), .selection("more NF"), .size(768, 1024),
            .selection("F 5"), .bar("A,B,C,D,E,F"), .highlighted("F")),
        Scenario(
            "a shown controller stays selected in a tab of its own", rules: "M-83", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .show, .select("E"), .parent("E", "more"), .clearLog, .size(768, 1024),
            .selection("E 4"), .highlighted("E"), .parent("E", "tabs"), .appearances(""),
            .moves("E.willMove(tabs) E.didMove(tabs)"), .notifications("items(ABCDEF,false)")),
        Scenario(
            "the width determines whether More exists, and the bar is announced", rules: "E-30 S-67", profile: .pad,
            .list("ABCDEF"), .clearLog, .size(599, 1024), .bar("A,B,C,D,more"), .log("items(ABCDmore,false)"),
            .size(600, 1024), .bar("A,B,C,D,E,F"), .log("items(ABCDEF,false)"), .size(700, 1024), .log("")),
        Scenario(
            "a change of tabs under More announces no items", rules: "S-94",
            .list("ABCDEF"), .clearLog, .list("ABCDFE"), .list("ABCDFEG"), .list("ABCDGE"), .notifications(""),
            .list("ABCDG"), .notifications("items(ABCDG,false)")),
        Scenario(
            "a width that changes no items announces none", rules: "S-94", profile: .pad,
            .list("ABC"), .clearLog, .size(500, 1024), .size(768, 1024), .log("")),
        Scenario(
            "from the list a wide bar selects the last tab that was on the bar", rules: "E-31", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .delegate(should: .allow), .tap(1), .tap(4), .row(1), .tap(4), .clearLog,
            .size(768, 1024), .selection("B 1"), .notifications("items(ABCDEF,false)"), .select("C"), .select("E"),
            .size(500, 1024), .selection("E 4"), .highlighted("more"), .tap(4), .size(768, 1024), .selection("E 4")),
        Scenario(
            "without that tab the first is selected", rules: "E-31", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .select("B"), .tap(4), .list("ACDEFG"), .selection("more NF"),
            .size(768, 1024), .selection("A 0")),
        Scenario(
            "a change of the width has the order of a tab switch", rules: "S-32", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .show, .tap(1), .tap(4), .clearLog, .size(768, 1024),
            .expect(
                .log(.all),
                "items(ABCDEF,false) B.willAppear more.willDis list.willDis B.isAppearing B.didAppear more.didDis "
                    + "list.didDis")),
        Scenario(
            "a selected controller that loses its tab stays displayed, in More", rules: "E-33", profile: .pad,
            .list("ABCDEF"), .show, .select("F"), .clearLog, .size(500, 1024), .selection("F 5"), .highlighted("more"),
            .parent("F", "more"), .appearances(""), .moves("F.willMove(more) F.didMove(more)")),
        Scenario(
            "a selected tab that keeps its place on the bar gets no callbacks on a change of width", rules: "E-30 E-33",
            profile: .pad,
            .list("ABCDEF"), .show, .select("D"), .clearLog, .size(500, 1024), .selection("D 3"), .highlighted("D"),
            .log("items(ABCDmore,false)"), .size(768, 1024), .selection("D 3"), .log("items(ABCDEF,false)")),
        Scenario(
            "a change of the width drops the controller that More retains", rules: "S-60", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .tap(4), .row(1), .tap(0), .stack("more", "list,F"), .size(768, 1024),
            .selection("A 0"), .stack("more", "list"), .parent("F", "tabs"), .size(500, 1024), .stack("more", "list"),
            .tap(4), .selection("more NF")),
        Scenario(
            "a change of the width returns a lent stack that More retains", rules: "S-60 E-23", profile: .pad,
            .navigation("N", "xy"), .size(500, 1024), .list("ABCDEN"), .select("N"), .tap(0), .size(768, 1024),
            .stack("N", "x,y"), .parent("y", "N"), .stack("more", "list")),
    ]
}
