import TestSupport

extension StressOracle {
    /// The front ends of a window, the last attached one at the end, and what programs have set.
    struct Attachments {
        var clients: [(name: String, size: Size?, isVisible: Bool, bar: BarStyle)] = []
        private(set) var written: Size
        /// The clients that have attached since the size was written.
        private var later: Set<String> = []
        var policy = "smallest"
        var isAlwaysVisible = false

        init(written: Size) { self.written = written }

        var isVisible: Bool { isAlwaysVisible || clients.contains { $0.isVisible } }

        /// For each value, that of the last attached client that gave one.
        var bar: BarStyle { clients.reversed().reduce(BarStyle()) { $0.completed(by: $1.bar) } }

        var size: Size {
            let sizes = clients.compactMap(\.size)
            let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
            guard let width = widths.min(), let height = heights.min(),
                let last = clients.last(where: { $0.size != nil })
            else { return written }
            switch policy {
            case "fixed": return written
            case "largest": return Size(width: widths.max() ?? 0, height: heights.max() ?? 0)
            case "latest": return later.contains(last.name) ? last.size ?? written : written
            default: return Size(width: width, height: height)
            }
        }

        mutating func write(_ size: Size) {
            written = size
            later = []
        }

        mutating func attach(_ client: String, _ size: Size?, _ isVisible: Bool, _ bar: BarStyle) {
            remove(client)
            clients.append((client, size, isVisible, bar))
            later.insert(client)
        }

        func isAttached(_ client: String) -> Bool { clients.contains { $0.name == client } }

        mutating func remove(_ client: String) { clients.removeAll { $0.name == client } }
    }
}
