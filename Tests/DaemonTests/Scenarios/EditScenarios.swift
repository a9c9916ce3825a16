/// Edit sessions, in which the user arranges the tabs (E-40 to E-52).
extension Scenario {
    static let editing: [Scenario] = [
        Scenario(
            "a session without a change reports that", rules: "M-85",
            .list("ABCDEF"), .tap(4), .clearLog, .edit, .expect(.isCustomizing, "true"), .done, .accepted(false),
            .tabs("A,B,C,D,E,F"), .expect(.isCustomizing, "false"), .selection("more NF"),
            .log("willBegin(ABCDEF) willEnd(ABCDEF,false) didEnd(ABCDEF,false)")),
        Scenario(
            "two tabs of the bar change places", rules: "M-87",
            .list("ABCDEF"), .tap(4), .clearLog, .edit, .drag("A", to: 2), .expect(.arrangement, "C,B,A,D"),
            .tabs("A,B,C,D,E,F"), .done, .accepted(true), .tabs("C,B,A,D,E,F"), .bar("C,B,A,D,more"),
            .expect(.arrangement, "C,B,A,D"), .selection("more NF"),
            .log("willBegin(ABCDEF) willEnd(CBADEF,true) items(CBADmore,false) didEnd(CBADEF,true)")),
        Scenario(
            "a locked tab can't be displaced", rules: "M-88 M-89",
            .list("ABCDEF"), .run(.customizable("BCF")), .tap(4), .edit, .fails(.more(.drag("F", 0)), .invalidArgument),
            .expect(.arrangement, "A,B,C,D"), .fails(.more(.drag("E", 1)), .invalidArgument),
            .fails(.more(.drag("X", 1)), .invalidArgument), .drag("F", to: 1), .expect(.arrangement, "A,F,C,D"), .done,
            .tabs("A,F,C,D,B,E")),
        Scenario(
            "the place of More is fixed", rules: "E-42 S-98",
            .list("ABCDEF"), .tap(4), .edit, .fails(.more(.drag("A", 4)), .invalidArgument),
            .fails(.more(.drag("A", 5)), .outOfRange), .expect(.arrangement, "A,B,C,D"), .done, .accepted(false)),
        Scenario(
            "on a wide pad Edit is not available", rules: "S-98", profile: .pad,
            .list("ABCDEF"), .expect(.isEditAvailable, "false"), .fails(.more(.edit), .internalInconsistency)),
        Scenario(
            "without a customizable tab Edit is not available", rules: "M-90",
            .list("ABCDEF"), .expect(.isEditAvailable, "true"), .run(.customizable("")),
            .expect(.isEditAvailable, "false"), .tap(4), .clearLog, .fails(.more(.edit), .internalInconsistency),
            .log(""), .expect(.isCustomizing, "false")),
        Scenario(
            "editing begins in the list, and only once", rules: "E-8",
            .list("ABCDEF"), .fails(.more(.edit), .internalInconsistency),
            .fails(.more(.done), .internalInconsistency), .fails(.more(.drag("A", 1)), .internalInconsistency),
            .tap(4), .row(0), .fails(.more(.edit), .internalInconsistency), .tap(4), .edit,
            .fails(.more(.edit), .internalInconsistency), .done),
        Scenario(
            "a controller that is moved to the bar has a tab", rules: "M-92",
            .list("ABCDEF"), .tap(4), .clearLog, .edit, .drag("F", to: 0), .done, .expect(.rows, "A,E"), .tap(0),
            .selection("F 0"), .parent("F", "tabs"), .highlighted("F"),
            .log(
                "willBegin(ABCDEF) willEnd(FBCDAE,true) items(FBCDmore,false) didEnd(FBCDAE,true) tapped(0) should(F) "
                    + "did(F)")),
        Scenario(
            "a session does not change which tabs are customizable", rules: "M-93 S-56",
            .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .done, .expect(.customizable, "A,B,C,D,E,F"),
            .tabs("F,B,C,D,A,E")),
        Scenario(
            "another tab bar controller keeps its program's order", rules: "M-95",
            .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .done, .tabs("F,B,C,D,A,E"), .run(.relaunch),
            .list("ABCDEF"), .tabs("A,B,C,D,E,F"), .bar("A,B,C,D,more"), .selection("A 0")),
        Scenario(
            "the delegate gets the movable tabs, in the order of the list", rules: "E-41 S-49",
            .list("ABCDEF"), .run(.customizable("FBA")), .tap(4), .clearLog, .edit, .log("willBegin(ABF)"), .done),
        Scenario(
            "moving a tab and moving it back is not a change", rules: "E-45",
            .list("ABCDEF"), .tap(4), .edit, .drag("A", to: 2), .drag("A", to: 0), .drag("E", to: 3),
            .drag("D", to: 3), .expect(.arrangement, "A,B,C,D"), .clearLog, .done, .accepted(false),
            .tabs("A,B,C,D,E,F"), .log("willEnd(ABCDEF,false) didEnd(ABCDEF,false)")),
        Scenario(
            "a change of the list ends a session without effect first", rules: "E-49 S-52",
            .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .clearLog, .list("ABCDEFG"),
            .expect(.isCustomizing, "false"), .tabs("A,B,C,D,E,F,G"), .selection("more NF"),
            .log("willEnd(ABCDEF,false) didEnd(ABCDEF,false) G.willMove(tabs) G.didMove(tabs)"),
            .fails(.more(.done), .internalInconsistency)),
        Scenario(
            "the end of a tab ends a session without effect first", rules: "E-49 S-52",
            .list("ABCDEFG"), .tap(4), .edit, .drag("F", to: 0), .clearLog, .run(.destroy("F")),
            .expect(.isCustomizing, "false"), .tabs("A,B,C,D,E,G"), .selection("more NF"),
            .log("willEnd(ABCDEFG,false) didEnd(ABCDEFG,false) F.willMove(nil) F.didMove(nil)")),
        Scenario(
            "selecting a tab of the bar in code ends a session without effect first", rules: "E-50",
            .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .clearLog, .select("B"),
            .expect(.isCustomizing, "false"), .tabs("A,B,C,D,E,F"), .selection("B 1"),
            .log("willEnd(ABCDEF,false) didEnd(ABCDEF,false)")),
        Scenario(
            "an overflow controller that is selected in code appears under the sheet", rules: "E-50",
            .list("ABCDEF"), .show, .tap(4), .edit, .clearLog, .select("F"), .expect(.isCustomizing, "true"),
            .selection("F 5"), .notifications("willShow(F) didShow(F)"), .done, .selection("F 5")),
        Scenario(
            "the back button under the sheet does nothing and reports no error", rules: "S-87",
            .list("ABCDEF"), .show, .tap(4), .edit, .select("F"), .clearLog, .stack("more", .back), .selection("F 5"),
            .stack("more", "list,F"), .expect(.isCustomizing, "true"), .log(""), .done, .stack("more", .back),
            .selection("more NF"), .stack("more", "list")),
        Scenario(
            "a controller under the sheet that is moved to the bar leaves More without callbacks", rules: "S-6",
            .list("ABCDEF"), .show, .tap(4), .edit, .select("E"), .drag("E", to: 0), .clearLog, .done,
            .selection("more NF"), .stack("more", "list"), .parent("E", "tabs"), .tabs("E,B,C,D,A,F"),
            .notifications("willEnd(EBCDAF,true) items(EBCDmore,false) didEnd(EBCDAF,true)")),
        Scenario(
            "a controller under the sheet that stays in More stays shown", rules: "S-6",
            .list("ABCDEF"), .tap(4), .edit, .select("F"), .drag("E", to: 0), .done, .selection("F 5"),
            .stack("more", "list,F"), .tabs("E,B,C,D,A,F")),
        Scenario(
            "a change of the width ends a session without effect first", rules: "S-46", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .clearLog, .size(768, 1024),
            .expect(.isCustomizing, "false"), .tabs("A,B,C,D,E,F"),
            .log("willEnd(ABCDEF,false) didEnd(ABCDEF,false) items(ABCDEF,false)"), .selection("A 0")),
        Scenario(
            "a size of the same width class keeps a session open", rules: "S-46", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .tap(4), .edit, .clearLog, .size(400, 1024),
            .expect(.isCustomizing, "true"), .log("")),
        Scenario(
            "a change of the customizable tabs applies from the next drag on", rules: "S-50",
            .list("ABCDEF"), .tap(4), .edit, .drag("F", to: 0), .run(.customizable("BC")),
            .expect(.isCustomizing, "true"), .fails(.more(.drag("E", 1)), .invalidArgument), .drag("B", to: 2),
            .expect(.arrangement, "F,C,B,D"), .done, .tabs("F,C,B,D,A,E")),
        Scenario(
            "setting the same list keeps a session open, and makes all its tabs customizable", rules: "S-35 D-15",
            .list("ABCDEF"), .run(.customizable("A")), .tap(4), .edit, .clearLog, .list("ABCDEF"),
            .expect(.isCustomizing, "true"), .log(""), .drag("F", to: 1), .done, .tabs("A,F,C,D,B,E")),
        Scenario(
            "the rest keeps its order, however often a place changes its tab", rules: "E-46",
            .list("ABCDEFG"), .tap(4), .edit, .drag("G", to: 0), .drag("E", to: 0), .drag("F", to: 3),
            .expect(.arrangement, "E,B,C,F"), .drag("A", to: 1), .expect(.arrangement, "E,A,C,F"), .done,
            .tabs("E,A,C,F,B,D,G"), .expect(.rows, "B,D,G")),
        Scenario(
            "a session does not change which tab was the last one on the bar", rules: "E-31 S-48", profile: .pad,
            .size(500, 1024), .list("ABCDEF"), .tap(1), .tap(4), .edit, .drag("F", to: 1), .done,
            .selection("more NF"), .tabs("A,F,C,D,B,E"), .size(768, 1024), .selection("B 4")),
        Scenario(
            "during a session valid taps are ignored, and an invalid position is an error", rules: "S-66",
            .list("ABCDEF"), .tap(4), .edit, .clearLog, .fails(.tap(5), .outOfRange), .tap(0), .accepted(false),
            .log(""), .selection("more NF"), .done),
        Scenario(
            "the items of a managed bar can't be written", rules: "M-105 L-4",
            .list("AB"), .fails(.barItems("A"), .internalInconsistency), .bar("A,B")),
    ]
}
