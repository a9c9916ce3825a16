import Testing

/// Copies of a hierarchy.
@Suite struct SnapshotTests {
    @Test func `a copy keeps its state when the original changes, and the other way round`() throws {
        var model = Hierarchy()
        let ids = (0..<20).map { _ in model.createViewController() }
        for id in ids { try model.setTitle("old", of: id) }
        var copy = model
        try model.setTitle("new", of: ids[0])
        try model.destroy(ids[1])
        let added = model.createViewController()
        #expect(copy.nodes.title(of: ids[0]) == "old" && copy.nodes.contains(ids[1]) && !copy.nodes.contains(added))
        #expect(copy.nodes.allIDs == ids)
        try copy.setTitle("other", of: ids[2])
        try copy.destroy(ids[3])
        #expect(model.nodes.title(of: ids[2]) == "old" && model.nodes.contains(ids[3]))
        #expect(model.nodes.title(of: ids[0]) == "new")
        #expect(model.nodes.allIDs == [ids[0]] + ids[2...] + [added])
    }
}
