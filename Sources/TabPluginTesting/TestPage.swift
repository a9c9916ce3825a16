internal import BusValues
internal import CTabPlugin
public import TabPlugin

/// A view controller in a test, with the calls that tabd makes for users and clients.
///
/// It is the root of a navigation controller, so that it can push others.
///
/// ```swift
/// @PluginActor @Suite struct CounterTests {
///     @Test func `a tap is counted, and the count is kept`() throws {
///         let page = try TestPage(Counter.self)
///         page.show()
///         try page.tap("Tap")
///         #expect(page.view(Label.self, "Count")?.text == "Taps: 1")
///         let restored = try TestPage(Counter.self, restoring: page.restorableState)
///         restored.show()
///         #expect(restored.view(Label.self, "Count")?.text == "Taps: 1")
///     }
/// }
/// ```
@PluginActor
public final class TestPage<Page: ViewController> {
    /// The view controller.
    public let viewController: Page
    private let number: UInt64
    private let navigation: UInt64
    /// Whether this object has created the view controller, and ends it.
    private let isOwner: Bool

    /// Creates a view controller of a class as a client does.
    ///
    /// - Parameter state: What `restorableState` of an earlier instance returned; nil for a new one.
    /// - Throws: `PluginError.failed` if the class can't be created or can't decode its state.
    public init(
        _ type: Page.Type, arguments: [String: Value] = [:], restoring state: [String: Value]? = nil
    ) throws(PluginError) {
        Registration.classes[String(describing: type)] = type
        number = try TestHost.create(String(describing: type), arguments)
        guard let page = Registration.instances[number]?.viewController as? Page else { throw .failed }
        viewController = page
        navigation = TestHost.nextNumber()
        isOwner = true
        TestHost.stacks[navigation] = []
        TestHost.setStack(navigation, to: [number])
        guard let state, let instance = TestHost.records[number]?.instance else { return }
        let status = Arena.use { arena in
            TestHost.functions.decode_restorable_state?(instance, arena.pointer(to: .options(state)))
        }
        guard status == TAB_OK else { throw .failed }
    }

    private init(_ page: Page, number: UInt64, on navigation: UInt64) {
        viewController = page
        self.number = number
        self.navigation = navigation
        isOwner = false
    }

    isolated deinit {
        guard isOwner else { return }
        for number in TestHost.stacks[navigation] ?? [] { TestHost.destroy(number) }
        TestHost.stacks[navigation] = nil
    }

    // MARK: The window

    /// Shows the page in a window of a size. Call it again for another size.
    ///
    /// - Parameter safeArea: What bars cover at the edges.
    public func show(size: Size = Size(width: 390, height: 844), safeArea: EdgeInsets = EdgeInsets()) {
        (TestHost.lastSize, TestHost.lastSafeArea) = (size, safeArea)
        TestHost.show(number, size, safeArea)
    }

    /// Hides the page, as another tab does.
    public func hide() { TestHost.hide(number) }

    // MARK: Views

    /// Returns the view with an identifier; nil if there is none of this class. The view is loaded if necessary.
    public func view<Content: View>(_ type: Content.Type, _ identifier: String) -> Content? {
        find(identifier) as? Content
    }

    private func find(_ identifier: String) -> View? {
        var rest = [viewController.view]
        while let view = rest.popLast() {
            if view.identifier == identifier { return view }
            rest += view.subviews
        }
        return nil
    }

    /// Performs the action of a user on the view with an identifier. The documentation of its class names the actions.
    ///
    /// - Throws: `PluginError.notFound` without such a view, `PluginError.invalidArgument` for one that is hidden or
    ///   disabled, and the error of the view.
    public func send(_ action: String, to identifier: String, _ value: Value = .bool(true)) throws(PluginError) {
        guard let instance = TestHost.records[number]?.instance, let view = find(identifier) else {
            throw .notFound
        }
        guard view.isEnabled, sequence(first: view, next: \.superview).allSatisfy({ !$0.isHidden }) else {
            throw .invalidArgument
        }
        let status = Arena.use { arena in
            TestHost.functions.action?(instance, view.id, arena.string(action), arena.pointer(to: value))
        }
        guard status == TAB_OK else { throw PluginError(status ?? TAB_ERROR_NOT_SUPPORTED) }
    }

    /// Taps a button.
    public func tap(_ identifier: String) throws(PluginError) {
        try send("primaryActionTriggered", to: identifier)
    }

    /// Types a text into a text field or a text view, in place of the one that is there.
    public func type(_ text: String, into identifier: String) throws(PluginError) {
        try send("editingChanged", to: identifier, .string(text))
    }

    /// Taps a row of a table.
    public func selectRow(_ row: Int, in identifier: String) throws(PluginError) {
        try send("selectRow", to: identifier, .uint32(UInt32(clamping: row)))
    }

    /// Taps a button of a bar, by its title.
    public func tapBarButton(_ title: String) throws(PluginError) {
        let item = viewController.navigationItem
        guard let instance = TestHost.records[number]?.instance,
            let button = (item.leftBarButtonItems + item.rightBarButtonItems).first(where: { $0.title == title })
        else { throw .notFound }
        guard button.isEnabled else { throw .invalidArgument }
        TestHost.functions.bar_button_item_activated?(instance, button.id)
    }

    // MARK: Further pages

    /// The page at the top of the stack, which this page or another one has pushed; nil if it has another class.
    public func pushed<Pushed: ViewController>(_ type: Pushed.Type) -> TestPage<Pushed>? {
        guard let top = TestHost.stacks[navigation]?.last,
            let page = Registration.instances[top]?.viewController as? Pushed
        else { return nil }
        return TestPage<Pushed>(page, number: top, on: navigation)
    }

    /// Goes back, as a tap on the back button does.
    public func goBack() {
        guard let stack = TestHost.stacks[navigation], stack.count > 1 else { return }
        TestHost.setStack(navigation, to: stack.dropLast())
    }

    // MARK: State

    /// The state that tabd keeps for a restart; empty if there is none.
    public var restorableState: [String: Value] {
        guard let instance = TestHost.records[number]?.instance else { return [:] }
        var state: Value?
        withUnsafeMutablePointer(to: &state) { state in
            _ = TestHost.functions.encode_restorable_state?(
                instance, { context, value in context?.assumingMemoryBound(to: Value?.self).pointee = Value(value) },
                state)
        }
        return state?.options ?? [:]
    }
}
