internal import Glibc
internal import Synchronization

/// Descriptors that a forked child of this process does not keep.
///
/// An in-process plugin may fork. Close-on-exec does not help when the child never calls `exec`: with the bus socket
/// open in such a child, the name of a dead daemon would stay taken. A child made by `posix_spawn` runs a program at
/// once, which gets none of these descriptors because they are close-on-exec.
package enum ForkedChild {
    /// Whether each descriptor is closed in a child, by number. A replaced table is never freed, so that a fork on
    /// another thread can read it at any time; each table is at least twice as large as the previous one.
    private nonisolated(unsafe) static var table: UnsafeMutablePointer<Bool>?
    private nonisolated(unsafe) static var capacity = 0
    private static let change = Mutex(false)

    /// Closes a descriptor in each child from now on, until `keep`.
    package static func close(_ descriptor: Int32) { mark(descriptor, true) }

    /// Keeps a descriptor open in children again. Call this before closing it here: its number may be reused.
    package static func keep(_ descriptor: Int32) { mark(descriptor, false) }

    private static func mark(_ descriptor: Int32, _ isClosed: Bool) {
        guard descriptor >= 0 else { return }
        change.withLock { hasHandler in
            let index = Int(descriptor)
            if index >= capacity, isClosed { grow(to: index + 1) }
            if index < capacity { table?[index] = isClosed }
            guard !hasHandler else { return }
            hasHandler = pthread_atfork(nil, nil, closeAll) == 0
        }
    }

    private static func grow(to count: Int) {
        let size = max(256, count, 2 * capacity)
        let larger = UnsafeMutablePointer<Bool>.allocate(capacity: size)
        larger.initialize(repeating: false, count: size)
        if let table { larger.update(from: table, count: capacity) }
        table = larger
        capacity = size
    }

    /// Runs in the child, where only async-signal-safe functions may be called.
    private static let closeAll: @convention(c) () -> Void = {
        guard let table = ForkedChild.table else { return }
        for index in 0..<ForkedChild.capacity where table[index] { _ = Glibc.close(Int32(index)) }
    }
}
