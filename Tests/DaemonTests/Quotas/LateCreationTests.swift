import TestSupport

@testable import TabDaemon

/// How many calls of Create wait longer than their deadline.
@EventLoop @Suite struct LateCreationTests {
    @Test func `a factory that never replies has a limit, and others are not affected`() {
        let late = LateCreations()
        for _ in 0..<LateCreations.limit { #expect(late.begin(":1.1") == LateCreations.patience) }
        #expect(late.begin(":1.1") == 0)
        #expect(late.begin(":1.2") == LateCreations.patience)
        late.end(":1.1")
        #expect(late.begin(":1.1") == LateCreations.patience)
        #expect(late.begin(":1.1") == 0)
    }
}
