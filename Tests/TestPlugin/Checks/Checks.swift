import TabPlugin

/// The base class of checks of the SDK that must run in a plugin. A tap on `Run` starts them; `Results` shows the
/// result.
class Checks: ViewController {
    private let results = Label()
    private var count = 0
    private var failures: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        results.numberOfLines = 0
        add(results, as: "Results")
        add("Run") { [unowned self] in run() }
    }

    /// Performs the checks. Subclasses override it.
    func check() {}

    func equal<Content: Equatable>(_ found: Content, _ expected: Content, _ what: String) {
        count += 1
        if found != expected { failures.append("\(what): \(found), expected \(expected)") }
    }

    func isTrue(_ condition: Bool, _ what: String) { equal(condition, true, what) }

    private func run() {
        check()
        results.text = failures.isEmpty ? "passed \(count)" : failures.joined(separator: "\n")
    }
}
