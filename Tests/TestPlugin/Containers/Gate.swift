import TabPlugin

/// A tab that is the delegate of its tab bar controller. Its buttons set its replies.
final class Gate: Panel, TabBarControllerDelegate {
    private enum Decision { case allow, deny, later(Bool), never }

    private var decision = Decision.allow
    private var open: [CheckedContinuation<Bool, Never>] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Watch") { [unowned self] in tabBarController?.delegate = self }
        add("Leave") { [unowned self] in tabBarController?.delegate = nil }
        add("Allow") { [unowned self] in decision = .allow }
        add("Deny") { [unowned self] in decision = .deny }
        add("AllowLater") { [unowned self] in decision = .later(true) }
        add("DenyLater") { [unowned self] in decision = .later(false) }
        add("Never") { [unowned self] in decision = .never }
        for (name, isAllowed) in [("Answer", false), ("AnswerAllow", true)] {
            add(name) { [unowned self] in answer(isAllowed) }
        }
        add("IsDelegate") { [unowned self] in
            note(tabBarController?.delegate === self ? "delegate" : "none")
        }
    }

    func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) async -> Bool {
        note("should \(tabBarController.number) \(viewController.number)")
        return await reply()
    }

    func tabBarController(
        _ tabBarController: TabBarController, shouldClose viewController: ViewControllerReference
    ) async -> Bool {
        note("close? \(tabBarController.number) \(viewController.number)")
        return await reply()
    }

    private func reply() async -> Bool {
        switch decision {
        case .allow: return true
        case .deny: return false
        case .later(let isAllowed):
            for _ in 0..<5 { await Task.yield() }
            return isAllowed
        case .never: return await withCheckedContinuation { open.append($0) }
        }
    }

    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewControllerReference) {
        note("did \(viewController.number)")
    }

    func tabBarController(_ tabBarController: TabBarController, didClose viewController: ViewControllerReference) {
        note("closed \(viewController.number)")
    }

    override func willBeDestroyed() { answer(false) }

    private func answer(_ isAllowed: Bool) {
        for question in open { question.resume(returning: isAllowed) }
        open = []
    }
}
