internal import CAdwaita
package import EventLoop

/// A change of a number over a time. It ends at once when the user wants no animations.
@EventLoop
package final class Animation {
    package enum Curve: Sendable { case linear, easeIn, easeOut, easeInOut }

    private let animation: OpaquePointer?

    /// - Parameters:
    ///   - widget: The widget that changes.
    ///   - seconds: The duration.
    ///   - onEnd: Called at the end, also when the animation is skipped.
    package init(
        on widget: Widget, from start: Double = 0, to end: Double = 1, seconds: Double, curve: Curve,
        _ onValue: @escaping @EventLoop (Double) -> Void, onEnd: @escaping @EventLoop () -> Void = {}
    ) {
        let callback = Callback<Double, Void> { onValue($0) }
        let target = adw_callback_animation_target_new(
            { value, data in Callback<Double, Void>.call(data, value, or: ()) }, callback.retained(),
            Callback<Double, Void>.release)
        let milliseconds = UInt32(seconds.isFinite ? min(max(seconds, 0), 60) * 1000 : 0)
        let timed = adw_timed_animation_new(widget.pointer, start, end, milliseconds, target)
        animation = timed.map { OpaquePointer($0) }
        let easing =
            switch curve {
            case .linear: ADW_LINEAR
            case .easeIn: ADW_EASE_IN_CUBIC
            case .easeOut: ADW_EASE_OUT_CUBIC
            case .easeInOut: ADW_EASE_IN_OUT_CUBIC
            }
        adw_timed_animation_set_easing(animation, easing)
        if let timed { Signal.connect("done", of: UnsafeMutableRawPointer(timed), onEnd) }
        adw_animation_play(timed)
    }

    isolated deinit { if let animation { g_object_unref(UnsafeMutableRawPointer(animation)) } }
}
