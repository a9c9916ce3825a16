@testable import TabStore

/// Where in the files of a sound store each row is.
struct RowPlaces {
    /// What has to be as it was so that a row is: the page with its newest content, and what makes that count.
    typealias Place = [(part: StoreImage.Part, range: Range<Int>)]

    private static let logHeader = 32
    private static let frameSize = 24 + PageFile.pageSize

    let controllers: [UInt64: Place]
    let states: [UInt64: Place]

    init(_ image: StoreImage) {
        let pages = PageFile(file: image.file, log: image.log)
        let look = StoreLook(pages)
        func places(_ table: String) -> [UInt64: Place] {
            var places: [UInt64: Place] = [:]
            for leaf in look.roots[table].map({ pages.leaves(below: $0).leaves }) ?? [] {
                let place = Self.place(of: leaf.number, image.log)
                for row in pages.rows(on: leaf).rows { places[UInt64(row.number)] = place }
            }
            return places
        }
        controllers = places("view_controller")
        states = places("restorable_state")
    }

    /// The rows that a mutation has left alone.
    static func untouched(_ places: [UInt64: Place], by mutation: Mutation) -> Set<UInt64> {
        Set(places.filter { !$0.value.contains { mutation.touches($0.part, $0.range) } }.keys)
    }

    /// Numbers that two different rows have, as of a flipped bit: either may be the one that is found.
    static func contested(in image: StoreImage) -> Set<UInt64> {
        let pages = PageFile(file: image.file, log: image.log)
        var rows: [UInt64: Set<StoredController>] = [:]
        var states: [UInt64: Set<[UInt8]>] = [:]
        for number in 1...max(1, pages.pageCount) {
            guard let page = pages.page(number) else { continue }
            for (number, record) in pages.rows(on: page).rows {
                guard let key = StoredController.number(number) else { continue }
                if let row = StoredController(number: number, record: record) {
                    rows[key, default: []].insert(row)
                } else if let content = record.blob(2) {
                    states[key, default: []].insert(content)
                }
            }
        }
        return Set(rows.filter { $0.value.count > 1 }.keys).union(states.filter { $0.value.count > 1 }.keys)
    }

    private static func place(of page: Int, _ log: [UInt8]) -> Place {
        guard let content = WriteAheadLog(log, pageSize: PageFile.pageSize).pages[page] else {
            return [(.file, (page - 1) * PageFile.pageSize..<page * PageFile.pageSize)]
        }
        // A turn counts as a whole, and with what its checksums begin with.
        var first = logHeader
        var start = logHeader
        while start < content {
            let isCommit = log[start + 4..<start + 8].contains { $0 != 0 }
            start += frameSize
            if isCommit, start < content { first = start }
        }
        var end = content - 24
        while end + frameSize <= log.count, !log[end + 4..<end + 8].contains(where: { $0 != 0 }) { end += frameSize }
        let before = first == logHeader ? 0 : first - frameSize
        return [(.log, 0..<logHeader + 24), (.log, before..<before + 24), (.log, first..<end + frameSize)]
    }
}
