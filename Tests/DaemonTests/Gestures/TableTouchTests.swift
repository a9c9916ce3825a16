import TestSupport
import Testing

/// Rows of tables under a tap on the window.
@EventLoop @Suite(.bus) struct TableTouchTests {
    private static func table(_ count: Int, height: Double?, disabled: Int? = nil) -> ViewEntry {
        let rows = (0..<count).map { TableRow(title: "\($0)", enabled: $0 != disabled) }
        var properties = ["Rows": rows.variant]
        if let height { properties["RowHeight"] = .double(height) }
        return .view(2, "TableView", at: DBusRect(20, 100, 200, 132), with: properties)
    }

    @Test func `a tap selects the enabled row under it when all rows fit into the table`() async throws {
        let stage = try await ViewStage()
        var rows: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            if arguments.dropFirst().first == .string("selectRow") { rows.append(arguments.last ?? .bool(false)) }
            reply.succeed { (_) throws(DBusError) in }
        }
        func selected(_ table: ViewEntry, _ points: [Double]) async throws -> [UInt32] {
            try await stage.update([table])
            rows = []
            for y in points {
                _ = try await stage.watcher.window(stage.tabs).tapAt(100, y)
            }
            try await stage.owner.barrier()
            return rows.compactMap { row in if case .variant(.uint32(let row)) = row { row } else { nil } }
        }
        let points = [99.0, 100, 143.9, 144, 188, 231.9, 232]
        #expect(try await selected(Self.table(3, height: nil), points) == [0, 0, 1, 2, 2])
        #expect(try await selected(Self.table(3, height: nil, disabled: 1), points) == [0, 0, 2, 2])
        #expect(try await selected(Self.table(2, height: nil), points) == [0, 0, 1])
        // One of four rows is out of sight, and only the front end knows which.
        #expect(try await selected(Self.table(4, height: nil), points).isEmpty)
        #expect(try await selected(Self.table(4, height: 33), points) == [0, 1, 1, 2, 3])
        #expect(try await selected(Self.table(0, height: nil), points).isEmpty)
        for height in [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(try await selected(Self.table(3, height: height), points).count <= 1)
        }
        for height in [0, -1, .infinity, .nan] as [Double] {
            #expect(await failure { try await stage.update([Self.table(1, height: height)]) } == "InvalidArgument")
        }
    }
}
