import TestSupport

extension DaemonProcess {
    /// Kills the daemon, and waits for its end.
    func kill() async {
        send(SIGKILL)
        _ = await status()
    }
}
