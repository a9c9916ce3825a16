internal import DBusInterface
package import TabInterface

/// Typed properties of views, with the contract's defaults.
extension ViewEntry {
    /// Returns a text property; nil if it is empty or missing.
    package func text(_ key: String) -> String? {
        guard case .string(let text) = properties[key], !text.isEmpty else { return nil }
        return text
    }

    package func number(_ key: String, _ standard: Double = 0) -> Double { properties[key]?.get() ?? standard }

    package var isHidden: Bool { properties["Hidden"] == .bool(true) }

    /// Whether the view itself is enabled, whatever its superviews are.
    package var isEnabled: Bool { properties["Enabled"] != .bool(false) }

    /// Whether the typed text is hidden.
    package var isSecure: Bool { properties["Secure"] == .bool(true) }

    /// Returns the newest revision of a client that the text includes; nil if the owner has not written the text since
    /// the client sent one.
    package func textRevision(of client: String) -> UInt64? {
        properties[ViewClasses.textRevisions]?.get(as: [String: UInt64].self)?[client]
    }

    /// The content offset of a scroll view, in points; zero for any other view.
    package var contentOffset: DBusSize {
        className == "ScrollView" ? properties["ContentOffset"]?.get() ?? .zero : .zero
    }

    /// The parts of a view that scrolls that its content keeps clear of, in points.
    package var adjustedContentInset: DBusInsets { properties[ViewClasses.adjustedContentInset]?.get() ?? .zero }

    // MARK: Labels

    /// The maximum number of lines of a label; 0 for no limit.
    package var lineLimit: UInt32 { properties["Lines"]?.get() ?? 1 }

    // MARK: Choices

    package var segments: [String] { properties["Segments"]?.get() ?? [] }

    /// The index of the selected segment; nil for none.
    package var selectedSegment: Int? { index("SelectedSegment") }

    package var rows: [TableRow] { properties["Rows"]?.get() ?? [] }

    /// The index of the selected row; nil for none. It may be out of range.
    package var selectedRow: Int? { index("SelectedRow") }

    package var items: [TabBarEntry] { properties["Items"]?.get() ?? [] }

    /// The index of the selected item; nil for none. It may be out of range.
    package var selectedItem: Int? { index("SelectedItem") }

    /// The items of a tab bar view, in the form of a tab bar controller's items.
    package var barItems: [WindowSnapshot.Item] {
        let selected = selectedItem
        return items.enumerated().map { index, item in
            WindowSnapshot.Item(
                path: .none, title: item.title, image: item.image, badge: item.badgeValue, badgeColor: "",
                isEnabled: item.enabled && isEnabled, isSelected: index == selected)
        }
    }

    /// Returns the next enabled item in a direction; nil at the end.
    package func item(after index: Int?, step: Int) -> Int? {
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

/// The position of a value between two ends.
package enum Fraction {
    /// Returns the position as 0 to 1; 0 for ends that are equal or not finite.
    package static func of(_ value: Double, from low: Double, to high: Double) -> Double {
        let part = (value - low) / (high - low)
        return part.isFinite ? min(max(part, 0), 1) : 0
    }
}
