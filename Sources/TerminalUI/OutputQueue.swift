internal import Glibc

/// What a terminal has not taken yet, which is no more than a bound.
struct OutputQueue {
    /// In bytes; far more than a picture.
    static let limit = 1 << 20

    private var pending: ArraySlice<UInt8> = []

    var isEmpty: Bool { pending.isEmpty }

    /// Returns false, and takes nothing of it, when there is too much already.
    mutating func append(_ text: String) -> Bool {
        guard pending.isEmpty || pending.count + text.utf8.count <= Self.limit else { return false }
        pending += text.utf8
        return true
    }

    mutating func removeAll() { pending = [] }

    /// Writes what a non-blocking descriptor takes.
    ///
    /// - Returns: Whether the descriptor still takes something, now or later.
    mutating func send(to descriptor: Int32) -> Bool {
        while !pending.isEmpty {
            let count = pending.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                pending.removeFirst(count)
            } else if errno == EAGAIN {
                return true
            } else if errno != EINTR {
                pending = []
                return false
            }
        }
        pending = []
        return true
    }
}
