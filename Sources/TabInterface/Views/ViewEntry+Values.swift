package import DBusInterface

/// Values of views in the form that the daemon and front ends need.
extension ViewEntry {
    package var isHidden: Bool { self[ViewKeys.isHidden] }

    /// Whether the view itself is enabled, whatever its superviews are.
    package var isEnabled: Bool { self[ViewKeys.isEnabled] }

    /// Whether the typed text is hidden.
    package var isSecure: Bool { self[ViewKeys.isSecure] }

    /// Returns the newest revision of a client that the text includes; nil if the owner has not written the text since
    /// the client sent one.
    package func textRevision(of client: String) -> UInt64? { self[ViewKeys.textRevisions][client] }

    // MARK: Scrolling

    /// Whether the content of the view scrolls.
    package var scrolls: Bool { isKind(.scrollView) || isKind(.tableView) || isKind(.textView) }

    /// The content offset of a scroll view, in points; zero for any other view.
    package var contentOffset: DBusSize { isKind(.scrollView) ? self[ViewKeys.contentOffset] : .zero }

    /// The parts of a view that scrolls that its content keeps clear of, in points.
    package var adjustedContentInset: DBusInsets { self[ViewKeys.adjustedContentInset] }

    // MARK: Lists

    package var segments: [String] { self[ViewKeys.segments] }

    /// The index of the selected segment; nil for none.
    package var selectedSegment: Int? { index(ViewKeys.selectedSegment) }

    package var rows: [TableRow] { self[ViewKeys.rows] }

    /// The index of the selected row; nil for none. It may be out of range.
    package var selectedRow: Int? { index(ViewKeys.selectedRow) }

    package var items: [TabBarEntry] { self[ViewKeys.items] }

    /// The index of the selected item; nil for none. It may be out of range.
    package var selectedItem: Int? { index(ViewKeys.selectedItem) }

    private func index(_ key: ViewKey<Int32>) -> Int? {
        let index = self[key]
        return index < 0 ? nil : Int(index)
    }

    /// Returns the elements of a list without decoding them, because a list may be long.
    package func elements<Element: DBusType>(of key: ViewKey<[Element]>) -> [Variant] {
        if case .array(Element.signature, let elements)? = properties[key.name] { elements } else { [] }
    }
}
