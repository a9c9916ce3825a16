import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface
import TabModel

/// Questions to the delegates of popovers. An open question only blocks its own popover.
@EventLoop
final class PopoverQuestions: DaemonPart {
    let core: Core
    private let delegates: DelegateRegistry
    private let popoverTaps: PopoverTaps
    private let references: ObjectReferences

    init(core: Core, delegates: DelegateRegistry, popoverTaps: PopoverTaps, references: ObjectReferences) {
        self.core = core
        self.delegates = delegates
        self.popoverTaps = popoverTaps
        self.references = references
    }

    private typealias Contract = PopoverPresentationControllerDelegateInterface

    /// Puts a question to the delegate of its popover.
    func askDelegate(_ question: PopoverQuestion) {
        let id = question.viewController
        guard let delegate = delegates.ofPopover(id) else { return finish(question, with: .none) }
        announce(question, toAsk: delegate.receiver)
        if delegate.client != nil { bus.tree.announceChanges() }
        ask(delegate, question)
    }

    /// Sends the signal of a question that has no event of its own in the model.
    private func announce(_ question: PopoverQuestion, toAsk receiver: DelegateReceiver) {
        typealias Popover = PopoverPresentationControllerInterface
        let path = question.viewController.path
        switch question.kind {
        case .prepareForPresentation, .shouldDismiss, .willReposition: break
        case .adaptiveStyle(let horizontal, let vertical):
            delegates.announce(
                Popover.adaptivePresentationStyleForTraitCollection, from: path, toAsk: receiver,
                horizontal.rawValue, vertical.rawValue)
        case .adaptiveViewController(let style):
            delegates.announce(
                Popover.viewControllerForAdaptivePresentationStyle, from: path, toAsk: receiver,
                style.rawValue)
        }
    }

    private func ask(_ delegate: Delegate, _ question: PopoverQuestion) {
        let id = question.viewController
        let subject = DelegateSubject.popover(id)
        switch question.kind {
        case .prepareForPresentation:
            delegates.ask(delegate, about: subject, Contract.prepareForPopoverPresentation, id.path) {
                [unowned self] (_: DelegateAnswer<()>) in finish(question, with: .none)
            }
        case .shouldDismiss:
            delegates.ask(delegate, about: subject, Contract.shouldDismiss, id.path) { [unowned self] in
                finish(question, with: .allowed(delegate.decision($0)))
            }
        case .willReposition(let rect, let view):
            delegates.ask(
                delegate, about: subject, Contract.willReposition, id.path, DBusRect(orNull: rect),
                references.reference(to: view)
            ) { [unowned self] (answer: DelegateAnswer<(DBusRect, ViewReference)>) in
                finish(question, with: answer.value.map { place($0.0, $0.1, delegate) } ?? .none)
            }
        case .adaptiveStyle(let horizontal, let vertical):
            delegates.ask(
                delegate, about: subject, Contract.adaptivePresentationStyle, id.path, horizontal.rawValue,
                vertical.rawValue
            ) { [unowned self] in finish(question, with: $0.value.flatMap { style($0) } ?? .none) }
        case .adaptiveViewController(let style):
            delegates.ask(
                delegate, about: subject, Contract.viewControllerForAdaptivePresentationStyle, id.path, style.rawValue
            ) { [unowned self] in finish(question, with: $0.value.map { replacement($0, delegate) } ?? .none) }
        }
    }

    private func style(_ text: String) -> PopoverAnswer? { ModalPresentationStyle(rawValue: text).map { .style($0) } }

    private func place(_ rect: DBusRect, _ view: ViewReference, _ delegate: Delegate) -> PopoverAnswer {
        do throws(DBusError) {
            guard let address = try references.address(of: view) else {
                throw .invalidArgument("'/' is not a view")
            }
            return .place(try ObjectReferences.sourceRect(rect), address)
        } catch {
            log.warning("ignoring the popover position from \(delegate.name): \(error.message)")
            return .none
        }
    }

    private func replacement(_ path: ObjectPath, _ delegate: Delegate) -> PopoverAnswer {
        guard !path.isNone else { return .none }
        do throws(DBusError) {
            return .viewController(try references.controller(at: path))
        } catch {
            log.warning("ignoring the replacement view controller from \(delegate.name): \(error.message)")
            return .none
        }
    }

    /// Passes the answer to the model. A late answer is ignored.
    func finish(_ question: PopoverQuestion, with answer: PopoverAnswer) {
        let id = question.viewController
        guard delivery.hierarchy.nodes.openPopoverQuestion(of: id) == question else { return }
        delivery.change {
            $0.answer(question, with: answer)
        } recording: { isDismissed in
            let result: TapResult = isDismissed ? .dismissed : .refused
            popoverTaps.delegateAnswered(about: id, question.kind == .shouldDismiss ? result : nil)
        }
    }
}
