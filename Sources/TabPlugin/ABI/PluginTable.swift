internal import CTabPlugin

/// Returns the table of functions that the host calls.
///
/// C functions can't be isolated to an actor, so each of them enters `PluginActor`.
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
    addLifeCycleCallbacks(&table)
    addContentCallbacks(&table)
    addDelegateCallbacks(&table)
    return table
}

private func addLifeCycleCallbacks(_ table: inout tab_plugin_v1) {
    table.view_will_appear = { instance, animated in
        enter(instance) {
            $0.isViewVisible = true
            $0.willAppear()
            $0.viewWillAppear(animated)
        }
    }
    table.view_is_appearing = { instance, animated in enter(instance) { $0.viewIsAppearing(animated) } }
    table.view_did_appear = { instance, animated in
        enter(instance) {
            $0.viewDidAppear(animated)
            $0.didAppear()
        }
    }
    table.view_will_disappear = { instance, animated in
        enter(instance) {
            $0.willDisappear()
            $0.viewWillDisappear(animated)
        }
    }
    table.view_did_disappear = { instance, animated in
        enter(instance) {
            $0.isViewVisible = false
            $0.viewDidDisappear(animated)
        }
    }
    table.will_move_to_parent = { instance, parent in
        enter(instance) {
            if parent != 0 { $0.updateRetention() }
            $0.move(to: parent)
            $0.willMove(toParent: ViewControllerReference.numbered(nonzero: parent))
        }
    }
    table.did_move_to_parent = { instance, parent in
        enter(instance) {
            $0.didMove(toParent: ViewControllerReference.numbered(nonzero: parent))
            $0.move(to: nil)
            // `didMove` may have moved the controller again, so read its current container.
            $0.updateRetention()
        }
    }
    table.presentation_ended = { instance in
        enter(instance) {
            $0.presentationEnded()
            $0.updateRetention()
        }
    }
    table.destroy = { instance in
        enter(instance) {
            $0.hostDidDestroy()
            $0.willBeDestroyed()
        }
        guard let instance else { return }
        let destroyed = Unmanaged<Instance>.fromOpaque(instance).takeRetainedValue()
        // Needed even if the plugin has already released the controller.
        PluginActor.assumeIsolated { Registration.remove(destroyed.number) }
    }
}

private func addContentCallbacks(_ table: inout tab_plugin_v1) {
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
            try controller.handleAction(name, on: view, value)
        }
    }
    table.size_class_changed = { instance, horizontal, vertical in
        enter(instance) {
            $0.updateTraits {
                $0.horizontalSizeClass = TraitCollection.SizeClass(horizontal)
                $0.verticalSizeClass = TraitCollection.SizeClass(vertical)
            }
        }
    }
    table.color_scheme_changed = { instance, scheme in
        enter(instance) { $0.updateTraits { $0.userInterfaceStyle = TraitCollection.InterfaceStyle(scheme) } }
    }
    table.contrast_changed = { instance, contrast in
        enter(instance) {
            $0.updateTraits { $0.accessibilityContrast = TraitCollection.AccessibilityContrast(contrast) }
        }
    }
    table.language_changed = { instance, locale, isRightToLeft in
        let locale = String(locale) ?? "C"
        enter(instance) {
            let wasRightToLeft = $0.tree.isRightToLeft
            $0.updateTraits {
                $0.locale = locale
                $0.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
            }
            if isRightToLeft != wasRightToLeft { $0.tree.textSizeChanged() }
        }
    }
    table.text_size_changed = { instance, scale in
        enter(instance) {
            $0.updateTraits { $0.textScale = scale }
            $0.tree.textSizeChanged()
        }
    }
    table.bar_button_item_activated = { instance, item in enter(instance) { $0.navigationItem.activate(item) } }
    table.tab_bar_did_select = { instance, position in
        enter(instance) { controller in
            guard let controller = controller as? TabBarController else { return }
            controller.tabBar(controller.tabBar, didSelect: Int(position))
        }
    }
    table.encode_restorable_state = { instance, receive, context in
        guard let held = TabPlugin.instance(instance) else { return TAB_ERROR_NOT_FOUND }
        // Runs outside an update cycle: encoding happens often and must not trigger a layout each time.
        let state: [String: Value]? = PluginActor.assumeIsolated {
            guard let controller = held.viewController else { return nil }
            let coder = Coder()
            controller.encodeRestorableState(with: coder)
            return coder.values
        }
        guard let state else { return TAB_ERROR_NOT_FOUND }
        Arena.use { receive?(context, $0.pointer(to: .options(state))) }
        return TAB_OK
    }
    table.decode_restorable_state = { instance, state in
        guard let state = Value(state)?.options else { return TAB_ERROR_INVALID_ARGS }
        return enter(instance) { controller throws(PluginError) in
            let coder = Coder(state)
            controller.decodeRestorableState(with: coder)
            // All restored view controllers decode their state in this turn, before the first is notified.
            Host.postIsolated { UpdateCycle.run { controller.applicationFinishedRestoringState() } }
            guard let error = coder.error else { return }
            log(.error, "view controller \(controller.number) could not decode its state: \(error)")
            throw .failed
        }
    }
}

private func instance(_ pointer: UnsafeMutableRawPointer?) -> Instance? {
    pointer.map { Unmanaged<Instance>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs a callback of an instance on the actor, then sends the changes that it made.
@discardableResult
func enter(
    _ pointer: UnsafeMutableRawPointer?, _ body: @PluginActor (ViewController) throws(PluginError) -> Void
) -> tab_status {
    guard let instance = instance(pointer) else { return TAB_ERROR_NOT_FOUND }
    let failure: PluginError? = PluginActor.assumeIsolated {
        guard let controller = instance.viewController else { return .notFound }
        return UpdateCycle.run {
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
