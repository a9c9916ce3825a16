internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabClient
internal import TabFrontEnd
internal import TabInterface

/// A horizontal drag over the page that changes tabs while it goes on, if the delegate allows it.
@EventLoop
final class TabSwipe {
    /// The distance from which on a drag is a swipe, in points.
    private static let threshold = 24.0
    /// The part of the width from which on the change is finished at the end of the drag.
    private static let completion = 0.4

    private enum State { case idle, asking, driving, ignored }

    private let gestures: GestureSender
    private var state = State.idle
    /// 1 for a drag to the right, -1 for one to the left.
    private var direction = 1.0
    private var progress = 0.0
    private var sent = 0.0
    private var isSending = false
    private var isOver = false

    init(_ gestures: GestureSender) { self.gestures = gestures }

    /// Follows a drag.
    ///
    /// - Parameters:
    ///   - width: The width of the page.
    ///   - tab: Returns the tab at the right or the left of the selected one; nil if there is none that can be
    ///     dragged in.
    func drag(
        _ distance: (x: Double, y: Double), isOver: Bool, width: Double,
        to tab: (_ isRight: Bool) -> ObjectPath?
    ) {
        self.isOver = isOver
        progress = width > 0 ? min(max(distance.x * direction / width, 0), 1) : 0
        switch state {
        case .idle where isOver: break
        case .idle where abs(distance.y) > Self.threshold: state = .ignored
        case .idle where abs(distance.x) > Self.threshold:
            direction = distance.x > 0 ? 1 : -1
            // The page follows the pointer, so a drag to the left shows what is at the right.
            guard let tab = tab(distance.x < 0) else { return state = .ignored }
            state = .asking
            gestures.drive({ try await $0.beginInteractiveTransition(tab) }) { [weak self] in
                self?.answered($0 ?? false)
            }
        case .driving: drive()
        case .ignored where isOver: state = .idle
        default: break
        }
    }

    private func answered(_ hasBegun: Bool) {
        sent = 0
        state = hasBegun ? .driving : isOver ? .idle : .ignored
        if hasBegun { drive() }
    }

    /// Sends the newest progress, one at a time, and at last the end.
    private func drive() {
        guard !isSending, isOver || progress != sent else { return }
        if isOver {
            state = .idle
            let isFinished = progress >= Self.completion
            return gestures.drive {
                if isFinished {
                    try await $0.finishInteractiveTransition()
                } else {
                    try await $0.cancelInteractiveTransition()
                }
            }
        }
        isSending = true
        sent = progress
        gestures.drive({ [sent] in try await $0.updateInteractiveTransition(sent) }) { [weak self] _ in
            guard let self else { return }
            isSending = false
            if state == .driving { drive() }
        }
    }
}

extension GestureSender {
    /// Makes a call for an interactive change of tabs; nil if it fails, as the change may have ended meanwhile.
    fileprivate func drive<Result: Sendable>(
        _ call: @escaping @EventLoop (ObjectProxy<TabBarControllerInterface>) async throws -> Result,
        then completion: @escaping @EventLoop (Result?) -> Void = { _ in }
    ) {
        guard let service, !isReadOnly else { return completion(nil) }
        Task.immediate { @EventLoop [controller] in
            completion(try? await call(service.tabBarController(controller)))
        }
    }
}
