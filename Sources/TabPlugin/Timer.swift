/// Calls once, later. Ends when it is released: keep it.
///
/// Have none for what nobody sees: start it in `viewDidAppear(_:)`, drop it in `viewWillDisappear(_:)`.
@PluginActor
public final class Timer {
    private var pending: (timer: UInt64, box: UnsafeMutableRawPointer)?
    private let action: @PluginActor () -> Void

    /// - Parameters:
    ///   - milliseconds: From now.
    ///   - leeway: How much later it may be, in milliseconds, so that wake-ups can be shared.
    ///   - action: Capture `self` weakly. It is not called when the host refuses the timer, which is logged.
    public init(after milliseconds: UInt64, leeway: UInt64 = 0, action: @escaping @PluginActor () -> Void) {
        self.action = action
        do throws(PluginError) {
            pending = try Host.addTimer(after: milliseconds, leeway: leeway) { [weak self] in
                PluginActor.assumeIsolated { self?.fire() }
            }
        } catch {
            log(.error, "the host refused a timer: \(error)")
        }
    }

    isolated deinit { cancel() }

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
