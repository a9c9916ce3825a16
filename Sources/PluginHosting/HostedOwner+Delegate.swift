internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// A controller in a host as a delegate.
extension HostedOwner: DelegateOwner {
    func ask(
        _ question: DelegateQuestion, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64 {
        let token = nextToken()
        ask(question, token, in: controller, completion: completion)
        return token
    }

    private func ask(
        _ question: DelegateQuestion, _ token: UInt64, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        if let held {
            let isHeld = held.addCall(for: self.controller) {
                $0.ask(question, token, in: controller, completion: completion)
            }
            return isHeld ? () : completion(.failed)
        }
        guard let process else { return completion(.failed) }
        let services = process.services
        process.noteTold()
        asked.insert(token)
        process.call(Wire.ask, self.controller, token, question.name, controller, question.wireArguments) { result in
            self.asked.remove(token)
            defer { services?.endCallback(self, token) }
            switch result {
            case .success(let answers): completion(answers.first.map { .given($0) } ?? .failed)
            case .failure(let error):
                completion(error.name == DBusError.notSupported("").name ? .notImplemented : .failed)
            }
        }
    }

    /// Whether a question has no answer yet.
    func isAsking(_ token: UInt64) -> Bool { asked.contains(token) }

    func withdraw(_ question: UInt64) { tell(Wire.withdraw, question) }

    private func tell(
        _ notice: DelegateNotice, about subject: UInt64, _ controllers: [UInt64] = [], changed: Bool = false,
        style: String = ""
    ) {
        tell(Wire.tell, notice.rawValue, subject, controllers, changed, style)
    }
}

extension HostedOwner: TabBarDelegateOwner {
    func didSelect(_ viewController: UInt64, in tabBarController: UInt64) {
        tell(.didSelect, about: tabBarController, [viewController])
    }

    func willBeginCustomizing(_ viewControllers: [UInt64], in tabBarController: UInt64) {
        tell(.willBeginCustomizing, about: tabBarController, viewControllers)
    }

    func willEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64) {
        tell(.willEndCustomizing, about: tabBarController, viewControllers, changed: changed)
    }

    func didEndCustomizing(_ viewControllers: [UInt64], changed: Bool, in tabBarController: UInt64) {
        tell(.didEndCustomizing, about: tabBarController, viewControllers, changed: changed)
    }

    func delegateReleased(by tabBarController: UInt64) { tell(.delegateReleased, about: tabBarController) }
}

extension HostedOwner: PopoverDelegateOwner {
    func willPresent(withAdaptiveStyle style: String, of presented: UInt64) {
        tell(.willPresentWithAdaptiveStyle, about: presented, style: style)
    }

    func willDismiss(_ presented: UInt64) { tell(.willDismiss, about: presented) }
    func didDismiss(_ presented: UInt64) { tell(.didDismiss, about: presented) }
    func didAttemptToDismiss(_ presented: UInt64) { tell(.didAttemptToDismiss, about: presented) }
    func popoverDelegateReleased(by presented: UInt64) { tell(.popoverDelegateReleased, about: presented) }
}
