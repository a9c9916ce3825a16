internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface

/// What is shown over others, how, and whom the user's taps ask.
func fillPresentations(_ table: inout tab_host_v1) {
    table.present = { host, controller, presented, animated, popover in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        var properties: [String: Variant] = [:]
        if let popover {
            guard let given: [String: Variant] = Variant(popover)?.get() else { return TAB_ERROR_INVALID_ARGS }
            properties = given
        }
        return ask(host, controller, moving: [presented]) { daemon throws(DBusError) in
            try daemon.present(presented, from: controller, animated: animated, popover: properties)
        }
    }
    table.present_alert = { host, controller, alert, content in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let content: [String: Variant] = Variant(content)?.get() else { return TAB_ERROR_INVALID_ARGS }
        return ask(host, controller) { daemon throws(DBusError) in
            try daemon.presentAlert(alert, from: controller, content: content)
        }
    }
    table.dismiss = { host, controller, animated in
        ask(host, controller) { daemon throws(DBusError) in try daemon.dismiss(from: controller, animated: animated) }
    }
    table.popover_value = { host, controller, name, receive, context in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let name = String(name) else { return TAB_ERROR_INVALID_ARGUMENT }
        let context = Borrowed(context)
        return ask(host, controller) { daemon throws(DBusError) in
            give(try daemon.popoverProperty(name, of: controller), to: receive, context.pointer)
        }
    }
    table.set_popover_value = { host, controller, name, value in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let name = String(name) else { return TAB_ERROR_INVALID_ARGUMENT }
        guard let value = Variant(value) else { return TAB_ERROR_INVALID_ARGS }
        return ask(host, controller) { daemon throws(DBusError) in
            try daemon.setPopoverProperty(name, to: value, of: controller)
        }
    }
    fillDelegates(&table)
}

private func fillDelegates(_ table: inout tab_host_v1) {
    table.set_delegate = { host, controller, kind, isDelegate in
        ask(host, controller) { daemon throws(DBusError) in
            switch kind {
            case TAB_DELEGATE_TAB_BAR_CONTROLLER: try daemon.setTabBarDelegate(controller, isDelegate)
            case TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER:
                try daemon.setPopoverDelegate(isDelegate ? controller : 0, of: controller)
            default: throw .notSupported("a delegate of kind \(kind.rawValue)")
            }
        }
    }
    table.set_popover_delegate = { host, controller, delegate in
        let isOwn = enter(host) { $0.owns(delegate) || delegate == 0 ? TAB_OK : TAB_ERROR_NOT_FOUND }
        guard isOwn == TAB_OK else { return isOwn }
        return ask(host, controller) { daemon throws(DBusError) in
            try daemon.setPopoverDelegate(delegate, of: controller)
        }
    }
    table.update_interactive_transition = { host, controller, progress in
        ask(host, controller) { daemon throws(DBusError) in
            try daemon.updateInteractiveTransition(progress, of: controller)
        }
    }
    table.end_interactive_transition = { host, controller, isFinished in
        ask(host, controller) { daemon throws(DBusError) in
            try daemon.endInteractiveTransition(of: controller, isFinished: isFinished)
        }
    }
    table.answer_question = { host, token, answer in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let answer = Variant(answer) else { return TAB_ERROR_INVALID_ARGS }
        return enter(host) { $0.answer(token, answer) }
    }
}
