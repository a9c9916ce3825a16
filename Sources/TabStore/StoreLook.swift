/// What a store is, found out without SQLite and without a change to it.
struct StoreLook {
    enum Verdict: Equatable {
        case nothing
        /// SQLite may have it; the rest it finds out.
        case sound
        /// With the migrations that this program doesn't know.
        case newer([String])
        case damaged(String)
        /// Of another program, or no database.
        case foreign
    }

    let pages: PageFile
    private(set) var verdict = Verdict.sound
    /// The first pages of the tables, as far as they are known.
    private(set) var roots: [String: Int] = [:]

    init(_ pages: PageFile) {
        self.pages = pages
        verdict = judge()
    }

    /// Whether its rows are this program's.
    var isOurs: Bool {
        switch verdict {
        case .sound, .damaged: true
        case .nothing, .newer, .foreign: false
        }
    }

    /// Whether changes that were in the log alone can't be read.
    var hasLostLog: Bool { !LogHeader.isSound(pages.log) }

    private mutating func judge() -> Verdict {
        let verdict = judgeDatabase()
        guard hasLostLog, verdict == .nothing || verdict == .sound else { return verdict }
        return .damaged("its write-ahead log has no valid header")
    }

    private mutating func judgeDatabase() -> Verdict {
        guard !pages.isEmpty else { return .nothing }
        guard let first = pages.page(1), first.bytes(at: 0, count: 16)?.elementsEqual(Schema.magic.utf8) == true else {
            return hasRows ? .damaged("its header is no database's") : .foreign
        }
        guard readRoots(first) else { return hasRows ? .damaged("its first page can't be read") : .foreign }
        // SQLite makes the file before the first table.
        if roots.isEmpty, pages.pageCount == 1 { return .nothing }
        let applied = migrations
        let known = Set(Schema.migrations.map(\.name))
        guard known.contains(where: applied.contains) else {
            let isOurs = hasTables || first.integer32(at: 68) == Schema.applicationID
            return isOurs && hasRows ? .damaged("it has no version") : .foreign
        }
        let unknown = applied.subtracting(known)
        if !unknown.isEmpty, known.isSubset(of: applied) { return .newer(unknown.sorted()) }
        guard unknown.isEmpty else { return .damaged("its version can't be read") }
        guard [0, Schema.applicationID].contains(first.integer32(at: 68)) else {
            return .damaged("its header names another program")
        }
        guard first.integer32(at: 28) <= pages.pageCount, pages.isFileWhole else {
            return .damaged("its end is missing")
        }
        guard !hasRowsOfOthers else { return .damaged("a table has rows of another one") }
        return pages.isLogDamaged ? .damaged("its write-ahead log is not whole") : .sound
    }

    private mutating func readRoots(_ first: Page) -> Bool {
        let (leaves, _, isWhole) = pages.leaves(below: 1)
        for leaf in leaves {
            for (_, record) in pages.rows(on: leaf).rows where record.text(0) == "table" {
                guard let name = record.text(1), let root = record.number(3).flatMap({ Int(exactly: $0) }) else {
                    continue
                }
                roots[name] = root
            }
        }
        return isWhole
    }

    private var migrations: Set<String> {
        guard let root = roots["grdb_migrations"] else { return [] }
        return Set(
            pages.leaves(below: root).leaves.flatMap { pages.rows(on: $0).rows.compactMap { $0.record.text(0) } })
    }

    /// Of the big tables SQLite's types tell; of these it shows only the columns that should be there.
    private var hasRowsOfOthers: Bool {
        [("counter", 2), ("loading", 2), ("restoring", 1)].contains { table, columns in
            guard let root = roots[table] else { return false }
            return pages.leaves(below: root).leaves.contains { leaf in
                pages.rows(on: leaf).rows.contains { $0.record.count != columns }
            }
        }
    }

    /// Another program may have a table of the same name.
    private var hasTables: Bool { Schema.tables.count { roots[$0] != nil } >= 2 }

    /// Whether anything in it looks as if this program had written it.
    private var hasRows: Bool {
        let remains = Remains(of: self)
        return !remains.controllers.isEmpty || !remains.states.isEmpty || remains.nextNumber > 1
    }
}
