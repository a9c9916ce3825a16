internal import CTabPlugin

/// A delegate's questions and what it is told.
func fillDelegate(_ table: inout tab_plugin_v1) {
    table.question = { instance, token, question, controller, subject, arguments in
        let arguments = Value(arguments)?.options ?? [:]
        let from = arguments["From"]?.uint64 ?? 0
        return enter(instance) { viewController throws(PluginError) in
            guard question.rawValue < TAB_QUESTION_PREPARE_FOR_PRESENTATION.rawValue else {
                return try viewController.askDelegate(ofPopoverOf: controller, question, arguments, token)
            }
            guard let delegate = viewController.tabBarDelegate else { throw .notSupported }
            let tabs = viewController.tabBarController(numbered: controller)
            guard question == TAB_QUESTION_SHOULD_SELECT else {
                let answer = delegate.answer(to: question, about: tabs, from: from, to: subject)
                guard let answer else { throw .notSupported }
                return try Host.answer(token, answer)
            }
            Task { @PluginActor in
                let isAllowed = await delegate.tabBarController(
                    tabs, shouldSelect: ViewControllerReference.numbered(subject))
                // Too late an answer is nobody's fault here.
                try? Host.answer(token, .bool(isAllowed))
            }
        }
    }
    table.did_select = { instance, controller, selected in
        tell(instance, controller) { $0.tabBarController($1, didSelect: ViewControllerReference.numbered(selected)) }
    }
    table.will_begin_customizing = { instance, controller, controllers, count in
        let list = numbers(controllers, count)
        tell(instance, controller) {
            $0.tabBarController($1, willBeginCustomizing: list.map(ViewControllerReference.numbered))
        }
    }
    table.will_end_customizing = { instance, controller, controllers, count, changed in
        let list = numbers(controllers, count)
        tell(instance, controller) {
            $0.tabBarController($1, willEndCustomizing: list.map(ViewControllerReference.numbered), changed: changed)
        }
    }
    table.did_end_customizing = { instance, controller, controllers, count, changed in
        let list = numbers(controllers, count)
        tell(instance, controller) {
            $0.tabBarController($1, didEndCustomizing: list.map(ViewControllerReference.numbered), changed: changed)
        }
    }
    table.delegate_released = { instance, controller in
        enter(instance) { viewController in
            if controller == viewController.delegatedTabBarController {
                viewController.tabBarDelegate = nil
            } else {
                viewController.formerPopover(of: controller)?.delegateReleased()
            }
        }
    }
    fillPopoverDelegate(&table)
    fillAlerts(&table)
}

extension TabBarControllerDelegate {
    /// What is answered at once; nil when the delegate leaves that to the host.
    fileprivate func answer(
        to question: tab_question, about tabs: TabBarController, from: UInt64, to: UInt64
    ) -> Value? {
        switch question {
        case TAB_QUESTION_TRANSITION:
            tabBarController(
                tabs, animationControllerForTransitionFrom: ViewControllerReference.numbered(from),
                to: ViewControllerReference.numbered(to)
            ).map { .options($0.options) }
        case TAB_QUESTION_SUPPORTED_ORIENTATIONS:
            tabBarControllerSupportedInterfaceOrientations(tabs).map { .uint32($0.rawValue) }
        case TAB_QUESTION_PREFERRED_ORIENTATION:
            tabBarControllerPreferredInterfaceOrientationForPresentation(tabs).map { .string($0.rawValue) }
        default: nil
        }
    }
}

private func tell(
    _ instance: UnsafeMutableRawPointer?, _ controller: UInt64,
    _ body: @PluginActor (any TabBarControllerDelegate, TabBarController) -> Void
) {
    enter(instance) { viewController in
        guard let delegate = viewController.tabBarDelegate else { return }
        body(delegate, viewController.tabBarController(numbered: controller))
    }
}

private func numbers(_ start: UnsafePointer<UInt64>?, _ count: Int) -> [UInt64] {
    Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
}
