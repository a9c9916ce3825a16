internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import Logging
internal import TabInterface

/// A view controller whose plugin runs in this process: every call goes straight into the library.
@EventLoop
final class InProcessOwner: ContentOwner {
    let plugin: LoadedPlugin
    private let controller: UInt64
    /// nil once it is destroyed.
    private(set) var instance: UnsafeMutableRawPointer?
    /// What the plugin was told last.
    private var traits = Traits()

    /// - Throws: `PluginFailed` when the plugin doesn't make an instance.
    init(
        _ plugin: LoadedPlugin, className: String, controller: UInt64, arguments: [String: Variant]
    ) throws(DBusError) {
        self.plugin = plugin
        self.controller = controller
        plugin.add(controller)
        let arena = Arena()
        instance = withExtendedLifetime(arena) {
            var value = arena.value(arguments.variant)
            return plugin.table.create?(arena.string(className), controller, &value)
        }
        guard instance != nil else {
            plugin.remove(controller)
            throw .pluginFailed("plugin '\(plugin.id)' made no instance of class '\(className)'")
        }
    }

    func viewDidLoad() {
        guard let instance, let status = plugin.table.load_view?(instance),
            let error = status.error("loading the view")
        else { return }
        plugin.logger.error("view controller \(controller): \(error.message)")
    }

    func viewWillAppear(animated: Bool) { tell(plugin.table.view_will_appear, animated) }
    func viewIsAppearing(animated: Bool) { tell(plugin.table.view_is_appearing, animated) }
    func viewDidAppear(animated: Bool) { tell(plugin.table.view_did_appear, animated) }
    func viewWillDisappear(animated: Bool) { tell(plugin.table.view_will_disappear, animated) }
    func viewDidDisappear(animated: Bool) { tell(plugin.table.view_did_disappear, animated) }
    func willMove(toParent parent: UInt64?) { tell(plugin.table.will_move_to_parent, parent ?? 0) }
    func didMove(toParent parent: UInt64?) { tell(plugin.table.did_move_to_parent, parent ?? 0) }

    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {
        guard let instance else { return }
        plugin.table.view_will_layout?(
            instance, tab_rect(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height),
            tab_insets(top: safeArea.top, left: safeArea.left, bottom: safeArea.bottom, right: safeArea.right))
    }

    func traitsChanged(_ traits: Traits) {
        guard let instance else { return }
        if (traits.horizontal, traits.vertical) != (self.traits.horizontal, self.traits.vertical) {
            plugin.table.size_class_changed?(instance, traits.horizontal.code, traits.vertical.code)
        }
        if traits.colorScheme != self.traits.colorScheme {
            plugin.table.color_scheme_changed?(instance, traits.colorScheme.code)
        }
        self.traits = traits
    }

    func barButtonItemActivated(_ item: UInt32) { tell(plugin.table.bar_button_item_activated, item) }
    func tabBarDidSelect(_ position: UInt32) { tell(plugin.table.tab_bar_did_select, position) }

    func presentationEnded() {
        if let instance { plugin.table.presentation_ended?(instance) }
    }

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        if let instance { _ = plugin.table.update_content?(instance) }
        completion()
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        guard let instance else {
            completion(.pluginUnavailable("the view controller is destroyed"))
            return
        }
        let arena = Arena()
        let status = withExtendedLifetime(arena) {
            var value = arena.value(value)
            return plugin.table.action?(instance, view, arena.string(name), &value)
        }
        completion((status ?? TAB_ERROR_NOT_SUPPORTED).error("action '\(name)'"))
    }

    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        var state: Variant?
        if let instance {
            let status = withUnsafeMutablePointer(to: &state) { state in
                plugin.table.encode_restorable_state?(
                    instance,
                    { context, value in
                        context?.assumingMemoryBound(to: Variant?.self).pointee = Variant(value)
                    }, state)
            }
            if status != TAB_OK { state = nil }
        }
        completion(state?.get())
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        guard let instance else { return }
        let arena = Arena()
        withExtendedLifetime(arena) {
            var value = arena.value(state.variant)
            _ = plugin.table.decode_restorable_state?(instance, &value)
        }
    }

    func destroy() {
        guard let instance else { return }
        self.instance = nil
        plugin.table.destroy?(instance)
        plugin.remove(controller)
    }

    private func tell<Argument>(
        _ function: ((UnsafeMutableRawPointer?, Argument) -> Void)?, _ argument: Argument
    ) {
        if let instance { function?(instance, argument) }
    }
}
