import TestSupport

/// The widths of texts and the sizes of controls, without a daemon.
@Suite struct TextMetricsTests {
    /// Each character is as many points wide as its place: a space 0, "!" 1, "A" 33; other letters 95, wide ones 96.
    private static let places = (0..<TextAdvances.count).map(Double.init)

    private static func metrics(_ advances: [String: [Double]], scale: Double = 1) throws -> TextMetrics {
        TextMetrics(scale: scale, advances: try TextMetrics.checked(advances: advances))
    }

    @Test(
        .rules("S-211"),
        arguments: [
            ("", 0), (" ", 0), ("!", 1), ("AB", 67), ("~", 94),
            // A letter with a mark is as wide as the one without, composed or not.
            ("Ä", 33), ("A\u{308}", 33), ("é", 69), ("ł", 76), ("Ž", 58), ("ſ", 70),
            // Letters without a counterpart, and other scripts.
            ("ß", 95), ("Æ", 95), ("×", 95), ("я", 95), ("ש", 95),
            // Wide characters.
            ("日", 96), ("ア", 96), ("한", 96), ("😀", 96), ("✅", 96), ("Ａ", 96),
            // Without a width, or half of a wide one.
            ("a\u{200B}\u{301}\n", 65), ("🇩🇪", 190), ("\u{2600}\u{FE0F}", 190),
        ] as [(String, Double)])
    func `the width of a text is the sum of its advances`(text: String, width: Double) throws {
        let metrics = try Self.metrics(["body": Self.places])
        #expect(metrics.width(of: text, style: "body") == width)
    }

    @Test(.rules("S-211")) func `a style without advances has estimates`() throws {
        let metrics = try Self.metrics(["body": Self.places], scale: 2)
        #expect(metrics.width(of: "aM", style: "caption") == (1.15 + 1.75) * 12)
        #expect(metrics.width(of: "aM", style: "footnote") == TextMetrics(scale: 2).width(of: "aM", style: "body"))
    }

    @Test(
        .rules("S-211"),
        arguments: [
            ("one two", 70, 1), ("one two", 69, 2), ("one two\n", 70, 2), ("one two three", 70, 2),
            ("abcdefghi", 40, 3),
        ] as [(String, Double, Int)])
    func `words wrap where their advances have no room`(text: String, width: Double, lines: Int) throws {
        let metrics = try Self.metrics(["body": [Double](repeating: 10, count: TextAdvances.count)])
        #expect(metrics.lines(of: text, style: "body", width: width) == lines)
    }

    @Test(.rules("S-210")) func `the larger advances of two front ends count`() throws {
        let (small, large) = ([Double](repeating: 1, count: 97), [Double](repeating: 30, count: 97))
        let united = try Self.metrics(["body": Self.places]).union(Self.metrics(["body": large]))
        #expect(united.width(of: "!", style: "body") == 30)
        #expect(united.width(of: "A", style: "body") == 33)
        // A front end that gives none has its estimates.
        let estimated = try Self.metrics(["body": small]).union(TextMetrics(scale: 2))
        #expect(estimated.width(of: "a", style: "body") == 1.15 * 16)
        #expect(estimated.advances.keys.sorted() == ["body"])
        #expect(TextMetrics().union(TextMetrics()).advances.isEmpty)
    }

    @Test(.rules("S-213")) func `the larger sizes of controls of two front ends count`() throws {
        let one = try ControlMetricsTable(checking: [
            "Button": ControlMetrics(minimumWidth: 30, minimumHeight: 10, horizontalPadding: 0, verticalPadding: 20)
        ])
        let two = try ControlMetricsTable(checking: [
            "Button": ControlMetrics(minimumWidth: 20, minimumHeight: 40, horizontalPadding: 5, verticalPadding: 0),
            "Switch": ControlMetrics(minimumWidth: 60, minimumHeight: 20),
        ])
        let united = one.union(two)
        #expect(
            united.values == [
                "Button": ControlMetrics(
                    minimumWidth: 30, minimumHeight: 40, horizontalPadding: 5, verticalPadding: 20),
                // The usual ones count for a class that only one of them gives.
                "Switch": ControlMetrics(minimumWidth: 60, minimumHeight: 31),
            ])
        #expect(united == two.union(one))
    }

    // MARK: Sizes

    /// All characters of body are 10 points wide, and those of headline 12.
    private static func fitting(_ controls: [String: ControlMetrics]) throws -> ViewFitting {
        func even(_ width: Double) -> [Double] { [Double](repeating: width, count: TextAdvances.count) }
        let metrics = try metrics(["body": even(10), "headline": even(12)])
        return ViewFitting(metrics, try ControlMetricsTable(checking: controls))
    }

    private static let controls = [
        "Button": ControlMetrics(minimumWidth: 40, minimumHeight: 34, horizontalPadding: 20, verticalPadding: 10),
        "TextField": ControlMetrics(minimumWidth: 100, minimumHeight: 34, horizontalPadding: 18),
        "TextView": ControlMetrics(minimumWidth: 56, minimumHeight: 56, horizontalPadding: 2, verticalPadding: 2),
        "Switch": ControlMetrics(minimumWidth: 48, minimumHeight: 26),
        "Slider": ControlMetrics(minimumWidth: 130, minimumHeight: 34),
        "ProgressView": ControlMetrics(minimumWidth: 150, minimumHeight: 8),
        "SegmentedControl": ControlMetrics(
            minimumWidth: 50, minimumHeight: 34, horizontalPadding: 34, verticalPadding: 10),
        "TableView": ControlMetrics(minimumWidth: 0, minimumHeight: 16, horizontalPadding: 32),
        "TabBar": ControlMetrics(minimumWidth: 64, minimumHeight: 48),
    ]

    @Test(
        .rules("S-213"),
        arguments: [
            // Titles have the width of headlines.
            ("Button", ["Title": .string("Add")], .zero, DBusSize(width: 56, height: 34)),
            ("Button", [:], .zero, DBusSize(width: 40, height: 34)),
            ("TextField", [:], .zero, DBusSize(width: 100, height: 34)),
            ("TextField", ["Text": .string("0123456789")], .zero, DBusSize(width: 118, height: 34)),
            ("TextView", ["Text": .string("a b")], DBusSize(width: 300, height: 0), DBusSize(width: 56, height: 56)),
            (
                "TextView", ["Text": .string("aaa bbb ccc")], DBusSize(width: 72, height: 0),
                DBusSize(width: 72, height: 56)
            ),
            (
                "TextView", ["Text": .string("aaa bbb ccc")], DBusSize(width: 71, height: 0),
                DBusSize(width: 71, height: 68)
            ),
            ("Switch", [:], .zero, DBusSize(width: 48, height: 26)),
            ("Slider", [:], .zero, DBusSize(width: 130, height: 34)),
            ("ProgressView", [:], .zero, DBusSize(width: 150, height: 8)),
            ("SegmentedControl", ["Segments": ["On", "Off"].variant], .zero, DBusSize(width: 140, height: 34)),
            ("SegmentedControl", ["Segments": ["A", "B"].variant], .zero, DBusSize(width: 100, height: 34)),
            (
                "TableView", ["Rows": [TableRow(title: "0123456789")].variant], DBusSize(width: 132, height: 0),
                DBusSize(width: 132, height: 22)
            ),
            (
                "TableView", ["Rows": [TableRow(title: "01234 6789")].variant], DBusSize(width: 131, height: 0),
                DBusSize(width: 131, height: 44)
            ),
            ("TabBar", [:], DBusSize(width: 300, height: 0), DBusSize(width: 300, height: 48)),
            ("TabBar", [:], .zero, DBusSize(width: 64, height: 48)),
            ("Label", ["Text": .string("abcd")], .zero, DBusSize(width: 40, height: 22)),
        ] as [(String, [String: Variant], DBusSize, DBusSize)])
    func `a control has the size that the front end gives it`(
        className: String, properties: [String: Variant], room: DBusSize, expected: DBusSize
    ) throws {
        let view = ViewEntry(id: 1, parent: 0, className: className, frame: .zero, properties: properties)
        #expect(try Self.fitting(Self.controls).size(of: view, in: room) == expected)
    }

    @Test(.rules("S-213")) func `every class of the table has usual sizes, and only controls have them`() {
        #expect(
            ControlMetricsTable.classes.map(\.rawValue) == [
                "Button", "TextField", "TextView", "Switch", "Slider", "SegmentedControl", "ProgressView", "TableView",
                "TabBar",
            ])
    }
}
