import TestSupport

@testable import TabControl

extension ExampleTree {
    /// A window whose points are easy to compare with cells: 80 x 24 cells of 8 x 16 points.
    static let roomy = DBusSize(width: 640, height: 384)

    /// A pad with the page `Cities`, which has a button in its bar, and the view controllers to present.
    static func pad() -> ExampleTree {
        var example = ExampleTree()
        example.set(TabBarControllerInterface.name, "Profile", .string("pad"), of: tabs)
        example.set(WindowInterface.name, "Size", roomy.variant, of: tabs)
        example.set(TabBarInterface.name, "Frame", DBusRect(x: 0, y: 334, width: 640, height: 50).variant, of: bar)
        example.set(
            TabBarInterface.name, "ItemFrames",
            (0..<3).map { DBusRect(x: 640 / 3 * Double($0), y: 0, width: 640 / 3, height: 50) }.variant, of: bar)
        let buttons = [BarButtonItemEntry(id: 2, title: "Add"), BarButtonItemEntry(id: 1, title: "Edit")]
        example.set(NavigationItemInterface.name, "RightBarButtonItems", buttons.variant, of: page)
        return example
    }

    /// A pad that shows the list of More.
    static func padWithMore() -> ExampleTree {
        var example = pad()
        example.select(navigation, item: more)
        return example
    }

    /// A pad that shows the tab `Plain`.
    static func padWithPlain() -> ExampleTree {
        var example = pad()
        example.select(plain)
        return example
    }

    /// Presents a view controller in a popover with the daemon's frame.
    mutating func presentPopover(
        _ path: ObjectPath, from presenting: ObjectPath = tabs, _ direction: UInt64, frame: DBusRect,
        offset: Double = 0, source: [String: Variant] = [:]
    ) {
        present(path, from: presenting)
        set(ViewControllerInterface.name, "PresentingViewController", presenting.variant, of: path)
        set(ViewControllerInterface.name, "ModalPresentationStyle", .string("popover"), of: path)
        let values: [String: Variant] = [
            "Presented": .bool(true), "ArrowDirection": .uint64(direction), "ArrowOffset": .double(offset),
            "Frame": frame.variant, "ContentFrame": frame.variant, "AdaptivePresentationStyle": .string("none"),
            "SourceView": ViewReference.none.variant, "SourceRect": DBusRect.null.variant,
            "BarButtonItem": ViewReference.none.variant,
        ]
        self[path, PopoverPresentationControllerInterface.name] = values.merging(source) { $1 }
    }

    /// A background with insets and a large arrow around the content, in points of the window.
    static func bubble(_ content: DBusRect) -> [String: Variant] {
        [
            "PopoverBackgroundViewClass": .string("gallery.Bubble"), "ArrowHeight": .double(32),
            "ArrowBase": .double(56),
            "ContentViewInsets": DBusInsets(top: 16, left: 24, bottom: 16, right: 24).variant,
            "BackgroundFillColor": .string("#FFF3C4"), "BackgroundBorderColor": .string("#B8860B"),
            "ContentFrame": content.variant,
        ]
    }

    /// A popover below the second button of the page's bar.
    static func belowButton() -> ExampleTree {
        var example = pad()
        example.presentPopover(
            alarm, 1, frame: DBusRect(x: 390, y: 64, width: 240, height: 145), offset: 90, source: button(2))
        return example
    }

    static func button(_ id: UInt32, of viewController: ObjectPath = page) -> [String: Variant] {
        ["BarButtonItem": ViewReference(viewController: viewController, view: id).variant]
    }

    static func view(_ id: UInt32, of viewController: ObjectPath = page, _ rect: DBusRect = .null) -> [String: Variant]
    {
        [
            "SourceView": ViewReference(viewController: viewController, view: id).variant, "SourceRect": rect.variant,
        ]
    }
}

extension ExampleTree {
    private static func view(
        _ id: UInt32, _ parent: UInt32, _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
        _ properties: [String: Variant] = [:]
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: name, frame: DBusRect(x: x, y: y, width: width, height: height),
            properties: properties)
    }

    /// A table of cities below a label, and a button in its own view.
    static let cities = [
        view(1, 0, "View", 0, 0, 640, 384),
        view(2, 1, "Label", 16, 72, 200, 32, ["Text": .string("Where time is told")]),
        view(3, 1, "View", 400, 72, 220, 32), view(4, 3, "Button", 20, 0, 100, 32, ["Title": .string("Sort")]),
        view(
            5, 1, "TableView", 0, 112, 640, 222,
            [
                "Rows": ["Berlin", "Lima", "Nairobi", "Oslo", "Tokyo"].map { TableRow(title: $0, detail: "12:00") }
                    .variant
            ]),
    ]

    /// A table of three rows, in a popover 240 points wide.
    static let choice = [
        view(1, 0, "View", 0, 0, 240, 132),
        view(
            2, 1, "TableView", 0, 0, 240, 132,
            [
                "Rows": ["Accra", "Bogotá", "東京"].map { TableRow(title: $0, accessory: "disclosure") }.variant
            ]),
    ]

    /// Two rows, one of them selected, in a popover 208 points wide.
    static let towns = [
        view(1, 0, "View", 0, 0, 208, 64),
        view(
            2, 1, "TableView", 0, 0, 208, 64,
            ["Rows": [TableRow(title: "Kumasi", accessory: "checkmark"), TableRow(title: "Tamale")].variant]),
    ]
}

// MARK: Paper

extension ExampleTree {
    static let popoverViews = [page: cities, alarm: choice, timer: towns]

    func text(columns: Int = 80) -> String {
        printed(columns: columns, views: Self.popoverViews).map { $0 + "\n" }.joined()
    }
}
