/// Rows of trees and of single pages.
extension PageFile {
    /// The rows of a page, by number; what can't be read is left out and counted.
    func rows(on page: Page) -> (rows: [(number: Int64, record: Record)], damaged: Int) {
        guard page.kind == .leaf else { return ([], 0) }
        var rows: [(Int64, Record)] = []
        let cells = page.cells
        for offset in cells {
            guard let offset, let row = row(at: offset, on: page) else { continue }
            rows.append(row)
        }
        return (rows, cells.count - rows.count)
    }

    private func row(at offset: Int, on page: Page) -> (Int64, Record)? {
        guard let rest = page.bytes(at: offset, count: Self.pageSize - offset) else { return nil }
        var reader = VarintReader(rest)
        guard let size = reader.next().flatMap({ Int(exactly: $0) }), let number = reader.next(),
            size <= capacity
        else { return nil }
        let start = offset + reader.position - rest.startIndex
        let local = Self.localSize(of: size)
        guard var payload = page.bytes(at: start, count: local) else { return nil }
        if local < size {
            guard page.bytes(at: start + local, count: 4) != nil else { return nil }
            payload.reserveCapacity(size)
            var next = page.integer32(at: start + local)
            while payload.count < size {
                // Every step brings bytes, so a chain in a circle ends, too.
                guard let overflow = self.page(next),
                    let part = overflow.bytes(at: 4, count: min(Self.pageSize - 4, size - payload.count))
                else { return nil }
                payload += part
                next = overflow.integer32(at: 0)
            }
        }
        return Record(payload: payload).map { (Int64(bitPattern: number), $0) }
    }

    /// So much of a row is on its own page.
    private static func localSize(of size: Int) -> Int {
        let most = pageSize - 35
        guard size > most else { return size }
        let least = (pageSize - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (pageSize - 4)
        return fitting <= most ? fitting : least
    }

    /// The leaves below a root in the order of their rows, and every page on the way.
    ///
    /// - Parameter isWhole: false when a page is none, or is led to twice.
    func leaves(below root: Int) -> (leaves: [Page], visited: Set<Int>, isWhole: Bool) {
        var leaves: [Page] = []
        var visited: Set<Int> = []
        var isWhole = true
        var waiting = [root]
        while let number = waiting.popLast() {
            guard let page = page(number), let kind = page.kind, visited.insert(number).inserted else {
                isWhole = false
                continue
            }
            switch kind {
            case .leaf: leaves.append(page)
            case .interior: waiting += page.children.reversed()
            }
        }
        return (leaves, visited, isWhole)
    }
}
