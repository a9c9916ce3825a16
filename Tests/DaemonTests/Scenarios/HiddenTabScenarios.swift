/// Hidden tabs.
extension Scenario {
    static let hiddenTabs: [Scenario] = [
        Scenario(
            "a hidden tab keeps its index, but is not on the bar", rules: "K-50",
            .list("ABC"), .show, .clearLog, .tab(.hide("B")), .tabs("A,B,C"), .bar("A,C"), .selection("A 0"),
            .log("items(AC,false)"), .tap(1), .selection("C 2"), .clearLog, .tab(.hide("B", false)), .bar("A,B,C"),
            .selection("C 2"), .log("items(ABC,false)")),
        Scenario(
            "the first visible tab takes the place of a hidden selected one, without asking", rules: "K-50",
            .list("ABC"), .show, .select("B"), .delegate(should: .deny), .clearLog, .tab(.hide("B")),
            .selection("A 0"),
            .log("items(AC,false) A.willAppear B.willDis A.isAppearing A.didAppear B.didDis")),
        Scenario(
            "a hidden tab can't be selected", rules: "K-50 S-140",
            .list("ABC"), .tab(.hide("B")), .fails(.select("B"), .invalidArgument),
            .fails(.tab(.tap("B")), .invalidArgument), .tab(.next), .selection("C 2"), .tab(.previous),
            .selection("A 0")),
        Scenario(
            "with all tabs hidden nothing is selected, until one is visible", rules: "S-140",
            .list("AB"), .show, .tab(.hide("A")), .selection("B 1"), .tab(.hide("B")), .bar(""),
            .selection("nil NF"), .clearLog, .tab(.hide("A", false)), .selection("A 0"), .bar("A")),
        Scenario(
            "hidden tabs do not count for More", rules: "S-140 E-2",
            .list("ABCDEF"), .show, .bar("A,B,C,D,more"), .tab(.hide("B")), .bar("A,C,D,E,F"),
            .tab(.hide("B", false)), .bar("A,B,C,D,more")),
        Scenario(
            "a tab that is shown in More leaves it when it is hidden", rules: "S-140 K-50",
            .list("ABCDEFG"), .show, .select("F"), .selection("F 5"), .tab(.hide("F")), .selection("A 0"),
            .parent("F", "tabs"), .bar("A,B,C,D,more"), .stack("more", "list"), .tab(.hide("F", false)), .select("F"),
            .selection("F 5")),
        Scenario(
            "the list stays displayed while there is a More, else the last tab", rules: "S-140 E-31",
            .list("ABCDEFG"), .show, .select("C"), .tap(4), .selection("more NF"), .tab(.hide("E")),
            .selection("more NF"), .tab(.hide("F")), .selection("C 2"), .bar("A,B,C,D,G")),
        Scenario(
            "a stack that was lent to More goes back when its tab is hidden", rules: "S-140 E-22",
            .navigation("N", "xy"), .list("ABCDEN"), .show, .select("N"), .tab(.hide("A")), .bar("B,C,D,E,N"),
            .stack("N", "x,y"), .selection("N 5"), .tab(.hide("A", false)), .stack("more", "list,x,y"),
            .tab(.hide("N")), .stack("N", "x,y"), .parent("x", "N"), .selection("A 0")),
        Scenario(
            "a tab that is inserted hidden is not selected", rules: "S-140 D-3",
            .tab(.hide("A")), .list("A"), .selection("nil NF"), .bar(""), .list("AB"), .selection("B 1"), .bar("B")),
        Scenario(
            "the user hides only tabs that allow it, and never the last one", rules: "K-51 S-140",
            .list("AB"), .tab(.userHides("A")), .accepted(false), .tab(.allowHiding("A")), .tab(.allowHiding("B")),
            .tab(.userHides("A")), .accepted(true), .bar("B"), .tab(.userHides("B")), .accepted(false),
            .tab(.userHides("A", false)), .accepted(true), .bar("A,B"),
            .fails(.tab(.userHides("X")), .invalidArgument)),
        Scenario(
            "a reset restores what is hidden by default", rules: "K-51",
            .list("ABC"), .tab(.hideByDefault("B")), .bar("A,C"), .tab(.hide("B", false)), .tab(.hide("C")),
            .bar("A,B"), .tab(.resetHidden), .bar("A,C"), .tab(.hideByDefault("B")), .bar("A,C"), .clearLog,
            .tab(.resetHidden), .log("")),
        Scenario(
            "hiding a tab ends the session, and the session keeps the places of hidden tabs", rules: "S-140 E-49",
            .list("ABCDEFG"), .show, .tab(.hide("B")), .bar("A,C,D,E,more"), .tap(4), .edit, .drag("F", to: 0), .done,
            .tabs("F,B,C,D,E,A,G"), .edit, .tab(.allowHiding("G")), .tab(.userHides("G")), .accepted(false),
            .expect(.isCustomizing, "true"), .tab(.hide("G")), .expect(.isCustomizing, "false")),
        Scenario(
            "a television hides tabs as well", rules: "K-50", profile: .tv,
            .list("ABC"), .show, .tab(.hide("A")), .bar("B,C"), .selection("B 1"), .tab(.hide("A", false)),
            .bar("A,B,C"), .selection("B 1")),
    ]
}
