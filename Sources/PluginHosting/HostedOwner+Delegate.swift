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
        process.call(
            Wire.ask, self.controller, token, question.kind.rawValue, controller, question.target, question.arguments
        ) { result in
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

    func tell(_ notice: DelegateNotice, about subject: UInt64) {
        tell(Wire.tell, notice.kind.rawValue, subject, notice.viewControllers, notice.changed, notice.style)
    }
}
