import Synchronization

/// What everybody knows who takes part in a turmoil, on any thread.
final class TurmoilState: Sendable {
    private let breaks = Atomic(0)
    private let over = Atomic(false)
    private let found = Mutex<[String]>([])
    private let done = Mutex<[String: Int]>([:])

    var isOver: Bool { over.load(ordering: .acquiring) }
    var faults: [String] { found.withLock(\.self) }
    /// How often everybody did what.
    var summary: String {
        done.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ") }
    }

    func end() { over.store(true, ordering: .releasing) }

    /// How many breaks have begun and ended: odd while the daemon or the bus is away.
    var age: Int { breaks.load(ordering: .acquiring) }

    func breakBegins() { breaks.add(1, ordering: .acquiringAndReleasing) }
    func breakEnds() { breaks.add(1, ordering: .acquiringAndReleasing) }

    func count(_ what: String, by number: Int = 1) { done.withLock { $0[what, default: 0] += number } }

    /// Keeps what went wrong since `age`, unless something broke since then, which may be why.
    func note(_ fault: String, since age: Int) {
        if age == self.age, age.isMultiple(of: 2) { note(fault) }
    }

    /// Keeps what no break may bring about.
    func note(_ fault: String) {
        found.withLock { if $0.count < 20 { $0.append(fault) } }
    }
}
