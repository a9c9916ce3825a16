import EventLoop

/// The questions to delegates, until their answers arrive. A delegate can learn that the daemon no longer needs one.
@EventLoop
final class OpenQuestions {
    private var questions: [DelegateSubject: [OpenQuestion]] = [:]

    func open(about subject: DelegateSubject) -> OpenQuestion {
        let question = OpenQuestion(about: subject)
        questions[subject, default: []].append(question)
        return question
    }

    /// The answer has arrived.
    func close(_ question: OpenQuestion) {
        question.isOpen = false
        question.onWithdrawal = nil
        questions[question.subject]?.removeAll { $0 === question }
        if questions[question.subject]?.isEmpty == true { questions[question.subject] = nil }
    }

    /// The time for the answer is over.
    func withdraw(_ question: OpenQuestion) {
        let onWithdrawal = question.onWithdrawal
        close(question)
        onWithdrawal?()
    }

    /// The questions have ended without the answers of the delegate. Later answers have no effect.
    func withdrawAll(about subject: DelegateSubject) {
        for question in questions.removeValue(forKey: subject) ?? [] { withdraw(question) }
    }
}

/// A question to the delegate of a tab bar controller or of a popover.
@EventLoop
final class OpenQuestion {
    fileprivate let subject: DelegateSubject
    fileprivate(set) var isOpen = true
    /// Tells the delegate that its answer is not needed any longer; nil after the answer.
    var onWithdrawal: (@EventLoop () -> Void)?

    fileprivate init(about subject: DelegateSubject) { self.subject = subject }
}
