internal import DBusInterface
internal import TabInterface

/// What views say, with the contract's defaults.
extension ViewEntry {
    /// nil for a text that is empty or not there.
    func text(_ key: String) -> String? {
        guard case .string(let text) = properties[key], !text.isEmpty else { return nil }
        return text
    }

    func number(_ key: String, _ standard: Double = 0) -> Double { properties[key]?.get() ?? standard }

    var isHidden: Bool { properties["Hidden"] == .bool(true) }

    /// Without regard to what it is in.
    var isEnabled: Bool { properties["Enabled"] != .bool(false) }

    /// Whether what is typed there is not to be read.
    var isSecure: Bool { properties["Secure"] == .bool(true) }

    /// How far the content of a scroll view is moved, in points; zero for any other view.
    var contentOffset: DBusSize { className == "ScrollView" ? properties["ContentOffset"]?.get() ?? .zero : .zero }

    // MARK: Labels

    /// Whether the style of a label is one that stands out.
    var isTitle: Bool { ["largeTitle", "title", "headline"].contains(text("Style")) }

    /// Whether the text of a label is less important than others.
    var isSecondary: Bool { text("TextColor") == "secondaryLabel" }

    /// How many lines a label has at most; 0 for as many as it needs.
    var lineLimit: UInt32 { properties["Lines"]?.get() ?? 1 }

    // MARK: Choices

    var segments: [String] { properties["Segments"]?.get() ?? [] }

    /// nil for none.
    var selectedSegment: Int? { index("SelectedSegment") }

    var rows: [TableRow] { properties["Rows"]?.get() ?? [] }

    /// nil for none; there may be fewer rows.
    var selectedRow: Int? { index("SelectedRow") }

    var items: [TabBarEntry] { properties["Items"]?.get() ?? [] }

    /// nil for none; there may be fewer items.
    var selectedItem: Int? { index("SelectedItem") }

    /// The items as those of the bar of a tab bar controller.
    var barItems: [Picture.Item] {
        let selected = selectedItem
        return items.enumerated().map { index, item in
            Picture.Item(
                path: .none, title: item.title, image: item.image, badge: item.badgeValue, badgeColor: "",
                isEnabled: item.enabled && isEnabled, isSelected: index == selected)
        }
    }

    /// The next enabled item in a direction; nil at the end.
    func item(after index: Int?, step: Int) -> Int? {
        let items = items
        var next = (index ?? (step > 0 ? -1 : items.count)) + step
        while items.indices.contains(next), !items[next].enabled { next += step }
        return items.indices.contains(next) ? next : nil
    }

    private func index(_ key: String) -> Int? {
        guard let index: Int32 = properties[key]?.get(), index >= 0 else { return nil }
        return Int(index)
    }
}
