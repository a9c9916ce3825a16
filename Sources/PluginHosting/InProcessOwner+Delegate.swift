internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface

/// A plugin's controller as a delegate.
extension InProcessOwner: TabBarDelegateOwner {
    func shouldSelect(
        _ viewController: UInt64, in tabBarController: UInt64, completion: @escaping @EventLoop (Bool?) -> Void
    ) -> UInt64? {
        guard let instance, let question = plugin.table.question else { return nil }
        let token = plugin.addQuestion { completion($0.get()) }
        let arena = Arena()
        let status = withExtendedLifetime(arena) {
            var none = arena.value(([:] as [String: Variant]).variant)
            return question(
                instance, token, TAB_QUESTION_SHOULD_SELECT, tabBarController, viewController, &none)
        }
        guard status != TAB_ERROR_NOT_SUPPORTED else {
            plugin.questions[token] = nil
            return nil
        }
        // It may have answered already.
        if status != TAB_OK, plugin.questions.removeValue(forKey: token) != nil { completion(nil) }
        return token
    }

    func withdraw(_ question: UInt64) { plugin.questions[question] = nil }

    func didSelect(_ viewController: UInt64, in tabBarController: UInt64) {
        if let instance { plugin.table.did_select?(instance, tabBarController, viewController) }
    }

    func delegateReleased(by tabBarController: UInt64) {
        if let instance { plugin.table.delegate_released?(instance, tabBarController) }
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
