internal import DBusConnection
internal import DBusInterface

/// What instances of a plugin do because of what was restored: they decode it, and what they post meanwhile comes later
/// but belongs to it, such as `applicationFinishedRestoringState()` of the Swift library (`R9`). A state is survived
/// when all of that has run.
@EventLoop
final class Restorations {
    /// Whose state some code runs for.
    struct Origin {
        let controller: UInt64
        /// How many posts it took to come here.
        fileprivate let depth: Int
    }

    /// So far what was posted by what was posted belongs to the state: who posts for ever is not restored for ever.
    private static let maximumDepth = 8

    /// Runs code that may end the process because of what was restored.
    var run: @EventLoop (_ controller: UInt64, _ body: () -> Void) -> Void = { _, body in body() }
    /// Takes whether an instance has decoded what it was given (nil), or why not.
    var report: @EventLoop (_ controller: UInt64, _ fault: DBusError?) -> Void = { _, _ in }
    private var current: Origin?
    /// How much is posted and has not run, by controller.
    private var posted: [UInt64: Int] = [:]
    private var waiting: [(controller: UInt64?, completion: @EventLoop () -> Void)] = []

    func decode(_ controller: UInt64, _ body: () -> Void) {
        enter(Origin(controller: controller, depth: 0), body)
    }

    /// Something is posted to the loop, by code that runs on it.
    ///
    /// - Returns: To what that belongs, for `run(_:of:)`; nil for nothing.
    func notePost() -> Origin? {
        guard let current, current.depth < Self.maximumDepth else { return nil }
        posted[current.controller, default: 0] += 1
        return Origin(controller: current.controller, depth: current.depth + 1)
    }

    func run(_ body: () -> Void, of origin: Origin) {
        enter(origin, body)
        guard let left = posted[origin.controller] else { return }
        posted[origin.controller] = left > 1 ? left - 1 : nil
        guard left == 1 else { return }
        let waiting = waiting
        self.waiting = []
        for wish in waiting { whenOver(of: wish.controller, wish.completion) }
    }

    /// Calls back when all has run that was posted for the state of a controller, or (nil) of any.
    func whenOver(of controller: UInt64?, _ completion: @escaping @EventLoop () -> Void) {
        let isOver = controller.map { posted[$0] == nil } ?? posted.isEmpty
        if isOver { completion() } else { waiting.append((controller, completion)) }
    }

    private func enter(_ origin: Origin, _ body: () -> Void) {
        let outer = current
        current = origin
        run(origin.controller, body)
        current = outer
    }
}
