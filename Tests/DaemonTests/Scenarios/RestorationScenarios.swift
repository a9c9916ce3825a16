/// The restored state after a restart of the daemon (I-1 to I-15, R2 to R20).
extension Scenario {
    static let restoration: [Scenario] = [
        Scenario(
            "a hidden tab stays hidden, and is not selected", rules: "I-1 K-50",
            .list("ABC"), .identify("TABC"), .select("B"), .tab(.hide("B")), .selection("A 0"), .restart,
            .selection("A 0"), .tabs("A,B,C"), .bar("A,C"), .fails(.select("B"), .invalidArgument)),
        Scenario(
            "the selection and each tab's own content are restored by identifier", rules: "M-112 I-1 R4 R9 R10 R11",
            .list("ABC"), .identify("TAB"), .setState("A", "a"), .setState("B", "b"), .setState("C", "c"), .select("B"),
            .restart, .selection("B 1"), .tabs("A,B,C"), .state("A", "a"), .state("B", "b"), .state("C", ""),
            .list("CBA"), .selection("B 1"), .state("B", "b")),
        Scenario(
            "a selected tab without an identifier leaves the initial selection", rules: "M-113 I-10",
            .list("ABC"), .identify("TAB"), .select("C"), .restart, .selection("A 0"), .tabs("A,B,C")),
        Scenario(
            "the content of a controller without an identifier is not restored", rules: "M-115 I-6 R2",
            .list("AB"), .identify("AB"), .setState("A", "a"), .restart, .missing("tabs"), .missing("A"), .missing("B")),
        Scenario(
            "controllers presented by one without an identifier are not restored", rules: "I-6", .list("A"),
            .identify("AP"), .show,
            .popover("P", .style(.fullScreen)), .popover("P", .present(from: "tabs")), .restart, .missing("P")),
        Scenario(
            "a tab without an identifier is in its initial state", rules: "I-2 R4",
            .list("AB"), .identify("TB"), .title("A", "Mine"), .item("A", .badge, "3"), .item("A", .image, "go-home"),
            .title("B", "Yours"), .item("B", .badge, "4"), .item("B", .image, "go-next"),
            .run(.navigationItem("B", .title("Heading"))), .setState("A", "a"), .restart, .tabs("A,B"),
            .expect(.item("A", .title), ""), .expect(.item("A", .badge), ""), .expect(.item("A", .image), ""),
            .expect(.item("B", .title), "Yours"), .expect(.item("B", .badge), "4"),
            .expect(.item("B", .image), "go-next"), .expect(.navigationTitle("B"), "Heading"), .state("A", "")),
        Scenario(
            "content follows the identifier when the tabs are in another order", rules: "I-3 I-4 I-5",
            .list("ABC"), .identify("TABC"), .setState("A", "a"), .setState("B", "b"), .setState("C", "c"),
            .list("CAB"), .restart,
            .tabs("C,A,B"), .state("A", "a"), .state("B", "b"), .state("C", "c"), .selection("A 1")),
        Scenario(
            "the selection is restored as by program, and a delegate must be set again", rules: "I-9 S-72",
            .list("ABC"), .identify("TABC"), .show, .delegate(should: .allow, animator: Animator.none), .tap(1),
            .clearLog, .restart, .selection("B 1"), .log(""), .tap(2), .notifications("tapped(2) should(C) did(C)"),
            .delegate(should: .deny), .clearLog, .tap(0), .selection("C 2"),
            .notifications("tapped(0) should(A) refused(A)")),
        Scenario(
            "an identifier belongs to one controller, and the first one keeps it", rules: "I-14 R3",
            .list("AB"), .name("tabs", "t"), .name("A", "x"), .fails(.restoration(.name("B", "x")), .invalidArgument),
            .name("A", "x"), .expect(.restoration(.identifier("A")), "x"), .expect(.restoration(.identifier("B")), ""),
            .name("A", ""), .name("B", "x"), .expect(.restoration(.identifier("B")), "x")),
        Scenario(
            "a selected controller whose identifier was refused counts as one without", rules: "S-69",
            .list("AB"), .identify("TA"), .fails(.restoration(.name("B", "A")), .invalidArgument), .select("B"),
            .restart, .selection("A 0"), .tabs("A,B")),
        Scenario(
            "a controller that has lost its identifier is not restored", rules: "S-71",
            .list("AB"), .identify("TAB"), .name("tabs", ""), .restart, .missing("tabs"), .missing("A")),
        Scenario(
            "destroyed controllers are not restored", rules: "R15",
            .list("ABC"), .identify("TABC"), .select("B"), .run(.destroy("B")), .selection("C 1"), .restart,
            .missing("B"), .tabs("A,C"), .selection("C 1")),
        Scenario(
            "without the selected tab the remaining selection is restored", rules: "R5",
            .list("ABC"), .identify("TABC"), .select("C"), .run(.destroy("C")), .restart, .selection("A 0")),
        Scenario(
            "a list without tabs is restored", rules: "R4", .list(""), .identify("TA"), .restart, .tabs(""),
            .selection("nil NF"),
            .exists("A"), .parent("A", "nil"), .list("A"), .selection("A 0")),
        Scenario(
            "an always visible controller appears again, and only it is loaded", rules: "S-68",
            .list("AB"), .identify("TAB"), .show, .select("B"), .restart, .expect(.appearance("B"), "appeared"),
            .expect(.isLoaded("A"), "false"), .tap(0),
            .appearances("A.didLoad A.willAppear B.willDis A.isAppearing A.didAppear B.didDis")),
        Scenario(
            "an always visible navigation controller appears again", rules: "S-68",
            .navigation("N", "xy"), .identify("Nxy"), .run(.showRoot("N")), .restart, .stack("N", "x,y"),
            .expect(.appearance("y"), "appeared"), .expect(.appearance("x"), "disappeared")),
        Scenario(
            "the legacy order of the life cycle is restored", rules: "R4", order: .legacy,
            .list("AB"), .identify("TAB"), .show, .restart, .tap(1),
            .appearances("B.didLoad B.willAppear A.willDis B.isAppearing A.didDis B.didAppear")),
        Scenario(
            "a television's tabs are restored, including one without an item", rules: "R4", profile: .tv,
            .list("ABCDEFGHI"), .identify("TABCDEFGHI"), .select("I"), .restart, .selection("I 8"),
            .bar("A,B,C,D,E,F,G"), .highlighted("nil")),
        Scenario(
            "a window's size is restored, with the profile of that width", rules: "I-11", profile: .pad,
            .list("ABCDEF"), .identify("TABCDEF"), .size(500, 1024), .restart, .bar("A,B,C,D,more"),
            .expect(.frame("A"), "0.0 0.0 500.0 1024.0"), .size(768, 1024), .bar("A,B,C,D,E,F")),
        Scenario(
            "the settings of bars and layout are restored", rules: "R4",
            .navigation("N", "x"), .list("NB"), .identify("TNBx"), .run(.hideBar(true)), .stack("N", .hideBar(true)),
            .run(.layout("B", .edges(1))), .run(.navigationItem("x", .hidesBackButton(true))), .restart,
            .expect(.isBarHidden, "true"), .run(.hideBar(false)), .expect(.isBarHidden, "false")),
    ]

    static let restoredStacks: [Scenario] = [
        Scenario(
            "a stack is restored in its order, with its tab", rules: "R6 I-15 S-70",
            .navigation("N", "xyz"), .list("AN"), .identify("TANxyz"), .setState("y", "middle"), .select("N"), .restart,
            .selection("N 1"), .stack("N", "x,y,z"), .parent("z", "N"), .state("y", "middle"), .stack("N", .pop),
            .stack("N", "x,y")),
        Scenario(
            "a stack ends before the first controller that is not restored", rules: "R6",
            .navigation("N", "xyz"), .list("N"), .identify("TNxz"), .setState("z", "top"), .restart, .stack("N", "x"),
            .missing("y"), .exists("z"), .parent("z", "nil"), .state("z", "top"), .stack("N", .push("z")),
            .stack("N", "x,z")),
        Scenario(
            "a root without an identifier is in its initial state", rules: "I-2 R6",
            .navigation("N", "xy"), .list("N"), .identify("TNy"), .setState("x", "root"), .setState("y", "top"),
            .restart, .stack("N", "x,y"), .state("x", ""), .state("y", "top")),
        Scenario(
            "a navigation controller without an identifier is in its initial state, but its root keeps its state",
            rules: "I-2 I-6",
            .navigation("N", "xy"), .list("AN"), .identify("TAxy"), .setState("x", "root"), .setState("y", "top"),
            .item("N", .badge, "2"), .restart, .tabs("A,N"), .stack("N", "x"), .state("x", "root"),
            .expect(.item("N", .badge), ""), .missing("y")),
        Scenario(
            "a navigation controller that is not a tab is restored", rules: "R6",
            .navigation("N", "xy"), .identify("TNxy"), .restart, .stack("N", "x,y"), .parent("N", "nil"), .list("N"),
            .restart, .tabs("N"), .stack("N", "x,y")),
        Scenario(
            "an own item and a borrowed item are restored as such", rules: "H-4",
            .navigation("N", "x"), .navigation("O", "y"), .list("NO"), .identify("TNOxy"), .item("N", .title, "Own"),
            .item("x", .title, "Root"), .item("y", .title, "Lent"), .restart, .expect(.item("N", .title), "Own"),
            .expect(.item("O", .title), "Lent"), .item("y", .title, "New"), .expect(.item("O", .title), "New")),
        Scenario(
            "a presented controller is presented again", rules: "R20",
            .list("AB"), .identify("TABP"), .show, .popover("P", .style(.fullScreen)), .setState("P", "over"),
            .popover("P", .present(from: "tabs")), .restart, .expect(.popover("P", .presenting), "tabs"),
            .state("P", "over"), .selection("A 0"), .expect(.appearance("P"), "appeared"),
            .popover("P", .dismiss()), .expect(.popover("P", .presenting), "nil")),
        Scenario(
            "a presented controller without an identifier is not restored", rules: "R2 R20",
            .list("AB"), .identify("TAB"), .show, .popover("P", .style(.pageSheet)),
            .popover("P", .present(from: "tabs")), .restart, .missing("P"), .popover("Q", .style(.fullScreen)),
            .popover("Q", .present(from: "tabs")), .expect(.popover("Q", .presenting), "tabs")),
        Scenario(
            "a presentation over another one is restored", rules: "R20",
            .list("A"), .identify("TAPQ"), .show, .popover("P", .style(.fullScreen)), .popover("Q", .style(.pageSheet)),
            .popover("P", .present(from: "tabs")), .popover("Q", .present(from: "P")), .restart,
            .expect(.popover("P", .presenting), "tabs"), .expect(.popover("Q", .presenting), "P")),
        Scenario(
            "a controller presented by a popover is not presented again, as the popover has no window", rules: "R20",
            .list("A"), .identify("TAVQ"), .show, .views("A", [2: Rect(x: 10, y: 80, width: 40, height: 20)]),
            .popover("V", .style(.popover)), shown, .popover("Q", .style(.fullScreen)),
            .popover("Q", .present(from: "V")), .expect(.popover("Q", .presenting), "V"), .restart, .exists("V"),
            .exists("Q"), .expect(.popover("Q", .presenting), "nil"), .list("AV"), .select("V"),
            .expect(.appearance("V"), "appeared")),
        Scenario(
            "a popover ends with a presenter that has no identifier", rules: "R2 R20",
            .list("A"), .identify("TAV"), .show, .popover("P", .style(.fullScreen)),
            .popover("P", .present(from: "tabs")), .views("P", [2: Rect(x: 10, y: 80, width: 40, height: 20)]),
            .popover("V", .style(.popover)), .popover("V", .present(from: "P", with: [.view("P", 2)])),
            isUp, .restart, .missing("P"), .missing("V")),
        Scenario(
            "three presentations over each other are restored, and the last one ends first", rules: "R20",
            .list("A"), .identify("TAPQR"), .show, .popover("P", .style(.fullScreen)),
            .popover("Q", .style(.pageSheet)), .popover("R", .style(.overFullScreen)),
            .popover("P", .present(from: "tabs")), .popover("Q", .present(from: "P")),
            .popover("R", .present(from: "Q")), .restart, .expect(.popover("R", .presenting), "Q"),
            .expect(.popover("Q", .presenting), "P"), .expect(.popover("P", .presenting), "tabs"),
            .popover("R", .dismiss()), .expect(.popover("R", .presenting), "nil"), .restart,
            .expect(.popover("Q", .presenting), "P"), .exists("R"), .expect(.popover("R", .presenting), "nil")),
        Scenario(
            "a presentation over a controller that is not restored is not restored", rules: "R2 R20", .list("A"),
            .identify("TAQ"), .show, .popover("P", .style(.fullScreen)), .popover("Q", .style(.fullScreen)),
            .popover("P", .present(from: "tabs")), .popover("Q", .present(from: "P")), .restart, .missing("P"),
            .missing("Q")),
        Scenario(
            "a changed style does not end a presentation", rules: "R20", .list("A"), .identify("TAP"),
            .show,
            .popover("P", .style(.pageSheet)), .popover("P", .present(from: "tabs")),
            .popover("P", .style(.popover)), .restart, .expect(.popover("P", .presenting), "tabs"),
            .popover("P", .dismiss()), .expect(.popover("P", .presenting), "nil")),
        Scenario(
            "a popover is not presented again, and its controller is restored", rules: "R20",
            .list("A"), .identify("TAV"), .show, .views("A", [2: Rect(x: 10, y: 80, width: 40, height: 20)]),
            .popover("V", .style(.popover)), shown, isUp, .restart, .exists("V"),
            .expect(.popover("V", .presenting), "nil"), isGone, .expect(.popover("V", .anchor), "nil")),
    ]
}
