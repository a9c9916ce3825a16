import DBusConnection
import PluginHosting

/// A question to a delegate that a plugin is: answered once, by the plugin or by its deadline.
@EventLoop
final class PluginQuestion {
    private var completion: (@EventLoop (DelegateAnswer) -> Void)?
    private var deadline: LoopTimer?
    private var token: UInt64?

    init(
        _ question: DelegateQuestion, in controller: UInt64, to owner: any DelegateOwner, timeout: Int32,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        self.completion = completion
        deadline = LoopTimer(after: UInt64(timeout)) {
            if let token = self.token { owner.withdraw(token) }
            self.answer(.failed)
        }
        token = owner.ask(question, in: controller) { self.answer($0) }
    }

    private func answer(_ answer: DelegateAnswer) {
        deadline?.cancel()
        deadline = nil
        let completion = completion
        self.completion = nil
        completion?(answer)
    }
}
