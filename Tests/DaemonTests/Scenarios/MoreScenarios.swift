/// More: the bar for a long list, and the user's actions in More.
extension Scenario {
    static let more: [Scenario] = composition + gestures

    private static let composition: [Scenario] = [
        Scenario("five tabs need no More", rules: "M-60", .list("ABCDE"), .bar("A,B,C,D,E"), .expect(.rows, "")),
        Scenario(
            "with six tabs the bar shows four and More, which lists the rest", rules: "E-1 E-5 E-7",
            .list("ABCDEF"), .bar("A,B,C,D,more"), .expect(.rows, "E,F"), .expect(.isEditAvailable, "true"),
            .parent("more", "tabs"), .parent("list", "more")),
        Scenario(
            "with the sixth tab removed More ends", rules: "M-62",
            .list("ABCDEF"), .list("ABCDE"), .bar("A,B,C,D,E"), .expect(.rows, "")),
        Scenario(
            "More is not a member of the list", rules: "M-63",
            .list("ABCDEF"), .tabs("A,B,C,D,E,F"), .bar("A,B,C,D,more")),
        Scenario(
            "a wide pad has room for every tab", rules: "M-65", profile: .pad,
            .list("ABCDEFGHIJKL"), .bar("A,B,C,D,E,F,G,H,I,J,K,L"), .expect(.rows, "")),
        Scenario(
            "an old pad has room for eight", rules: "E-4", profile: .padLegacy,
            .list("ABCDEFGH"), .bar("A,B,C,D,E,F,G,H"), .list("ABCDEFGHI"), .bar("A,B,C,D,E,F,G,more"),
            .expect(.rows, "H,I")),
    ]

    private static let gestures: [Scenario] = [
        Scenario(
            "a tap on More shows the list", rules: "M-67",
            .list("ABCDEF"), .show, .delegate(should: .allow), .clearLog, .tap(4), .accepted(true),
            .expect(.selectionInQuestion, "A 0"), .selection("more NF"), .highlighted("more"), .stack("more", "list"),
            .log("tapped(4) should(more) A.willDis A.didDis did(more)")),
        Scenario(
            "More appears before its list, and both in the order of a tab switch", rules: "G-17 S-2",
            .list("ABCDEF"), .show, .clearLog, .tap(4),
            .expect(
                .log(.all),
                "tapped(4) should(more) more.didLoad list.didLoad more.willAppear list.willAppear A.willDis "
                    + "more.isAppearing list.isAppearing more.didAppear list.didAppear A.didDis did(more)")),
        Scenario(
            "a row pushes its controller and notifies only More's delegate", rules: "M-68",
            .list("ABCDEF"), .show, .delegate(should: .deny), .select("more"), .clearLog, .row(1), .accepted(true),
            .selection("F 5"), .highlighted("more"), .stack("more", "list,F"),
            .log(
                "F.willMove(more) F.didLoad F.willAppear(true) willShow(F,true) F.isAppearing(true) F.didAppear(true) "
                    + "F.didMove(more) didShow(F,true)")),
        Scenario(
            "a controller that More shows is More's child, and still belongs to the tab bar controller",
            rules: "E-21 A-30",
            .list("ABCDEF"), .parent("F", "tabs"), .index(5), .parent("F", "more"),
            .expect(.navigationController("F"), "more"), .expect(.tabBarController("F"), "tabs"), .parent("E", "tabs"),
            .stack("more", .back), .parent("F", "tabs")),
        Scenario(
            "More returns with the controller that it showed", rules: "M-70",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .tap(2), .selection("C 2"), .tap(4),
            .selection("F 5"), .stack("more", "list,F"),
            .log(
                "tapped(2) should(C) C.didLoad C.willAppear F.willDis C.isAppearing C.didAppear F.didDis did(C) "
                    + "tapped(4) should(more) F.willAppear C.willDis F.isAppearing F.didAppear C.didDis did(F)")),
        Scenario(
            "a second tap on More keeps the list", rules: "M-72",
            .list("ABCDEF"), .show, .tap(4), .clearLog, .tap(4), .selection("more NF"), .stack("more", "list"),
            .log("tapped(4) should(more) did(more)")),
        Scenario(
            "More itself is selected only while its list is shown", rules: "M-80",
            .list("ABCDEF"), .selection("A 0"), .tap(4), .selection("more NF"), .row(0), .selection("E 4"), .tap(0),
            .selection("A 0"), .tap(4), .selection("E 4"), .tap(4), .selection("more NF"), .row(1), .selection("F 5"),
            .stack("more", .back), .selection("more NF")),
        Scenario(
            "a row whose item is disabled does nothing", rules: "E-9a",
            .list("ABCDEF"), .run(.enable("F", false)), .tap(4), .clearLog, .row(1), .accepted(false),
            .selection("more NF"), .stack("more", "list"), .log(""), .row(0), .selection("E 4")),
        Scenario(
            "the back button shows the list and notifies only More's delegate", rules: "E-15",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .stack("more", .back), .selection("more NF"),
            .highlighted("more"), .stack("more", "list"), .parent("F", "tabs"),
            .log(
                "F.willMove(tabs) F.willDis(true) willShow(list,true) F.didDis(true) F.didMove(tabs) "
                    + "didShow(list,true)")),
        Scenario(
            "a tap on More over a shown controller shows the list, and notifies when that is complete",
            rules: "E-16 S-58",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .tap(4), .selection("more NF"), .stack("more", "list"),
            .log(
                "tapped(4) should(more) F.willMove(tabs) F.willDis(true) willShow(list,true) F.didDis(true) "
                    + "F.didMove(tabs) didShow(list,true) did(more)")),
        Scenario(
            "a refused tap on More keeps the shown controller", rules: "E-16 C-12",
            .list("ABCDEF"), .tap(4), .row(1), .delegate(should: .deny), .clearLog, .tap(4), .accepted(false),
            .selection("F 5"), .stack("more", "list,F"), .log("tapped(4) should(more) refused(more)")),
        Scenario(
            "a tap on More pops controllers that a client pushed over the list", rules: "S-7",
            .list("ABCDEF"), .tap(4), .stack("more", .push("X")), .selection("more NF"), .stack("more", "list,X"),
            .expect(.backTitle("X"), "More"), .tap(4), .stack("more", "list"), .selection("more NF"),
            .parent("X", "nil")),
        Scenario(
            "a client may push on More and pop from it", rules: "S-38",
            .list("ABCDEF"), .tap(4), .row(0), .stack("more", .push("X")), .stack("more", .push("Y")),
            .stack("more", "list,E,X,Y"), .selection("E 4"), .stack("more", .pop), .popped("Y"),
            .stack("more", .push("Y")), .stack("more", .popTo("E")), .popped("X,Y"), .stack("more", "list,E"),
            .stack("more", .popTo("list")), .popped("E"), .selection("more NF"), .parent("E", "tabs"), .row(1),
            .stack("more", .popToRoot), .popped("F"), .selection("more NF"), .parent("F", "tabs")),
        Scenario(
            "a controller with its own place can't be pushed on More, and More's list can't be replaced", rules: "S-38",
            .list("ABCDEF"), .tap(4), .fails(.stack("more", .push("F")), .invalidArgument),
            .fails(.stack("more", .push("A")), .invalidArgument), .fails(.stack("more", .set("X")), .notSupported),
            .stack("more", "list"), .list("AB"), .fails(.stack("more", .push("X")), .internalInconsistency)),
        Scenario(
            "a row can be tapped while the list is displayed", rules: "S-44",
            .list("ABCDEF"), .fails(.more(.row(0)), .internalInconsistency), .tap(4),
            .fails(.more(.row(2)), .outOfRange), .row(0), .fails(.more(.row(1)), .internalInconsistency), .tap(4),
            .edit, .row(1), .accepted(false), .selection("more NF"), .done, .row(1), .selection("F 5")),
        Scenario(
            "a row under the Edit sheet is ignored even when the list is not displayed", rules: "S-95",
            .list("ABCDEF"), .tap(4), .edit, .select("F"), .clearLog, .row(0), .accepted(false), .selection("F 5"),
            .log("")),
        Scenario(
            "the titles of More and its list can be written, and the bar item of More stays", rules: "S-93",
            .list("ABCDEF"), .title("more", "X"), .expect(.item("more", .title), ""), .item("list", .title, "Y"),
            .expect(.item("list", .title), "Y"), .expect(.item("more", .title), "")),
        Scenario(
            "in More the back button has the list's title, and its bar covers the top", rules: "E-9",
            .list("ABCDEF"), .show, .tap(0), .expect(.safeArea("A"), "20.0 49.0"), .tap(4), .row(1),
            .expect(.safeArea("F"), "64.0 49.0"), .expect(.backTitle("F"), "More"), .expect(.backTitle("A"), "")),
        Scenario(
            "More can be popped while another tab is selected, without notifying its delegate", rules: "E-15 S-11",
            .list("ABCDEF"), .show, .tap(4), .row(1), .tap(0), .clearLog, .stack("more", .back), .selection("A 0"),
            .stack("more", "list"), .parent("F", "tabs"), .log("F.willMove(tabs) F.didMove(tabs)"), .tap(4),
            .selection("more NF")),
        Scenario(
            "a row can't be tapped until a controller pushed over the list is gone", rules: "S-7",
            .list("ABCDEF"), .stack("more", .push("X")), .tap(4), .selection("more NF"), .stack("more", "list,X"),
            .fails(.more(.row(0)), .internalInconsistency), .fails(.more(.edit), .internalInconsistency),
            .stack("more", .back), .row(0), .selection("E 4")),
        Scenario(
            "More appears with the window when it was selected before", rules: "A-10 G-11",
            .list("ABCDEF"), .index(5), .expect(.isLoaded("F"), "false"), .clearLog, .show,
            .expect(
                .log(.all),
                "tabs.didLoad more.didLoad F.didLoad tabs.willAppear more.willAppear F.willAppear tabs.isAppearing "
                    + "more.isAppearing F.isAppearing tabs.didAppear more.didAppear F.didAppear"),
            .expect(.isLoaded("list"), "false"), .run(.show(false)),
            .expect(.log(.all), "tabs.willDis more.willDis F.willDis tabs.didDis more.didDis F.didDis")),
        Scenario(
            "More's item shows no badge of a row, but may have one of its own", rules: "H-24 H-26",
            .list("ABCDEF"), .item("F", .badge, "3"), .expect(.item("more", .badge), ""),
            .item("more", .badge, "4"), .expect(.item("more", .badge), "4"), .expect(.item("F", .badge), "3")),
        Scenario(
            "a tap on a More that ends meanwhile is refused although it was allowed", rules: "S-86",
            .list("ABCDEF"), .delegate(should: Question(actions: [.write("AB")], allows: true)), .clearLog, .tap(4),
            .accepted(false), .selection("A 0"), .notifications("tapped(4) should(more) items(AB,false) refused(more)")),
    ]
}

/// Selections in More by programs.
extension Scenario {
    static let moreInCode: [Scenario] = [
        Scenario(
            "an overflow controller that is selected in code is shown in More", rules: "M-73",
            .list("ABCDEF"), .delegate(should: .deny), .clearLog, .index(5), .selection("F 5"), .highlighted("more"),
            .stack("more", "list,F"), .log("F.willMove(more) F.didMove(more)")),
        Scenario(
            "More appears with its controller as one tab switch, without notifying its delegate", rules: "S-11 G-13b",
            .list("ABCDEF"), .show, .clearLog, .index(5), .notifications(""),
            .moves("F.willMove(more) F.didMove(more)"),
            .appearances("F.didLoad F.willAppear A.willDis F.isAppearing F.didAppear A.didDis")),
        Scenario(
            "More that is selected in code shows its list", rules: "M-75",
            .list("ABCDEF"), .show, .delegate(should: .deny), .clearLog, .select("more"), .selection("more NF"),
            .stack("more", "list"), .highlighted("more"), .log("A.willDis A.didDis")),
        Scenario(
            "More can't be selected while it is not on the bar", rules: "L-2",
            .list("ABCDE"), .fails(.select("more"), .invalidArgument), .selection("A 0")),
        Scenario(
            "an overflow controller can be selected in code from the list", rules: "E-18",
            .list("ABCDEF"), .show, .tap(4), .clearLog, .select("F"), .selection("F 5"), .stack("more", "list,F"),
            .notifications("willShow(F) didShow(F)"), .appearances("F.didLoad F.willAppear F.isAppearing F.didAppear")),
        Scenario(
            "selecting a tab of the bar in code keeps the controller that More shows", rules: "E-19",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .index(1), .selection("B 1"),
            .stack("more", "list,F"), .parent("F", "more"),
            .log("B.didLoad B.willAppear F.willDis B.isAppearing B.didAppear F.didDis"), .tap(4), .selection("F 5")),
        Scenario(
            "another overflow controller replaces the shown one", rules: "E-20",
            .list("ABCDEF"), .show, .tap(4), .row(1), .clearLog, .select("E"), .selection("E 4"),
            .stack("more", "list,E"), .parent("F", "tabs"), .parent("E", "more"),
            .appearances("E.didLoad F.willDis E.willAppear E.isAppearing F.didDis E.didAppear"),
            .notifications("willShow(E) didShow(E)")),
        Scenario(
            "the list does not appear between two overflow controllers", rules: "E-20 S-32",
            .list("ABCDEF"), .show, .select("F"), .clearLog, .select("E"),
            .expect(
                .log(.all),
                "F.willMove(tabs) E.willMove(more) E.didLoad F.willDis E.willAppear willShow(E) E.isAppearing F.didDis "
                    + "E.didAppear F.didMove(tabs) E.didMove(more) didShow(E)")),
        Scenario(
            "More's delegate is not notified while another tab is selected", rules: "E-20 S-11",
            .list("ABCDEF"), .show, .select("E"), .tap(0), .clearLog, .select("F"), .stack("more", "list,F"),
            .parent("E", "tabs"), .notifications(""),
            .appearances("F.didLoad F.willAppear A.willDis F.isAppearing F.didAppear A.didDis")),
        Scenario(
            "the retained controller appears as one tab switch", rules: "S-19 S-11",
            .list("ABCDEF"), .show, .tap(4), .row(1), .stack("more", .push("X")), .tap(0), .clearLog, .select("F"),
            .log("X.willAppear A.willDis X.isAppearing X.didAppear A.didDis")),
        Scenario(
            "assigning More again shows the list in place of the retained controller", rules: "S-12 M-79",
            .list("ABCDEF"), .tap(4), .row(1), .tap(0), .select("more"), .selection("F 5"), .stack("more", "list,F"),
            .select("more"), .selection("more NF"), .stack("more", "list"), .parent("F", "tabs"), .select("more"),
            .selection("more NF")),
        Scenario(
            "a target that loses its place on the bar while the delegate is asked is shown in More", rules: "S-16",
            .list("ABCDEF"), .delegate(should: Question(actions: [.write("ACDEFB")], allows: true)), .clearLog, .tap(1),
            .accepted(true), .selection("B 5"), .highlighted("more"), .stack("more", "list,B"),
            .log("tapped(1) should(B) items(ACDEmore,false) B.willMove(more) B.didMove(more) did(B)")),
        Scenario(
            "the retained controller keeps the controllers pushed over it", rules: "S-19",
            .list("ABCDEF"), .tap(4), .row(1), .stack("more", .push("X")), .tap(0), .select("F"), .selection("F 5"),
            .stack("more", "list,F,X")),
        Scenario(
            "a retained loan keeps its whole stack", rules: "S-19",
            .navigation("N", "xy"), .list("ABCDEN"), .select("N"), .stack("more", .push("z")), .tap(0), .select("N"),
            .selection("N 5"), .stack("more", "list,x,y,z"), .stack("N", "")),
    ]
}
