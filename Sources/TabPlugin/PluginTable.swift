internal import CTabPlugin

/// The functions that the host calls. They are not isolated, as C knows no actors; each enters `PluginActor` on its own.
func pluginTable() -> tab_plugin_v1 {
    var table = tab_plugin_v1()
    table.size = MemoryLayout<tab_plugin_v1>.size
    table.abi_version = UInt32(TAB_PLUGIN_ABI_VERSION)
    table.create = { name, controller, arguments in
        guard let name = String(name) else { return nil }
        let arguments = Value(arguments)?.options ?? [:]
        let instance = PluginActor.assumeIsolated {
            Registration.make(name, controller: controller, arguments: arguments)
        }
        return instance.map { Unmanaged.passRetained($0).toOpaque() }
    }
    table.load_view = { enter($0) { $0.openView() } }
    table.view_will_appear = { instance, animated in
        enter(instance) {
            $0.isViewVisible = true
            $0.viewWillAppear(animated)
        }
    }
    table.view_is_appearing = { instance, animated in enter(instance) { $0.viewIsAppearing(animated) } }
    table.view_did_appear = { instance, animated in enter(instance) { $0.viewDidAppear(animated) } }
    table.view_will_disappear = { instance, animated in enter(instance) { $0.viewWillDisappear(animated) } }
    table.view_did_disappear = { instance, animated in
        enter(instance) {
            $0.isViewVisible = false
            $0.viewDidDisappear(animated)
        }
    }
    table.will_move_to_parent = { instance, parent in enter(instance) { $0.willMove(toParent: parent) } }
    table.did_move_to_parent = { instance, parent in enter(instance) { $0.didMove(toParent: parent) } }
    table.view_will_layout = { instance, bounds, safeArea in
        let bounds = Rect(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
        let safeArea = EdgeInsets(
            top: safeArea.top, left: safeArea.left, bottom: safeArea.bottom, right: safeArea.right)
        enter(instance) { $0.layOut(bounds, safeArea) }
    }
    table.update_content = { enter($0) { $0.updateContent() } }
    table.action = { instance, view, name, value in
        guard let name = String(name), let value = Value(value) else { return TAB_ERROR_INVALID_ARGS }
        return enter(instance) { controller throws(PluginError) in
            try controller.perform(name, on: view, value)
        }
    }
    table.encode_restorable_state = { instance, receive, context in
        guard let controller = controller(instance) else { return TAB_ERROR_NOT_FOUND }
        let state = PluginActor.assumeIsolated { UpdateCycle.run { controller.encodeRestorableState() } }
        let arena = Arena()
        withExtendedLifetime(arena) {
            var value = arena.value(.options(state))
            receive?(context, &value)
        }
        return TAB_OK
    }
    table.decode_restorable_state = { instance, state in
        guard let state = Value(state)?.options else { return TAB_ERROR_INVALID_ARGS }
        return enter(instance) { $0.decodeRestorableState(state) }
    }
    table.destroy = { instance in
        enter(instance) { $0.willBeDestroyed() }
        if let instance { Unmanaged<ViewController>.fromOpaque(instance).release() }
    }
    return table
}

private func controller(_ instance: UnsafeMutableRawPointer?) -> ViewController? {
    instance.map { Unmanaged<ViewController>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs a callback for an instance on the actor and sends what it changed.
@discardableResult
private func enter(
    _ instance: UnsafeMutableRawPointer?, _ body: @PluginActor (ViewController) throws(PluginError) -> Void
) -> tab_status {
    guard let controller = controller(instance) else { return TAB_ERROR_NOT_FOUND }
    let failure: PluginError? = PluginActor.assumeIsolated {
        UpdateCycle.run {
            do throws(PluginError) {
                try body(controller)
                return nil
            } catch {
                return error
            }
        }
    }
    return failure?.status ?? TAB_OK
}
