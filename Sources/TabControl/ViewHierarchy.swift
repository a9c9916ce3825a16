internal import TabInterface

/// The views of one view controller, from the root down.
struct ViewHierarchy {
    /// The daemon allows 32 levels; a tree that closes in itself is none.
    static let maximumDepth = 64

    private let subviews: [UInt32: [ViewEntry]]

    init(_ views: [ViewEntry]) { subviews = Dictionary(grouping: views, by: \.parent) }

    var root: ViewEntry? { subviews[0]?.first }

    /// From back to front.
    ///
    /// - Parameter depth: Of the view; 0 for the root.
    func subviews(of view: ViewEntry, at depth: Int) -> [ViewEntry] {
        guard depth + 1 < Self.maximumDepth else { return [] }
        return (subviews[view.id] ?? []).filter { $0.id != view.id }
    }
}
