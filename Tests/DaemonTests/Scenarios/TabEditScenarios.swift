/// Edits and gestures that name one tab, and the tabs before and after the selected one.
extension Scenario {
    static let tabEdits: [Scenario] = [
        Scenario(
            "an inserted tab keeps the selection and the tabs that can't be customized", rules: "S-112",
            .list("ABC"), .run(.customizable("AB")), .select("B"), .show, .clearLog, .tab(.insert("D", at: 1)),
            .tabs("A,D,B,C"), .selection("B 2"), .expect(.customizable, "A,D,B"),
            .log("D.willMove(tabs) D.didMove(tabs) items(ADBC,false)"),
            .tab(.insert("E", at: 4)), .tabs("A,D,B,C,E")),
        Scenario(
            "a tab can't be inserted twice, or behind the end", rules: "S-112",
            .list("AB"), .clearLog, .fails(.tab(.insert("A", at: 0)), .invalidArgument),
            .fails(.tab(.insert("C", at: 3)), .outOfRange), .tabs("A,B"), .log("")),
        Scenario(
            "the first inserted tab is selected", rules: "S-112",
            .tab(.insert("A", at: 0)), .tabs("A"), .selection("A 0")),
        Scenario(
            "a removed tab leaves its place to the next one", rules: "S-112",
            .list("ABC"), .run(.customizable("BC")), .select("B"), .clearLog, .tab(.remove("B")), .tabs("A,C"),
            .selection("C 1"), .parent("B", "nil"), .expect(.customizable, "C"),
            .fails(.tab(.remove("B")), .invalidArgument), .tabs("A,C")),
        Scenario(
            "a moved tab stays selected", rules: "S-112",
            .list("ABC"), .run(.customizable("AC")), .clearLog, .tab(.move("A", to: 2)), .tabs("B,C,A"),
            .selection("A 2"), .expect(.customizable, "C,A"), .log("items(BCA,false)"),
            .fails(.tab(.move("A", to: 3)), .outOfRange), .fails(.tab(.move("X", to: 0)), .invalidArgument),
            .clearLog, .tab(.move("A", to: 2)), .log("")),
        Scenario(
            "a tab that moves out of More is on the bar", rules: "S-112",
            .list("ABCDEF"), .show, .select("F"), .tab(.move("F", to: 0)), .bar("F,A,B,C,more"), .selection("F 0")),
        Scenario(
            "next and previous go around the list and skip disabled tabs", rules: "S-110",
            .list("ABCD"), .run(.enable("C", false)), .tab(.next), .selection("B 1"), .tab(.next), .selection("D 3"),
            .tab(.next), .selection("A 0"), .tab(.previous), .selection("D 3"), .tab(.previous), .selection("B 1")),
        Scenario(
            "next reaches the tabs in More", rules: "S-110",
            .list("ABCDEF"), .show, .select("D"), .tab(.next), .selection("E 4"), .highlighted("more"), .tab(.next),
            .selection("F 5"), .tab(.next), .selection("A 0")),
        Scenario(
            "without another tab, next and last used do nothing", rules: "S-110",
            .list("A"), .clearLog, .tab(.next), .tab(.previous), .tab(.lastUsed), .selection("A 0"), .log("")),
        Scenario(
            "next asks no delegate", rules: "S-110",
            .list("AB"), .delegate(should: .deny), .clearLog, .tab(.next), .selection("B 1"), .log("")),
        Scenario(
            "the last used tab alternates, and follows the tabs that are left", rules: "S-110",
            .list("ABC"), .tab(.lastUsed), .selection("A 0"), .tap(2), .tap(1), .tab(.lastUsed), .selection("C 2"),
            .tab(.lastUsed), .selection("B 1"), .tab(.remove("C")), .tab(.lastUsed), .selection("A 0")),
        Scenario(
            "a tab that was shown in More counts as used", rules: "S-110",
            .list("ABCDEF"), .show, .select("F"), .select("A"), .tab(.lastUsed), .selection("F 5"), .tab(.lastUsed),
            .selection("A 0")),
        Scenario(
            "a tap names its tab", rules: "S-111",
            .list("ABC"), .delegate(should: .allow), .clearLog, .tab(.tap("C")), .accepted(true), .selection("C 2"),
            .log("tapped(2) should(C) did(C)"), .fails(.tab(.tap("X")), .invalidArgument)),
        Scenario(
            "a tab in More is tapped in the list", rules: "S-111",
            .list("ABCDEF"), .show, .fails(.tab(.tap("F")), .invalidArgument),
            .fails(.tab(.tapRow("F")), .internalInconsistency), .tab(.tap("more")), .accepted(true),
            .fails(.tab(.tapRow("A")), .invalidArgument), .tab(.tapRow("F")), .accepted(true), .selection("F 5")),
        Scenario(
            "a tap is refused when another tab is in the expected place", rules: "S-111",
            .list("ABC"), .clearLog, .tab(.tapExpecting("C", at: 1)), .accepted(false),
            .tab(.tapExpecting("C", at: 7)), .accepted(false), .selection("A 0"), .log(""),
            .tab(.tapExpecting("C", at: 2)), .accepted(true), .selection("C 2")),
        Scenario(
            "a tapped row is refused when another tab is in the expected row", rules: "S-111",
            .list("ABCDEF"), .show, .tap(4), .tab(.tapRowExpecting("F", at: 0)), .accepted(false),
            .tab(.tapRowExpecting("F", at: 9)), .accepted(false), .selection("more NF"),
            .tab(.tapRowExpecting("F", at: 1)), .accepted(true), .selection("F 5")),
        Scenario(
            "the user reorders only tabs that allow it", rules: "S-113",
            .list("ABC"), .tab(.reorder("A", to: 2)), .accepted(false), .tabs("A,B,C"), .tab(.allowReordering("A")),
            .clearLog, .tab(.reorder("A", to: 2)), .accepted(true), .tabs("B,C,A"), .selection("A 2"),
            .log("items(BCA,false)"), .fails(.tab(.reorder("A", to: 3)), .outOfRange),
            .fails(.tab(.reorder("X", to: 0)), .invalidArgument)),
        Scenario(
            "while the user customizes, tabs can't be reordered otherwise", rules: "S-113",
            .list("ABCDEF"), .show, .tab(.allowReordering("A")), .tap(4), .edit, .tab(.reorder("A", to: 2)),
            .accepted(false), .expect(.isCustomizing, "true"), .done, .tabs("A,B,C,D,E,F")),
    ]
}
