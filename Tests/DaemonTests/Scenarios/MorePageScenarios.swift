/// More's list for front ends that know only views and bar buttons (E-7, E-8, E-43).
extension Scenario {
    static let morePage: [Scenario] = [
        Scenario(
            "Edit and Done are buttons of the list with numbers of their own", rules: "E-8",
            .list("ABCDEF"), .expect(.rightButtons("list"), "1 Edit"),
            .fails(.tapBarButton("list", 1), .internalInconsistency), .tap(4),
            .fails(.tapBarButton("list", 2), .invalidArgument), .clearLog, .button("list", 1),
            .expect(.isCustomizing, "true"), .expect(.rightButtons("list"), "2 Done"),
            .expect(.navigationTitle("list"), "Configure"), .fails(.tapBarButton("list", 1), .invalidArgument),
            .drag("F", to: 0), .button("list", 2), .expect(.isCustomizing, "false"), .tabs("F,B,C,D,A,E"),
            .expect(.rightButtons("list"), "1 Edit"), .expect(.navigationTitle("list"), "More"),
            .expect(.log(.named("list")), "list.activated(1) list.activated(2)"),
            .log("willBegin(ABCDEF) willEnd(FBCDAE,true) items(FBCDmore,false) didEnd(FBCDAE,true)")),
        Scenario(
            "without a customizable tab or without More the Edit button is hidden", rules: "E-8",
            .list("ABCDEF"), .run(.customizable("")), .expect(.rightButtons("list"), ""), .tap(4),
            .fails(.tapBarButton("list", 1), .invalidArgument), .run(.customizable("B")),
            .expect(.rightButtons("list"), "1 Edit"), .list("ABC"), .expect(.rightButtons("list"), "")),
        Scenario(
            "a tap on the button begins and ends a session", rules: "E-8",
            .list("ABCDEF"), .show, .tap(4), .touch(343, 42), .expect(.isCustomizing, "true"), .touch(343, 42),
            .expect(.isCustomizing, "false")),
        Scenario(
            "Edit and Done can't be replaced, and their numbers are reserved in the list", rules: "E-8",
            .list("ABCDEF"), .fails(.barButtons("list", left: [], right: [5]), .internalInconsistency),
            .fails(.barButtons("list", left: [2], right: []), .invalidArgument),
            .expect(.rightButtons("list"), "1 Edit")),
        Scenario(
            "the table of the list has a row per tab, and a row opens its tab", rules: "E-7",
            .list("ABCDEFG"), .item("E", .title, "E"), .item("F", .title, "F"), .title("G", "G"), .page(""), .show,
            .tap(4), .page("Rows E,F,G"), .run(.enable("F", false)), .item("E", .title, "Echo"),
            .page("Rows Echo,(F),G"), .fails(.more(.select(1)), .invalidArgument),
            .fails(.more(.select(3)), .outOfRange), .clearLog, .selectRow(2), .selection("G 6"),
            .stack("more", "list,G"),
            .log(
                "G.willMove(more) G.didLoad G.willAppear(true) willShow(G,true) G.isAppearing(true) G.didAppear(true) "
                    + "G.didMove(more) didShow(G,true)"), .fails(.more(.select(0)), .internalInconsistency),
            .stack("more", .back), .list("ABCDEG"), .page("Rows Echo,G")),
        Scenario(
            "a navigation controller has the row of its root", rules: "E-7 H-4",
            .navigation("N", "X"), .title("X", "Root"), .list("ABCDEN"), .show, .tap(4), .page("Rows ,Root"),
            .title("X", "Other"), .page("Rows ,Other"), .selectRow(1), .stack("more", "list,X"), .title("X", "Lent"),
            .stack("more", .back), .page("Rows ,Lent")),
        Scenario(
            "the table lists the bar's tabs and then the others, and a drag swaps two", rules: "E-43",
            .list("ABCDEF"), .title("A", "A"), .title("B", "B"), .title("D", "D"), .title("E", "E"), .title("F", "F"),
            .show, .tap(4), .edit, .page("Items A,B,,D,E,F"), .moveRow(5, to: 0), .page("Items F,B,,D,A,E"),
            .expect(.arrangement, "F,B,C,D"), .moveRow(1, to: 3), .page("Items F,D,,B,A,E"), .moveRow(1, to: 5),
            .page("Items F,E,,B,A,D"), .moveRow(0, to: 0), .fails(.more(.move(4, to: 5)), .invalidArgument),
            .fails(.more(.move(0, to: 6)), .outOfRange), .page("Items F,E,,B,A,D"), .tabs("A,B,C,D,E,F"), .done,
            .accepted(true), .tabs("F,E,C,B,A,D"), .page("Rows A,D")),
        Scenario(
            "a front end that can only tap picks a row up and drops it", rules: "E-43",
            .list("ABCDEF"), .title("A", "A"), .title("E", "E"), .title("F", "F"), .show, .tap(4), .edit, .selectRow(5),
            .page("Items A,,,,E,>F"), .selectRow(5), .page("Items A,,,,E,F"), .selectRow(5), .selectRow(4),
            .page("Items A,,,,>E,F"), .selectRow(5), .page("Items A,,,,E,>F"), .selectRow(0), .page("Items F,,,,A,E"),
            .selectRow(0), .selectRow(5), .page("Items E,,,,A,F"), .selectRow(4), .drag("F", to: 1),
            .page("Items E,F,,,>A,"), .done, .page("Rows A,"), .edit, .page("Items E,F,,,A,"), .done),
        Scenario(
            "a locked tab has a disabled row, which is not moved", rules: "E-40 M-88",
            .list("ABCDEF"), .title("A", "A"), .title("C", "C"), .title("F", "F"), .run(.customizable("ABF")), .show,
            .tap(4), .edit, .page("Items A,,(C),(),(),F"), .fails(.more(.select(2)), .invalidArgument),
            .fails(.more(.move(5, to: 2)), .invalidArgument), .fails(.more(.move(2, to: 0)), .invalidArgument),
            .selectRow(5), .page("Items A,,(C),(),(),>F"), .run(.customizable("AB")), .page("Items A,,(C),(),(),(F)"),
            .selectRow(0), .page("Items >A,,(C),(),(),(F)"), .selectRow(1), .expect(.arrangement, "B,A,C,D")),
        Scenario(
            "a change of the list ends the session on the page as well", rules: "E-49 S-52",
            .list("ABCDEF"), .title("F", "F"), .show, .tap(4), .edit, .selectRow(5), .list("ABCDEFG"),
            .page("Rows ,F,"), .expect(.rightButtons("list"), "1 Edit"),
            .fails(.tapBarButton("list", 2), .invalidArgument)),
        Scenario(
            "the back button over the page has its title, also during a session", rules: "S-87",
            .list("ABCDEF"), .show, .tap(4), .edit, .select("F"), .expect(.backTitle("F"), "Configure"), .done,
            .expect(.backTitle("F"), "More")),
    ]
}
