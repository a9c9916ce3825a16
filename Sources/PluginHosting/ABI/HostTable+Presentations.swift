internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import TabInterface

private typealias Operations = PluginOperations

/// Fills in the functions for presentations and delegates.
func fillPresentations(_ table: inout tab_host_v1) {
    table.present = { host, controller, presented, animated, popover in
        runCommand(Operations.present, host, controller, ViewControllerID(presented), animated, options(popover))
    }
    table.present_alert = { host, controller, alert, content in
        let content: [String: Variant]? = Variant(content)?.get()
        return runCommand(Operations.presentAlert, host, controller, alert, content)
    }
    table.dismiss = { host, controller, animated in runCommand(Operations.dismiss, host, controller, animated) }
    table.popover_value = { host, controller, name, receive, context in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let name = String(name) else { return TAB_ERROR_INVALID_ARGUMENT }
        return runQuery(Operations.popoverProperty, host, controller, name) { pass($0, to: receive, context) }
    }
    table.set_popover_value = { host, controller, name, value in
        runCommand(Operations.setPopoverProperty, host, controller, String(name), Variant(value))
    }
    fillDelegates(&table)
}

private func fillDelegates(_ table: inout tab_host_v1) {
    table.set_delegate = { host, controller, kind, isDelegate in
        switch kind {
        case TAB_DELEGATE_TAB_BAR_CONTROLLER: runCommand(Operations.setTabBarDelegate, host, controller, isDelegate)
        case TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER:
            runCommand(Operations.setPopoverDelegate, host, controller, isDelegate ? ViewControllerID(controller) : nil)
        default:
            runCommand(
                Operations.setTabBarDelegate, host, controller, isDelegate,
                unless: .notSupported("a delegate of kind \(kind.rawValue)"))
        }
    }
    table.set_popover_delegate = { host, controller, delegate in
        let delegate = ViewControllerID?(number: delegate)
        let isOwn = enter(host) { delegate.map($0.owns) ?? true ? TAB_OK : TAB_ERROR_NOT_FOUND }
        guard isOwn == TAB_OK else { return isOwn }
        return runCommand(Operations.setPopoverDelegate, host, controller, delegate)
    }
    table.update_interactive_transition = { host, controller, progress in
        runCommand(Operations.updateInteractiveTransition, host, controller, progress)
    }
    table.end_interactive_transition = { host, controller, isFinished in
        runCommand(Operations.endInteractiveTransition, host, controller, isFinished)
    }
    table.answer_question = { host, token, answer in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let answer = Variant(answer) else { return TAB_ERROR_INVALID_ARGS }
        return enter(host) { $0.answerQuestion(token, answer) }
    }
}
