internal import CTabPlugin

/// A timer that fires once. Keep a reference to it: releasing the timer cancels it.
///
/// A timer that only updates the screen should not run while the view is off screen. Start it in `viewDidAppear(_:)`
/// and release it in `viewWillDisappear(_:)`.
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

    /// Creates a timer that fires after a delay. The time that the machine is suspended does not count.
    ///
    /// - Parameters:
    ///   - milliseconds: The delay in milliseconds.
    ///   - leeway: The additional delay that is acceptable, in milliseconds. It allows the host to coalesce wake-ups.
    ///   - action: The code to run. Capture `self` weakly. If the host refuses the timer, it logs an error and never
    ///     calls the action.
    public init(after milliseconds: UInt64, leeway: UInt64 = 0, action: @escaping @PluginActor () -> Void) {
        self.action = action
        start { table, host, box, timer in
            table.add_timer?(host, milliseconds, leeway, Box.function, box, timer)
        }
    }

    /// Creates a timer that fires when the wall clock reaches a time, even if the machine was suspended at that time.
    ///
    /// The timer also fires as soon as the clock is set. The action therefore must compare the clock with the wanted
    /// time, and create another timer if it is too early.
    ///
    /// - Parameters:
    ///   - milliseconds: The time in milliseconds since 1970, UTC.
    ///   - action: The code to run. Capture `self` weakly.
    public init(at milliseconds: Int64, action: @escaping @PluginActor () -> Void) {
        self.action = action
        start { table, host, box, timer in table.add_clock_timer?(host, milliseconds, Box.function, box, timer) }
    }

    isolated deinit { cancel() }

    private func start(
        _ add: (
            tab_host_v1, UnsafePointer<tab_host_v1>, UnsafeMutableRawPointer, UnsafeMutablePointer<tab_timer>
        ) -> tab_status?
    ) {
        let box = Box { [weak self] in PluginActor.assumeIsolated { self?.fire() } }.retained
        do throws(PluginError) {
            let timer: tab_timer = try Host.read(0) { table, host, _, timer in add(table, host, box, timer) }
            pending = (timer, box)
        } catch {
            Box.release(box)
            log(.error, "the host refused a timer: \(error)")
        }
    }

    /// Cancels the timer. Does nothing if it has fired.
    public func cancel() {
        guard let (timer, box) = pending else { return }
        pending = nil
        do throws(PluginError) {
            try Host.call { table, host, _ in table.cancel_timer?(host, timer) }
            Box.release(box)
        } catch {
            log(.error, "the host could not cancel timer \(timer): \(error)")
        }
    }

    private func fire() {
        pending = nil
        UpdateCycle.run { action() }
    }
}
