import DBusConnection
import PluginHosting

/// A question to a delegate that a plugin is: answered once, by the plugin or by its deadline.
@EventLoop
final class PluginQuestion {
    private let owner: any TabBarDelegateOwner
    private let onTimeout: Bool
    private var completion: (@EventLoop (Bool) -> Void)?
    private var deadline: LoopTimer?
    private var token: UInt64?

    init(
        _ owner: any TabBarDelegateOwner, onTimeout: Bool, timeout: Int32,
        completion: @escaping @EventLoop (Bool) -> Void
    ) {
        self.owner = owner
        self.onTimeout = onTimeout
        self.completion = completion
        deadline = LoopTimer(after: UInt64(timeout)) {
            if let token = self.token { owner.withdraw(token) }
            self.answer(onTimeout)
        }
    }

    func ask(_ viewController: UInt64, in tabBarController: UInt64) {
        token = owner.shouldSelect(viewController, in: tabBarController) { self.answer($0 ?? self.onTimeout) }
        // A plugin that does not decide that allows it.
        if token == nil { answer(true) }
    }

    private func answer(_ isAllowed: Bool) {
        deadline?.cancel()
        deadline = nil
        let completion = completion
        self.completion = nil
        completion?(isAllowed)
    }
}
