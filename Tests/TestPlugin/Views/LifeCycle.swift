import TabPlugin

/// A view controller that records its life cycle (L1). With the argument `Early` it loads its view before the host
/// does.
final class LifeCycle: ViewController {
    private let calls = Label()
    private var notes: [String] = []

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        notes.append("init \(isViewLoaded) \(viewIfLoaded == nil)")
        if arguments["Early"]?.bool == true {
            notes.append("early \(view.bounds.width)")
            loadViewIfNeeded()
        }
    }

    override func loadView() {
        notes.append("loadView")
        super.loadView()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        notes.append("viewDidLoad \(isViewLoaded)")
        add(calls, as: "Calls")
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        notes.append("will \(isViewVisible)")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        notes.append("didDisappear \(isViewVisible)")
    }

    override func updateContent() { calls.text = notes.joined(separator: ", ") }
}

/// A view controller whose `loadView()` does not set a view.
final class Blank: ViewController {
    override func loadView() {}

    override func viewDidLoad() {
        add(Label(text: "here all the same"), as: "Label")
    }
}
