import TestSupport

extension StressOracle {
    /// The front ends of a window, the last attached one at the end, and what programs have set.
    struct Attachments {
        var clients: [(name: String, size: Size?, isVisible: Bool, bar: BarStyle)] = []
        private(set) var written: Size
        /// The attached clients, the one with the latest new size at the end.
        private var sized: [String] = []
        /// The clients that have given a new size since the size was written.
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
                let last = sized.reversed().lazy.compactMap({ name in clients.first { $0.name == name } })
                    .first(where: { $0.size != nil })
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
            // Another attachment keeps the client's place. Only a new size is the latest one.
            let place = clients.firstIndex { $0.name == client }
            if place.map({ clients[$0].size != size }) ?? true {
                sized.removeAll { $0 == client }
                sized.append(client)
                later.insert(client)
            }
            let attached = (client, size, isVisible, bar)
            if let place { clients[place] = attached } else { clients.append(attached) }
        }

        func isAttached(_ client: String) -> Bool { clients.contains { $0.name == client } }

        mutating func remove(_ client: String) {
            clients.removeAll { $0.name == client }
            sized.removeAll { $0 == client }
        }
    }
}
