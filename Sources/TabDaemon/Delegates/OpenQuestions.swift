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
        let interface: String
        /// The serial number of its call; 0 for a client that is not told.
        var serial: UInt32 = 0

        init(_ client: ClientObject, _ interface: String) {
            self.client = client
            self.interface = interface
        }
    }

    private let bus: Bus
    private var questions: [ViewControllerID: [Question]] = [:]

    init(bus: Bus) { self.bus = bus }

    /// Puts a question.
    ///
    /// - Parameters:
    ///   - subject: The tab bar controller, or the view controller in the popover.
    ///   - interface: The interface of the delegate.
    ///   - send: Calls the method on the connection that leads to the client. Returns the serial number of the call.
    ///   - completion: Gets the reply, or the error of a timeout.
    func put<Value, Callback>(
        to delegate: Delegate<Callback>, _ client: ClientObject, about subject: ViewControllerID, _ interface: String,
        _ send: (Connection, @escaping @EventLoop (Result<Value, DBusError>) -> Void) -> UInt32,
        completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) {
        guard let connection = bus.connection(to: client.name) else {
            return completion(.failure(.unknownMethod("the bus connection was lost")))
        }
        let question = Question(client, interface)
        let serial = send(connection) { [weak self] result in
            if question.serial != 0 {
                self?.remove(question, about: subject)
                if case .failure(let error) = result, error.name == DBusError.Name.noReply, !error.isFromCallee {
                    self?.withdraw(question)
                }
            }
            completion(result)
        }
        guard delegate.isToldWithdrawals, serial != 0 else { return }
        question.serial = serial
        questions[subject, default: []].append(question)
    }

    /// The questions of a delegate about a view controller have ended without its replies.
    func withdrawAll(about subject: ViewControllerID, _ interface: String) {
        for question in questions[subject] ?? [] where question.interface == interface {
            remove(question, about: subject)
            withdraw(question)
            // Its reply, or its timeout, has no effect.
            question.serial = 0
        }
    }

    private func remove(_ question: Question, about subject: ViewControllerID) {
        questions[subject]?.removeAll { $0 === question }
        if questions[subject]?.isEmpty == true { questions[subject] = nil }
    }

    private func withdraw(_ question: Question) {
        // Both interfaces have the same method.
        let method = TabBarControllerDelegateInterface.questionWithdrawn
        let isPopover = question.interface == PopoverPresentationControllerDelegateInterface.name
        try? bus.connection(to: question.client.name)?.notify(
            isPopover ? PopoverPresentationControllerDelegateInterface.questionWithdrawn : method,
            at: question.client.path, on: question.client.name, question.serial)
    }
}
