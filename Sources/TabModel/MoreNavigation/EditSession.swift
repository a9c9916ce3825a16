/// A session in which the user arranges the tabs.
struct EditSession: Hashable, Sendable {
    /// The bar's tabs at the beginning.
    let initialBar: [ViewControllerID]
    /// The bar's tabs in their current arrangement.
    private(set) var bar: [ViewControllerID]
    /// The tab that the user has picked up by a tap on its row; nil for none.
    var picked: ViewControllerID?

    init(bar: [ViewControllerID]) {
        initialBar = bar
        self.bar = bar
    }

    /// Moving a tab and moving it back is not a change (`E-45`).
    var isChanged: Bool { bar != initialBar }

    /// Returns a list of tabs with the bar's tabs first.
    func order(of list: [ViewControllerID]) -> [ViewControllerID] { bar + list.filter { !bar.contains($0) } }

    /// Returns the tab in a slot of the bar.
    func tab(at slot: Int) throws(ModelError) -> ViewControllerID {
        guard slot != bar.count else {
            throw .invalidArgument("slot \(slot) belongs to More; tabs have slots 0 to \(slot - 1)")
        }
        guard bar.indices.contains(slot) else {
            throw .outOfRange("slot \(slot) doesn't exist; the bar has \(bar.count) slots for tabs, from 0")
        }
        return bar[slot]
    }

    /// Returns the tab and the slot of the bar for a row that is dragged onto another one.
    func move(
        from: Int, to: Int, in rows: [ViewControllerID]
    ) throws(ModelError) -> (moved: ViewControllerID, slot: Int) {
        if bar.indices.contains(to) { return (rows[from], to) }
        if bar.indices.contains(from) { return (rows[to], from) }
        throw .invalidArgument(
            "rows \(from) and \(to) are both outside of the bar, which has rows 0 to \(bar.count - 1); one of the two "
                + "tabs must be on the bar")
    }

    /// Puts a tab into a slot of the bar: two tabs of the bar change places; a tab from the list takes the place.
    mutating func move(_ id: ViewControllerID, to slot: Int) {
        if let old = bar.firstIndex(of: id) {
            bar.swapAt(old, slot)
        } else {
            bar[slot] = id
        }
    }
}

extension BarButtonItem {
    /// The number of the button that begins a session. Done has another one, so that a late second tap on Edit does not
    /// hit it.
    package static let editID: UInt32 = 1
    package static let doneID: UInt32 = 2

    static func edit(in strings: LocalizedStrings) -> BarButtonItem {
        BarButtonItem(id: editID, title: strings[.edit], image: "", isEnabled: true)
    }

    static func done(in strings: LocalizedStrings) -> BarButtonItem {
        BarButtonItem(id: doneID, title: strings[.done], image: "", isEnabled: true)
    }
}
