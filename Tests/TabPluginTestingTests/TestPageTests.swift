import TabPlugin
import TabPluginTesting
import Testing

/// The host of view controllers in the tests of plugins.
@PluginActor @Suite struct TestPageTests {
    /// A page with a list of names, which pushes a page for each.
    final class List: ViewController {
        let table = TableView()
        let field = TextField()
        let button = Button(title: "Add")
        private(set) var calls: [String] = []
        private(set) var names = ["Ada", "Grace"] { didSet { table.rows = names.map { TableView.Row($0) } } }

        override func viewDidLoad() {
            super.viewDidLoad()
            calls.append("load")
            (table.identifier, field.identifier, button.identifier) = ("Names", "New", "Add")
            for child in [table, field, button] { view.addSubview(child) }
            table.rows = names.map { TableView.Row($0) }
            table.didSelectRow = { [weak self] row in
                guard let self else { return }
                navigationController?.pushViewController(Person(name: names[row]), animated: true)
            }
            button.addAction(for: .primaryActionTriggered) { [weak self] in
                guard let self else { return }
                names.append(field.text)
            }
            navigationItem.rightBarButtonItem = BarButtonItem(title: "Clear") { [weak self] _ in self?.names = [] }
        }

        override func viewWillLayoutSubviews() { table.frame = view.bounds.inset(by: view.safeAreaInsets) }
        override func viewWillAppear(_ animated: Bool) { calls.append("willAppear") }
        override func viewDidAppear(_ animated: Bool) { calls.append("didAppear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("didDisappear") }

        override func encodeRestorableState(with coder: Coder) { coder.encode(names, forKey: "Names") }
        override func decodeRestorableState(with coder: Coder) {
            guard let all = coder.decode([String].self, forKey: "Names") else {
                return coder.failWithError(PluginError.failed)
            }
            names = all
        }
    }

    final class Person: ViewController {
        private let label = Label()

        init(name: String) {
            super.init()
            title = name
        }

        required init(arguments: [String: Value]) { super.init(arguments: arguments) }

        override func viewDidLoad() {
            super.viewDidLoad()
            label.identifier = "Name"
            label.text = title ?? ""
            view.addSubview(label)
        }
    }

    @Test func `a page is shown, laid out again and hidden`() throws {
        let page = try TestPage(List.self)
        #expect(!page.viewController.isViewLoaded)
        page.show(size: Size(width: 320, height: 480), safeArea: EdgeInsets(top: 20, bottom: 49))
        #expect(page.viewController.calls == ["load", "willAppear", "didAppear"])
        #expect(page.view(TableView.self, "Names")?.frame == Rect(x: 0, y: 20, width: 320, height: 411))
        page.show(size: Size(width: 480, height: 320))
        #expect(page.view(TableView.self, "Names")?.frame.width == 480)
        page.hide()
        page.hide()
        #expect(page.viewController.calls == ["load", "willAppear", "didAppear", "didDisappear"])
    }

    @Test func `actions reach their views, and others are refused`() throws {
        let page = try TestPage(List.self)
        page.show()
        try page.type("Alan", into: "New")
        try page.tap("Add")
        #expect(page.view(TableView.self, "Names")?.rows.map(\.title) == ["Ada", "Grace", "Alan"])
        try page.tapBarButton("Clear")
        #expect(page.view(TableView.self, "Names")?.rows.isEmpty == true)
        #expect(throws: PluginError.notFound) { try page.tap("Missing") }
        #expect(throws: PluginError.notFound) { try page.tapBarButton("Missing") }
        #expect(throws: PluginError.outOfRange) { try page.selectRow(7, in: "Names") }
        page.viewController.button.isEnabled = false
        #expect(throws: PluginError.invalidArgument) { try page.tap("Add") }
    }

    @Test func `a page pushes another one and appears again when the user goes back`() throws {
        let page = try TestPage(List.self)
        page.show()
        try page.selectRow(1, in: "Names")
        let pushed = try #require(page.pushed(Person.self))
        #expect(pushed.view(Label.self, "Name")?.text == "Grace")
        #expect(pushed.viewController.navigationController?.viewControllers.count == 2)
        #expect(page.viewController.calls.last == "didDisappear")
        page.goBack()
        #expect(page.pushed(Person.self) == nil)
        #expect(page.viewController.calls.last == "didAppear")
    }

    @Test func `the state is restored, and one that can't be decoded is an error`() throws {
        let page = try TestPage(List.self)
        page.show()
        try page.type("Alan", into: "New")
        try page.tap("Add")
        let restored = try TestPage(List.self, restoring: page.restorableState)
        restored.show()
        #expect(restored.view(TableView.self, "Names")?.rows.count == 3)
        #expect(throws: PluginError.failed) { try TestPage(List.self, restoring: ["Other": .bool(true)]) }
    }

    /// A page that sets what the host stores while it is created.
    final class Early: ViewController {
        required init(arguments: [String: Value]) {
            super.init(arguments: arguments)
            title = arguments["Title"]?.string
            hidesBottomBarWhenPushed = true
        }
    }

    @Test func `a page may call the host while it is created, and gets its arguments`() throws {
        let page = try TestPage(Early.self, arguments: ["Title": .string("Ready")])
        #expect(page.viewController.title == "Ready")
        #expect(page.viewController.hidesBottomBarWhenPushed)
    }

    @Test func `timers fire, tasks run, and the environment is that of the test`() async throws {
        PluginTesting.configuration = ["Unit": .string("°C")]
        let page = try TestPage(List.self)
        #expect(page.viewController.configurationValue(forKey: "Unit") == .string("°C"))
        #expect(page.viewController.configurationValue(forKey: "Other") == nil)
        var fired: [Int] = []
        var timers: [Timer] = []
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            timers.append(
                Timer(after: 20) {
                    fired.append(2)
                    done.resume()
                })
            timers.append(Timer(after: 1) { fired.append(1) })
        }
        #expect(fired == [1, 2])
    }
}
