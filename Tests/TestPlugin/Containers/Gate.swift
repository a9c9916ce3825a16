import TabPlugin

/// A tab that is the delegate of its tab bar controller. Its buttons set its replies.
final class Gate: ViewController, TabBarControllerDelegate {
    private enum Decision { case allow, deny, later(Bool), never }

    private let output = Label()
    private var notes: [String] = []
    private var decision = Decision.allow
    private var open: [CheckedContinuation<Bool, Never>] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        output.identifier = "Output"
        view.addSubview(output)
        add("Watch") { [weak self] in self?.tabBarController?.delegate = self }
        add("Leave") { [weak self] in self?.tabBarController?.delegate = nil }
        add("Allow") { [weak self] in self?.decision = .allow }
        add("Deny") { [weak self] in self?.decision = .deny }
        add("AllowLater") { [weak self] in self?.decision = .later(true) }
        add("DenyLater") { [weak self] in self?.decision = .later(false) }
        add("Never") { [weak self] in self?.decision = .never }
        for (name, isAllowed) in [("Answer", false), ("AnswerAllow", true)] {
            add(name) { [weak self] in
                for question in self?.open ?? [] { question.resume(returning: isAllowed) }
                self?.open = []
            }
        }
        add("IsDelegate") { [weak self] in
            guard let self else { return }
            note(tabBarDelegateIsSelf ? "delegate" : "none")
        }
    }

    private var tabBarDelegateIsSelf: Bool { tabBarController?.delegate === self }

    private func add(_ name: String, _ action: @escaping @PluginActor () -> Void) {
        let button = Button(title: name, primaryAction: action)
        button.identifier = name
        view.addSubview(button)
    }

    private func note(_ text: String) {
        notes.append(text)
        output.text = notes.joined(separator: ", ")
    }

    func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) async -> Bool {
        note("should \(tabBarController.number) \(viewController.number)")
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

    override func willBeDestroyed() {
        for question in open { question.resume(returning: false) }
        open = []
    }
}
