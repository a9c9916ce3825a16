import Testing

@testable import TabDaemon

/// Objects that wait without being kept alive.
@Suite struct WeakQueueTests {
    private final class Object {}

    @Test func `objects leave in their order, and those that are gone are skipped`() {
        var queue = WeakQueue<Object>()
        let objects = (0..<5).map { _ in Object() }
        var others = (0..<5).map { _ in Object() }
        for (object, other) in zip(objects, others) {
            queue.append(other)
            queue.append(object)
        }
        others = []
        for object in objects { #expect(queue.popFirst() === object) }
        #expect(queue.popFirst() == nil)
        #expect(queue.isEmpty)
    }

    @Test func `a million objects that are gone do not stay`() {
        var queue = WeakQueue<Object>()
        let living = (0..<100).map { _ in Object() }
        for object in living { queue.append(object) }
        var most = 0
        for _ in 0..<10_000 {
            var others = (0..<100).map { _ in Object() }
            for other in others { queue.append(other) }
            others = []
            most = max(most, queue.count)
        }
        #expect(most <= 4 * living.count)
        for object in living { #expect(queue.popFirst() === object) }
    }
}
