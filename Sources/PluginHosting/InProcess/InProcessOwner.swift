internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// A view controller of an in-process plugin. Every call goes straight into the library.
@EventLoop
final class InProcessOwner: ContentOwner {
    let plugin: LoadedPlugin
    let controller: ViewControllerID
    /// nil after it is destroyed.
    private(set) var instance: UnsafeMutableRawPointer?
    /// The traits that were last sent to the plugin.
    private var traits = Traits()
    /// The last encoded state, or the initial one.
    private(set) var state: [String: Variant]?
    /// Whether the instance could not decode its state. Then the state is kept unchanged, until the user acts on the
    /// instance.
    private var keepsUndecodedState = false
    /// The number of the call that is being handled.
    var callNumber: UInt32 = 0
    /// The plugin's tokens of open questions, by the numbers of their calls.
    var questions: [UInt32: UInt64] = [:]

    /// - Throws: `PluginFailed` when the plugin returns no instance.
    init(
        _ plugin: LoadedPlugin, className: String, controller: ViewControllerID, arguments: [String: Variant],
        isRestoring: Bool = false
    ) throws(DBusError) {
        self.plugin = plugin
        self.controller = controller
        plugin.add(controller)
        if isRestoring { plugin.restoring.insert(controller) }
        defer { plugin.restoring.remove(controller) }
        plugin.creating.append(controller)
        defer { plugin.creating.removeLast() }
        instance = Arena.use {
            plugin.table.create?($0.string(className), controller.rawValue, $0.pointer(to: arguments.variant))
        }
        guard instance != nil else {
            plugin.remove(controller)
            throw .pluginFailed("plugin '\(plugin.id)' created no instance of class '\(className)'")
        }
        plugin.states.add(controller, self)
    }

    func viewDidLoad() {
        let status = call { plugin.table.load_view?($0) }
        guard let error = status??.error("loading the view") else { return }
        plugin.logger.error("view controller \(controller): \(error.message)")
    }

    func viewWillAppear(animated: Bool) { notify(plugin.table.view_will_appear, animated) }
    func viewIsAppearing(animated: Bool) { notify(plugin.table.view_is_appearing, animated) }
    func viewDidAppear(animated: Bool) { notify(plugin.table.view_did_appear, animated) }
    func viewWillDisappear(animated: Bool) { notify(plugin.table.view_will_disappear, animated) }
    func viewDidDisappear(animated: Bool) { notify(plugin.table.view_did_disappear, animated) }
    func willMove(toParent parent: ViewControllerID?) { notify(plugin.table.will_move_to_parent, parent.number) }
    func didMove(toParent parent: ViewControllerID?) { notify(plugin.table.did_move_to_parent, parent.number) }

    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {
        call {
            plugin.table.view_will_layout?(
                $0, tab_rect(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height),
                tab_insets(top: safeArea.top, left: safeArea.left, bottom: safeArea.bottom, right: safeArea.right))
        }
    }

    func traitsChanged(_ traits: Traits) {
        call { instance in
            if (traits.horizontal, traits.vertical) != (self.traits.horizontal, self.traits.vertical) {
                plugin.table.size_class_changed?(
                    instance, tab_size_class(traits.horizontal.code), tab_size_class(traits.vertical.code))
            }
            if traits.colorScheme != self.traits.colorScheme {
                plugin.table.color_scheme_changed?(instance, tab_color_scheme(traits.colorScheme.code))
            }
            if traits.contrast != self.traits.contrast {
                plugin.table.contrast_changed?(instance, tab_contrast(traits.contrast.code))
            }
            if (traits.locale, traits.layoutDirection) != (self.traits.locale, self.traits.layoutDirection) {
                Arena.use {
                    plugin.table.language_changed?(
                        instance, $0.string(traits.locale), traits.layoutDirection == .rightToLeft)
                }
            }
            if traits.text.scale != self.traits.text.scale || traits.text.all != self.traits.text.all
                || traits.metricsDigest != self.traits.metricsDigest
            {
                plugin.table.text_size_changed?(instance, traits.text.scale)
            }
        }
        self.traits = traits
    }

    func barButtonItemActivated(_ item: UInt32) {
        keepsUndecodedState = false
        act { plugin.table.bar_button_item_activated?($0, item) }
    }

    func tabBarDidSelect(_ position: UInt32) {
        act { plugin.table.tab_bar_did_select?($0, position) }
    }

    func presentationEnded() { call { plugin.table.presentation_ended?($0) } }

    func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String]) {
        Arena.use { arena in
            let strings = arena.list(texts.map { arena.string($0) })
            act { plugin.table.alert_answered?($0, alert, action, strings, texts.count) }
        }
    }

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        call { _ = plugin.table.update_content?($0) }
        completion()
    }

    func action(_ name: String, view: UInt32, value: Variant, completion: @escaping Completion) {
        guard instance != nil else { return completion(.pluginUnavailable("the view controller was destroyed")) }
        keepsUndecodedState = false
        let status = Arena.use { arena in
            act { plugin.table.action?($0, view, arena.string(name), arena.pointer(to: value)) } ?? nil
        }
        completion((status ?? TAB_ERROR_NOT_SUPPORTED).error("action '\(name)'"))
    }

    func destroy() {
        guard let instance else { return }
        self.instance = nil
        // The daemon no longer needs these answers.
        for token in questions.values { plugin.questions[token] = nil }
        plugin.states.remove(controller)
        plugin.table.destroy?(instance)
        plugin.remove(controller)
        plugin.onDestroy?(controller)
    }

    private func notify<Argument>(
        _ function: ((UnsafeMutableRawPointer?, Argument) -> Void)?, _ argument: Argument
    ) {
        call { function?($0, argument) }
    }

    /// Runs code of the plugin for the instance. Does nothing after it is destroyed.
    @discardableResult
    func call<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        guard let instance else { return nil }
        plugin.states.noteRun()
        return body(instance)
    }

    /// Like `call` for a gesture: a changed state is reported before a client can observe it.
    @discardableResult
    func act<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        guard let instance else { return nil }
        let result = body(instance)
        plugin.states.notify(controller)
        return result
    }

    // MARK: State

    /// Whether the plugin implements restorable state.
    var keepsState: Bool { plugin.table.encode_restorable_state != nil }

    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        completion(encodedState())
    }

    /// Returns the state for the next instance; the last state if encoding fails.
    func encodedState() -> [String: Variant]? {
        guard let instance, let encode = plugin.table.encode_restorable_state else { return nil }
        guard !keepsUndecodedState else { return state }
        var given: Variant?
        let status = withUnsafeMutablePointer(to: &given) { given in
            encode(
                instance,
                { context, value in context?.assumingMemoryBound(to: Variant?.self).pointee = Variant(value) }, given)
        }
        if status == TAB_ERROR_NOT_SUPPORTED {
            state = nil
        } else if status == TAB_OK, let encoded: [String: Variant] = given?.get() {
            state = encoded
        } else if status != TAB_ERROR_NOT_FOUND {
            let reason =
                if status != TAB_OK {
                    "encode_restorable_state returned the error \(status.rawValue)"
                } else if let given {
                    "it has the type '\(given.signature)'; expected a{sv}"
                } else {
                    "it is missing, has text that is not UTF-8, or is nested too deeply"
                }
            plugin.logger.error(
                "view controller \(controller): the encoded state is rejected, keeping the previous one: \(reason)")
        }
        return state
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        plugin.restorations.report(controller, decode(state))
    }

    /// - Returns: The reason why the instance rejected it.
    func decode(_ state: [String: Variant]) -> DBusError? {
        self.state = state
        var status: tab_status?
        Arena.use { arena in
            let value = arena.pointer(to: state.variant)
            plugin.restorations.decode(controller) {
                status = call { plugin.table.decode_restorable_state?($0, value) } ?? nil
            }
        }
        let error = status?.error("decoding the restorable state")
        keepsUndecodedState = error != nil
        if let error { plugin.logger.error("view controller \(controller): \(error.message)") }
        return error
    }
}
