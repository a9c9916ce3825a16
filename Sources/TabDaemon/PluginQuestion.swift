import DBusConnection
import DBusInterface
import PluginHosting

/// A question to a delegate that a plugin is: answered once, by the plugin or by its deadline.
@EventLoop
final class PluginQuestion {
    private var completion: (@EventLoop (Answer) -> Void)?
    private var deadline: LoopTimer?
    private var token: UInt64?

    enum Answer {
        case given(Variant)
        /// It errs, or says nothing in time.
        case failed
        /// The plugin doesn't decide that.
        case notImplemented
    }

    init(
        _ question: DelegateQuestion, in controller: UInt64, to owner: any DelegateOwner, timeout: Int32,
        completion: @escaping @EventLoop (Answer) -> Void
    ) {
        self.completion = completion
        deadline = LoopTimer(after: UInt64(timeout)) {
            if let token = self.token { owner.withdraw(token) }
            self.answer(.failed)
        }
        token = owner.ask(question, in: controller) { self.answer($0.map { .given($0) } ?? .failed) }
        if token == nil { answer(.notImplemented) }
    }

    private func answer(_ answer: Answer) {
        deadline?.cancel()
        deadline = nil
        let completion = completion
        self.completion = nil
        completion?(answer)
    }
}
