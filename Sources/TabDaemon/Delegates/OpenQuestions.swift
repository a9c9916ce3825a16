import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The questions to delegates that are clients, until their replies arrive. A client can choose to be notified when the
/// daemon no longer needs its reply.
@EventLoop
final class OpenQuestions {
    @EventLoop
    private final class Question {
        let client: ClientObject
        let subject: DelegateSubject
        /// The serial number of its call; 0 for a client that is not told.
        var serial: UInt32 = 0

        init(_ client: ClientObject, about subject: DelegateSubject) {
            self.client = client
            self.subject = subject
        }
    }

    private let bus: Bus
    private var questions: [DelegateSubject: [Question]] = [:]

    init(bus: Bus) { self.bus = bus }

    /// Puts a question.
    ///
    /// - Parameters:
    ///   - send: Calls the method on the connection that leads to the client. Returns the serial number of the call.
    ///   - completion: Gets the reply, or the error of a timeout.
    func put<Value>(
        to delegate: Delegate, _ client: ClientObject, about subject: DelegateSubject,
        _ send: (Connection, @escaping @EventLoop (Result<Value, DBusError>) -> Void) -> UInt32,
        completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) {
        guard let connection = bus.connection(to: client.name) else {
            return completion(.failure(.disconnected("the bus connection was lost")))
        }
        let question = Question(client, about: subject)
        let serial = send(connection) { [weak self] result in
            if question.serial != 0 {
                self?.remove(question)
                if case .failure(let error) = result, error.name == DBusError.Name.noReply, !error.isFromCallee {
                    self?.withdraw(question)
                }
            }
            completion(result)
        }
        guard delegate.names(subject.questionWithdrawn), serial != 0 else { return }
        question.serial = serial
        questions[subject, default: []].append(question)
    }

    /// The questions of a delegate have ended without its replies.
    func withdrawAll(about subject: DelegateSubject) {
        for question in questions.removeValue(forKey: subject) ?? [] {
            withdraw(question)
            // Its reply, or its timeout, has no effect.
            question.serial = 0
        }
    }

    private func remove(_ question: Question) {
        questions[question.subject]?.removeAll { $0 === question }
        if questions[question.subject]?.isEmpty == true { questions[question.subject] = nil }
    }

    private func withdraw(_ question: Question) {
        try? bus.connection(to: question.client.name)?.notify(
            question.subject.questionWithdrawn, at: question.client.path, on: question.client.name, question.serial)
    }
}
