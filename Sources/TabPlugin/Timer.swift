/// Calls once, later. Ends when it is released: keep it.
///
/// Have none for what nobody sees: start it in `viewDidAppear(_:)`, drop it in `viewWillDisappear(_:)`.
///
/// ```swift
/// final class Egg: ViewController {
///     private var timer: Timer?
///
///     func boil() {
///         timer = Timer(after: 300_000) { [weak self] in self?.title = "Done" }
///     }
/// }
/// ```
@PluginActor
public final class Timer {
    private var pending: (timer: UInt64, box: UnsafeMutableRawPointer)?
    private let action: @PluginActor () -> Void

    /// Counts the time that the machine is awake.
    ///
    /// - Parameters:
    ///   - milliseconds: From now.
    ///   - leeway: How much later it may be, in milliseconds, so that wake-ups can be shared.
    ///   - action: Capture `self` weakly. It is not called when the host refuses the timer, which is logged.
    public init(after milliseconds: UInt64, leeway: UInt64 = 0, action: @escaping @PluginActor () -> Void) {
        self.action = action
        start { fire throws(PluginError) in try Host.addTimer(after: milliseconds, leeway: leeway, fire) }
    }

    /// Calls when the wall clock shows a time, also when that came during a suspend, and as soon as somebody sets the
    /// clock: look at it when called, and make another timer when it is too early.
    ///
    /// - Parameter milliseconds: Since 1970, UTC.
    public init(at milliseconds: Int64, action: @escaping @PluginActor () -> Void) {
        self.action = action
        start { fire throws(PluginError) in try Host.addClockTimer(at: milliseconds, fire) }
    }

    isolated deinit { cancel() }

    private func start(
        _ add: (@escaping @Sendable () -> Void) throws(PluginError) -> (timer: UInt64, box: UnsafeMutableRawPointer)
    ) {
        do throws(PluginError) {
            pending = try add { [weak self] in PluginActor.assumeIsolated { self?.fire() } }
        } catch {
            log(.error, "the host refused a timer: \(error)")
        }
    }

    /// Does nothing when it has fired.
    public func cancel() {
        guard let (timer, box) = pending else { return }
        pending = nil
        do throws(PluginError) {
            try Host.cancelTimer(timer, box: box)
        } catch {
            log(.error, "the host could not cancel timer \(timer): \(error)")
        }
    }

    private func fire() {
        pending = nil
        UpdateCycle.run { action() }
    }
}
