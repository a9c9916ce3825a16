/// The list of tabs, and its effect on the selection, on parents and on appearance.
extension Scenario {
    static let lists: [Scenario] = [
        Scenario(
            "a new controller has nothing selected", rules: "M-2",
            .selection("nil NF"), .expect(.tabs, ""), .expect(.bar, ""), .expect(.highlighted, "nil"),
            .expect(.tabBarController("more"), "tabs"), .expect(.parent("more"), "tabs")),
        Scenario(
            "a controller without a container has an item", rules: "M-3",
            .expect(.tabBarController("v"), "nil"), .expect(.parent("v"), "nil"), .expect(.item("v", .title), "")),
        Scenario(
            "a list is copied", rules: "M-5",
            .list("AB"), .expect(.tabs, "A,B"), .expect(.parent("C"), "nil"), .expect(.bar, "A,B")),
        Scenario(
            "the first list selects index 0 and notifies no delegate", rules: "M-7",
            .delegate(should: .deny), .write("ABC"), .selection("A 0"),
            .log(
                "A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) C.willMove(tabs) C.didMove(tabs) "
                    + "items(ABC,false)")),
        Scenario(
            "only the selected controller is loaded", rules: "M-8 G-12 S-1",
            .list("ABC"), .clearLog, .select("C"), .log(""), .show,
            .log("C.didLoad C.willAppear C.isAppearing C.didAppear"),
            .expect(.isLoaded("A"), "false"), .expect(.isLoaded("B"), "false"), .expect(.isLoaded("C"), "true")),
        Scenario(
            "the first controller appears", rules: "M-10",
            .list("ABC"), .clearLog, .show, .log("A.didLoad A.willAppear A.isAppearing A.didAppear"),
            .expect(.isLoaded("B"), "false"), .run(.show(false)), .log("A.willDis A.didDis")),
        Scenario(
            "the selected controller stays selected", rules: "M-40",
            .list("ABC"), .select("B"), .list("CBA"), .selection("B 1"), .list("BC"), .selection("B 0")),
        Scenario(
            "a removed selected controller is replaced by the one at its index", rules: "M-41",
            .list("ABC"), .select("B"), .list("DEF"), .selection("E 1")),
        Scenario(
            "without a controller at that index the first is selected", rules: "M-42",
            .list("ABC"), .select("C"), .list("DE"), .selection("D 0")),
        Scenario(
            "the controller takes precedence over its index", rules: "M-43",
            .list("ABC"), .select("C"), .list("C"), .selection("C 0")),
        Scenario(
            "every list makes all its tabs customizable", rules: "M-45",
            .list("ABC"), .run(.customizable("A")), .expect(.customizable, "A"), .list("ABCD"),
            .expect(.customizable, "A,B,C,D"), .run(.customizable("A")), .list("ABCD"),
            .expect(.customizable, "A,B,C,D")),
        Scenario(
            "items are animated when the list is", rules: "M-47",
            .list("AB", animated: true), .selection("A 0"),
            .log("A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) items(AB,true)")),
        Scenario(
            "the property does not animate items", rules: "M-48",
            .write("AB"), .log("A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) items(AB,false)")),
        Scenario(
            "an empty list selects nothing", rules: "M-50",
            .list("AB"), .list(""), .expect(.tabs, ""), .selection("nil NF"), .expect(.parent("A"), "nil"),
            .expect(.tabBarController("A"), "nil")),
        Scenario(
            "a duplicate is refused", rules: "M-52",
            .list("B"), .fails(.write("AA"), .invalidArgument),
            .fails(.list("AA", animated: true), .invalidArgument), .expect(.tabs, "B")),
        Scenario(
            "More is refused as a tab", rules: "M-53",
            .list("B"), .fails(.write("AM"), .invalidArgument), .expect(.tabs, "B")),
        Scenario(
            "a tab bar controller is refused as a tab", rules: "S-31 D-14",
            .list("B"), .fails(.write("AT"), .hierarchyInconsistency), .expect(.tabs, "B")),
        Scenario(
            "removals precede installations", rules: "M-54",
            .list("ABC"), .select("B"), .show, .run(.list("AB", animated: false)), .clearLog, .list("DA"),
            .log(
                "B.willMove(nil) B.willDis B.didDis B.didMove(nil) D.willMove(tabs) D.didMove(tabs) items(DA,false) "
                    + "A.didLoad A.willAppear A.isAppearing A.didAppear")),
        Scenario(
            "a visible controller that stays gets no callbacks", rules: "M-55 G-20 S-4",
            .list("ABC"), .select("B"), .show, .clearLog, .list("AB"),
            .log("C.willMove(nil) C.didMove(nil) items(AB,false)"), .selection("B 1")),
        Scenario(
            "the displayed controller disappears in its turn, and the next one appears at the end", rules: "S-33 D-1",
            .list("ABC"), .show, .index(1), .clearLog, .list("DE"), .selection("E 1"),
            .log(
                "A.willMove(nil) A.didMove(nil) B.willMove(nil) B.willDis B.didDis B.didMove(nil) C.willMove(nil) "
                    + "C.didMove(nil) D.willMove(tabs) D.didMove(tabs) E.willMove(tabs) E.didMove(tabs) "
                    + "items(DE,false) E.didLoad E.willAppear E.isAppearing E.didAppear")),
        Scenario(
            "a removed container disappears before its child, and takes it along", rules: "G-21 S-2",
            .navigation("N", "xy"), .list("NA"), .show, .clearLog, .list("A"), .stack("N", "x,y"), .parent("N", "nil"),
            .log(
                "N.willMove(nil) N.willDis y.willDis N.didDis y.didDis N.didMove(nil) items(A,false) A.didLoad "
                    + "A.willAppear A.isAppearing A.didAppear")),
        Scenario(
            "without tabs nothing appears", rules: "G-22 D-7",
            .list("AB"), .show, .clearLog, .list(""), .selection("nil NF"), .highlighted("nil"),
            .expect(.customizable, ""),
            .log("A.willMove(nil) A.willDis A.didDis A.didMove(nil) B.willMove(nil) B.didMove(nil) items(,false)")),
        Scenario(
            "a tab that moves to another tab bar controller leaves the first during that change",
            rules: "M-59 D-13 S-28",
            .list("ABC"), .show, .index(1), .run(.customizable("A")), .clearLog, .run(.otherList("B")), .tabs("A,C"),
            .parent("B", "other"), .selection("C 1"), .expect(.customizable, "A,C"),
            .log(
                "B.willMove(other) B.willDis B.didDis items(AC,false) C.didLoad C.willAppear C.isAppearing C.didAppear "
                    + "B.didMove(other)")),
        Scenario(
            "after an empty list the first is selected again", rules: "D-9",
            .list("AB"), .index(1), .list(""), .list("CDB"), .selection("C 0")),
        Scenario(
            "a controller with a parent has no window of its own", rules: "S-68",
            .navigation("N", "x"), .list("N"), .fails(.showRoot("N"), .hierarchyInconsistency)),
        Scenario(
            "a displayed root leaves its window before it becomes a tab", rules: "S-30",
            .navigation("N", "x"), .run(.showRoot("N")), .expect(.appearance("x"), "appeared"), .clearLog, .list("N"),
            .log("N.willDis x.willDis N.didDis x.didDis N.willMove(tabs) N.didMove(tabs) items(N,false)"),
            .expect(.isLoaded("N"), "true"), .expect(.appearance("x"), "disappeared")),
        Scenario(
            "the customizable tabs are in the list, in the program's order", rules: "A-23",
            .run(.customizable("A")), .expect(.customizable, ""), .list("ABC"), .run(.customizable("CXA")),
            .expect(.customizable, "C,A"), .run(.customizable("")), .expect(.customizable, "")),
        Scenario(
            "the same list again changes nothing", rules: "D-2",
            .list("ABC"), .show, .clearLog, .list("ABC", animated: true), .log("")),
    ]
}

/// The items in the bar.
extension Scenario {
    static let items: [Scenario] = [
        Scenario(
            "the title is the item's title", rules: "M-97",
            .list("A"), .title("A", "T"), .expect(.item("A", .title), "T"), .expect(.item("A", .image), "")),
        Scenario(
            "the last write of the title wins", rules: "M-98",
            .item("A", .title, "I"), .title("A", "T"), .expect(.item("A", .title), "T"),
            .title("B", "T"), .item("B", .title, "I"), .expect(.item("B", .title), "I")),
        Scenario(
            "the selected image falls back to the image", rules: "M-100",
            .item("A", .image, "i"), .expect(.item("A", .selectedImage), "i"), .item("A", .selectedImage, "s"),
            .expect(.item("A", .selectedImage), "s"), .item("A", .selectedImage, ""),
            .expect(.item("A", .selectedImage), "i")),
        Scenario(
            "a navigation controller shows its root's item", rules: "M-102",
            .navigation("N", "r"), .list("N"), .title("r", "R"), .expect(.item("N", .title), "R"),
            .expect(.parent("r"), "N"), .expect(.tabBarController("r"), "tabs")),
        Scenario(
            "a badge updates the bar and notifies no delegate", rules: "M-103",
            .list("AB"), .show, .delegate(should: .deny), .clearLog, .item("B", .badge, "3"),
            .expect(.item("B", .badge), "3"), .log(""), .selection("A 0"), .item("B", .badge, ""),
            .expect(.item("B", .badge), "")),
        Scenario(
            "a controller keeps its item while it is not a tab", rules: "H-25",
            .list("AB"), .item("B", .title, "T"), .list("A"), .list("AB"), .expect(.item("B", .title), "T")),
        Scenario(
            "an empty title makes a navigation controller's item its own", rules: "S-92",
            .navigation("N", "r"), .list("N"), .title("r", "R"), .title("N", "T"), .title("N", ""),
            .expect(.item("N", .title), "")),
        Scenario(
            "the item of More can be changed", rules: "H-24",
            .item("more", .title, "X"), .expect(.item("more", .title), "X"), .item("more", .title, ""),
            .expect(.item("more", .title), "")),
    ]
}
