/// The list of tabs: what it does to the selection, to parents and to appearance.
extension Scenario {
    static let lists: [Scenario] = [
        Scenario(
            "M-2 a new controller has nothing selected",
            .selection("nil NF"), .expect(.tabs, ""), .expect(.bar, ""), .expect(.highlighted, "nil"),
            .expect(.tabBarController("more"), "tabs"), .expect(.parent("more"), "tabs")),
        Scenario(
            "M-3 a controller without a container has an item",
            .expect(.tabBarController("v"), "nil"), .expect(.parent("v"), "nil"), .expect(.item("v", .title), "")),
        Scenario(
            "M-5 a list is copied",
            .list("AB"), .expect(.tabs, "A,B"), .expect(.parent("C"), "nil"), .expect(.bar, "A,B")),
        Scenario(
            "M-7 the first list selects index 0 and tells no delegate",
            .delegate(should: .deny), .write("ABC"), .selection("A 0"),
            .log(
                "A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) C.willMove(tabs) C.didMove(tabs) "
                    + "items(ABC,false)")),
        Scenario(
            "M-8 G-12 S-1 only the selected controller is loaded",
            .list("ABC"), .forget, .select("C"), .log(""), .show,
            .log("C.didLoad C.willAppear C.isAppearing C.didAppear"),
            .expect(.isLoaded("A"), "false"), .expect(.isLoaded("B"), "false"), .expect(.isLoaded("C"), "true")),
        Scenario(
            "M-10 the first controller appears",
            .list("ABC"), .forget, .show, .log("A.didLoad A.willAppear A.isAppearing A.didAppear"),
            .expect(.isLoaded("B"), "false"), .run(.show(false)), .log("A.willDis A.didDis")),
        Scenario(
            "M-40 the selected controller stays selected",
            .list("ABC"), .select("B"), .list("CBA"), .selection("B 1"), .list("BC"), .selection("B 0")),
        Scenario(
            "M-41 a gone controller leaves its index",
            .list("ABC"), .select("B"), .list("DEF"), .selection("E 1")),
        Scenario(
            "M-42 an index that is gone too leaves the first",
            .list("ABC"), .select("C"), .list("DE"), .selection("D 0")),
        Scenario(
            "M-43 the controller counts before its index",
            .list("ABC"), .select("C"), .list("C"), .selection("C 0")),
        Scenario(
            "M-45 every list makes all its tabs customizable",
            .list("ABC"), .run(.customizable("A")), .expect(.customizable, "A"), .list("ABCD"),
            .expect(.customizable, "A,B,C,D"), .run(.customizable("A")), .list("ABCD"),
            .expect(.customizable, "A,B,C,D")),
        Scenario(
            "M-47 items are animated when the list is",
            .list("AB", animated: true), .selection("A 0"),
            .log("A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) items(AB,true)")),
        Scenario(
            "M-48 the property does not animate items",
            .write("AB"),
            .log("A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) items(AB,false)")),
        Scenario(
            "M-50 an empty list selects nothing",
            .list("AB"), .list(""), .expect(.tabs, ""), .selection("nil NF"), .expect(.parent("A"), "nil"),
            .expect(.tabBarController("A"), "nil")),
        Scenario(
            "M-52 a duplicate is refused",
            .list("B"), .fails(.write("AA"), .invalidArgument),
            .fails(.list("AA", animated: true), .invalidArgument), .expect(.tabs, "B")),
        Scenario(
            "M-53 More is refused as a tab",
            .list("B"), .fails(.write("AM"), .invalidArgument), .expect(.tabs, "B")),
        Scenario(
            "A-14 S-31 a tab bar controller is refused as a tab",
            .list("B"), .fails(.write("AT"), .hierarchyInconsistency), .expect(.tabs, "B")),
        Scenario(
            "M-54 removals come before installations",
            .list("ABC"), .select("B"), .show, .run(.list("AB", animated: false)), .forget, .list("DA"),
            .log(
                "B.willMove(nil) B.willDis B.didDis B.didMove(nil) D.willMove(tabs) D.didMove(tabs) items(DA,false) "
                    + "A.didLoad A.willAppear A.isAppearing A.didAppear")),
        Scenario(
            "M-55 G-20 S-4 a kept visible controller hears nothing",
            .list("ABC"), .select("B"), .show, .forget, .list("AB"),
            .log("C.willMove(nil) C.didMove(nil) items(AB,false)"), .selection("B 1")),
        Scenario(
            "S-33 D-1 the displayed one disappears in its turn, and what is next appears at the end",
            .list("ABC"), .show, .index(1), .forget, .list("DE"), .selection("E 1"),
            .log(
                "A.willMove(nil) A.didMove(nil) B.willMove(nil) B.willDis B.didDis B.didMove(nil) C.willMove(nil) "
                    + "C.didMove(nil) D.willMove(tabs) D.didMove(tabs) E.willMove(tabs) E.didMove(tabs) "
                    + "items(DE,false) E.didLoad E.willAppear E.isAppearing E.didAppear")),
        Scenario(
            "G-21 S-2 a removed container goes before its child, and takes it along",
            .navigation("N", "xy"), .list("NA"), .show, .forget, .list("A"), .stack("N", "x,y"), .parent("N", "nil"),
            .log(
                "N.willMove(nil) N.willDis y.willDis N.didDis y.didDis N.didMove(nil) items(A,false) A.didLoad "
                    + "A.willAppear A.isAppearing A.didAppear")),
        Scenario(
            "G-22 D-7 without tabs nothing appears",
            .list("AB"), .show, .forget, .list(""), .selection("nil NF"), .highlighted("nil"),
            .expect(.customizable, ""),
            .log(
                "A.willMove(nil) A.willDis A.didDis A.didMove(nil) B.willMove(nil) B.didMove(nil) items(,false)")),
        Scenario(
            "M-59 D-13 S-28 a tab that another tab bar controller takes leaves the first in the middle of that",
            .list("ABC"), .show, .index(1), .run(.customizable("A")), .forget, .run(.otherList("B")), .tabs("A,C"),
            .parent("B", "other"), .selection("C 1"), .expect(.customizable, "A,C"),
            .log(
                "B.willMove(other) B.willDis B.didDis items(AC,false) C.didLoad C.willAppear C.isAppearing C.didAppear "
                    + "B.didMove(other)")),
        Scenario(
            "D-9 after an empty list the first is selected again",
            .list("AB"), .index(1), .list(""), .list("CDB"), .selection("C 0")),
        Scenario(
            "S-68 who has a parent has no window of its own",
            .navigation("N", "x"), .list("N"), .fails(.showRoot("N"), .hierarchyInconsistency)),
        Scenario(
            "S-30 a displayed root leaves its window before it becomes a tab",
            .navigation("N", "x"), .run(.showRoot("N")), .expect(.appearance("x"), "appeared"), .forget, .list("N"),
            .log(
                "N.willDis x.willDis N.didDis x.didDis N.willMove(tabs) N.didMove(tabs) items(N,false)"),
            .expect(.isLoaded("N"), "true"), .expect(.appearance("x"), "disappeared")),
        Scenario(
            "A-23 what is customizable is in the list, in the program's order",
            .run(.customizable("A")), .expect(.customizable, ""), .list("ABC"), .run(.customizable("CXA")),
            .expect(.customizable, "C,A"), .run(.customizable("")), .expect(.customizable, "")),
        Scenario(
            "D-2 the same list again changes nothing",
            .list("ABC"), .show, .forget, .list("ABC", animated: true), .log("")),
    ]
}

/// What the bar shows.
extension Scenario {
    static let items: [Scenario] = [
        Scenario(
            "M-97 the title is the item's title",
            .list("A"), .title("A", "T"), .expect(.item("A", .title), "T"), .expect(.item("A", .image), "")),
        Scenario(
            "M-98 the last writer of the title wins",
            .item("A", .title, "I"), .title("A", "T"), .expect(.item("A", .title), "T"),
            .title("B", "T"), .item("B", .title, "I"), .expect(.item("B", .title), "I")),
        Scenario(
            "M-100 the selected image falls back to the image",
            .item("A", .image, "i"), .expect(.item("A", .selectedImage), "i"), .item("A", .selectedImage, "s"),
            .expect(.item("A", .selectedImage), "s"), .item("A", .selectedImage, ""),
            .expect(.item("A", .selectedImage), "i")),
        Scenario(
            "M-102 a navigation controller shows its root's item",
            .navigation("N", "r"), .list("N"), .title("r", "R"), .expect(.item("N", .title), "R"),
            .expect(.parent("r"), "N"), .expect(.tabBarController("r"), "tabs")),
        Scenario(
            "M-103 a badge updates the bar and tells no delegate",
            .list("AB"), .show, .delegate(should: .deny), .forget, .item("B", .badge, "3"),
            .expect(.item("B", .badge), "3"), .log(""), .selection("A 0"), .item("B", .badge, ""),
            .expect(.item("B", .badge), "")),
        Scenario(
            "L-2 the item of More can't be changed",
            .fails(.item("more", .title, "X"), .invalidArgument), .expect(.item("more", .title), "")),
    ]
}
