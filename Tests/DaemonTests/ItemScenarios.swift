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
