internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// A plugin's controller as a delegate.
extension InProcessOwner: DelegateOwner {
    func ask(
        _ question: DelegateQuestion, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64 {
        let token = plugin.addQuestion { completion(.given($0)) }
        var status = TAB_ERROR_NOT_SUPPORTED
        if let function = plugin.table.question {
            let arena = Arena()
            status = withExtendedLifetime(arena) {
                var arguments = arena.value(question.arguments.variant)
                return act { function($0, token, question.code, controller, question.subject, &arguments) } ?? status
            }
        }
        // It may have answered already.
        if status != TAB_OK, plugin.questions.removeValue(forKey: token) != nil {
            completion(status == TAB_ERROR_NOT_SUPPORTED ? .notImplemented : .failed)
        }
        return token
    }

    func withdraw(_ question: UInt64) { plugin.questions[question] = nil }
}

extension InProcessOwner: TabBarDelegateOwner {
    func didSelect(_ viewController: UInt64, in tabBarController: UInt64) {
        act { plugin.table.did_select?($0, tabBarController, viewController) }
    }

    func willBeginCustomizing(_ viewControllers: [UInt64], in tabBarController: UInt64) {
        viewControllers.withUnsafeBufferPointer { list in
            act { plugin.table.will_begin_customizing?($0, tabBarController, list.baseAddress, list.count) }
        }
    }

    func willEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64) {
        viewControllers.withUnsafeBufferPointer { list in
            act { plugin.table.will_end_customizing?($0, tabBarController, list.baseAddress, list.count, changed) }
        }
    }

    func didEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64) {
        viewControllers.withUnsafeBufferPointer { list in
            act { plugin.table.did_end_customizing?($0, tabBarController, list.baseAddress, list.count, changed) }
        }
    }

    func delegateReleased(by tabBarController: UInt64) { released(by: tabBarController) }

    private func released(by controller: UInt64) {
        act { plugin.table.delegate_released?($0, controller) }
    }
}

extension InProcessOwner: PopoverDelegateOwner {
    func willPresent(withAdaptiveStyle style: String, of presented: UInt64) {
        let arena = Arena()
        withExtendedLifetime(arena) {
            act { plugin.table.will_present_with_adaptive_style?($0, presented, arena.string(style)) }
        }
    }

    func willDismiss(_ presented: UInt64) {
        act { plugin.table.will_dismiss?($0, presented) }
    }

    func didDismiss(_ presented: UInt64) {
        act { plugin.table.did_dismiss?($0, presented) }
    }

    func didAttemptToDismiss(_ presented: UInt64) {
        act { plugin.table.did_attempt_to_dismiss?($0, presented) }
    }

    func popoverDelegateReleased(by presented: UInt64) { released(by: presented) }
}

extension DelegateQuestion {
    fileprivate var code: tab_question {
        switch self {
        case .shouldSelect: TAB_QUESTION_SHOULD_SELECT
        case .animation: TAB_QUESTION_TRANSITION
        case .supportedOrientations: TAB_QUESTION_SUPPORTED_ORIENTATIONS
        case .preferredOrientation: TAB_QUESTION_PREFERRED_ORIENTATION
        case .prepareForPresentation: TAB_QUESTION_PREPARE_FOR_PRESENTATION
        case .shouldDismiss: TAB_QUESTION_SHOULD_DISMISS
        case .reposition: TAB_QUESTION_REPOSITION
        case .adaptiveStyle: TAB_QUESTION_ADAPTIVE_STYLE
        case .adaptiveViewController: TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER
        }
    }

    fileprivate var subject: UInt64 {
        switch self {
        case .shouldSelect(let subject), .animation(_, let subject): subject
        default: 0
        }
    }

    fileprivate var arguments: [String: Variant] {
        switch self {
        case .animation(let from, _): ["From": .uint64(from)]
        case .reposition(let rect, let controller, let view):
            ["Rect": rect.variant, "View": .structure([.uint64(controller), .uint32(view)])]
        case .adaptiveStyle(let horizontal, let vertical):
            ["Horizontal": .string(horizontal), "Vertical": .string(vertical)]
        case .adaptiveViewController(let style): ["Style": .string(style)]
        default: [:]
        }
    }
}

extension LoadedPlugin {
    /// Notes who waits for an answer; the result is the token that the plugin gets.
    func addQuestion(_ completion: @escaping @EventLoop (Variant) -> Void) -> UInt64 {
        lastQuestion += 1
        questions[lastQuestion] = completion
        return lastQuestion
    }

    func answer(_ token: UInt64, _ answer: Variant) -> tab_status {
        guard let completion = questions.removeValue(forKey: token) else { return TAB_ERROR_NOT_FOUND }
        completion(answer)
        return TAB_OK
    }
}
