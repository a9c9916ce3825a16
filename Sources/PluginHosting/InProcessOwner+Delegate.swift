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
        let status = plugin.table.question.flatMap { function in
            Arena.use { arena in
                let arguments = arena.pointer(to: question.arguments.variant)
                return act { function($0, token, question.kind.code, controller, question.target, arguments) }
            }
        }
        // It may have answered already.
        if status != TAB_OK, plugin.questions.removeValue(forKey: token) != nil {
            completion(status == nil || status == TAB_ERROR_NOT_SUPPORTED ? .notImplemented : .failed)
        }
        return token
    }

    func withdraw(_ question: UInt64) { plugin.questions[question] = nil }

    func tell(_ notice: DelegateNotice, about subject: UInt64) {
        let (table, changed) = (plugin.table, notice.changed)
        Arena.use { arena in
            let (list, count) = (arena.list(notice.viewControllers), notice.viewControllers.count)
            act {
                switch notice.kind {
                case .didSelect: table.did_select?($0, subject, notice.viewControllers.first ?? 0)
                case .willBeginCustomizing: table.will_begin_customizing?($0, subject, list, count)
                case .willEndCustomizing: table.will_end_customizing?($0, subject, list, count, changed)
                case .didEndCustomizing: table.did_end_customizing?($0, subject, list, count, changed)
                case .willPresentWithAdaptiveStyle:
                    table.will_present_with_adaptive_style?($0, subject, arena.string(notice.style))
                case .willDismiss: table.will_dismiss?($0, subject)
                case .didDismiss: table.did_dismiss?($0, subject)
                case .didAttemptToDismiss: table.did_attempt_to_dismiss?($0, subject)
                case .released: table.delegate_released?($0, subject)
                }
            }
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
