internal import CTabPlugin

extension ViewController {
    /// Has front ends scroll a table that the host knows.
    func scroll(_ table: UInt32, toRow row: Int, _ position: TableView.ScrollPosition, animated: Bool) {
        request("scroll to row \(row) of view \(table)") { host, context, arena in
            host.scroll_to_row?(
                context, number, table, UInt32(clamping: row), arena.string(position.rawValue), animated)
        }
    }
}
