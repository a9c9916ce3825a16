import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// Questions to the delegates of popovers. An open question only blocks its own popover.
@EventLoop
final class PopoverQuestions {
    private let bus: Bus
    private let delegates: DelegateRegistry
    private let delivery: EventDelivery
    private let popoverTaps: PopoverTaps
    private let references: ObjectReferences

    init(
        bus: Bus, delegates: DelegateRegistry, delivery: EventDelivery, popoverTaps: PopoverTaps,
        references: ObjectReferences
    ) {
        self.bus = bus
        self.delegates = delegates
        self.delivery = delivery
        self.popoverTaps = popoverTaps
        self.references = references
    }

    private typealias Contract = PopoverPresentationControllerDelegateInterface

    /// Puts a question to the delegate of its popover.
    func askDelegate(_ question: PopoverQuestion) {
        let id = question.viewController
        guard let delegate = delegates.ofPopovers[id] else { return finish(question, with: .none) }
        announce(question, toAsk: delegate.receiver)
        switch delegate.receiver {
        case .client(let client): call(client, with: question, delegate)
        case .viewController(let receiver):
            delegates.putQuestion(delegateQuestion(question), toOwnerOf: receiver, in: id, timeout: delegate.timeout) {
                [unowned self] in
                finish(question, with: popoverAnswer($0, to: question, delegate))
            }
        }
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

    private func call(_ client: ClientObject, with question: PopoverQuestion, _ delegate: PopoverDelegate) {
        guard let connection = bus.connection(to: client.name) else { return finish(question, with: .none) }
        bus.tree.announceChanges()
        let (path, timeout) = (question.viewController.path, delegate.timeout)
        switch question.kind {
        case .prepareForPresentation:
            connection.call(
                Contract.prepareForPopoverPresentation, at: client.path, on: client.name, path,
                timeout: timeout
            ) { [unowned self] _ in finish(question, with: .none) }
        case .shouldDismiss:
            connection.call(
                Contract.shouldDismiss, at: client.path, on: client.name, path, timeout: timeout
            ) { [unowned self] in finish(question, with: .allowed(delegate.decision(delegate.answer(from: $0)))) }
        case .willReposition(let rect, let view):
            connection.call(
                Contract.willReposition, at: client.path, on: client.name, path,
                DBusRect(orNull: rect), references.reference(to: view), timeout: timeout
            ) { [unowned self] reply in
                finish(question, with: (try? reply.get()).map { place($0.0, $0.1, delegate) } ?? .none)
            }
        case .adaptiveStyle(let horizontal, let vertical):
            connection.call(
                Contract.adaptivePresentationStyle, at: client.path, on: client.name, path,
                horizontal.rawValue, vertical.rawValue, timeout: timeout
            ) { [unowned self] reply in
                finish(question, with: (try? reply.get()).flatMap { style($0) } ?? .none)
            }
        case .adaptiveViewController(let style):
            connection.call(
                Contract.viewControllerForAdaptivePresentationStyle, at: client.path,
                on: client.name, path, style.rawValue, timeout: timeout
            ) { [unowned self] reply in
                finish(question, with: (try? reply.get()).map { replacement($0, delegate) } ?? .none)
            }
        }
    }

    private func delegateQuestion(_ question: PopoverQuestion) -> DelegateQuestion {
        switch question.kind {
        case .prepareForPresentation: .prepareForPresentation
        case .shouldDismiss: .shouldDismiss
        case .willReposition(let rect, let view):
            .reposition(rect: DBusRect(orNull: rect), controller: view.viewController, view: view.view)
        case .adaptiveStyle(let horizontal, let vertical):
            .adaptiveStyle(horizontal: horizontal.rawValue, vertical: vertical.rawValue)
        case .adaptiveViewController(let style): .adaptiveViewController(style: style.rawValue)
        }
    }

    private func popoverAnswer(
        _ answer: DelegateAnswer, to question: PopoverQuestion, _ delegate: PopoverDelegate
    ) -> PopoverAnswer {
        if question.kind == .shouldDismiss { return .allowed(delegate.decision(answer)) }
        guard case .given(let value) = answer else { return .none }
        switch question.kind {
        case .prepareForPresentation, .shouldDismiss: return .none
        case .willReposition:
            guard case .structure(let fields) = value, fields.count == 2, let rect: DBusRect = fields[0].get(),
                let view = try? ViewReference(numbers: fields[1])
            else { return .none }
            return place(rect, view, delegate)
        case .adaptiveStyle: return value.get(as: String.self).flatMap { style($0) } ?? .none
        case .adaptiveViewController:
            return replacement(ViewControllerID?(number: value.get() ?? 0).path, delegate)
        }
    }

    private func style(_ text: String) -> PopoverAnswer? { ModalPresentationStyle(rawValue: text).map { .style($0) } }

    private func place(_ rect: DBusRect, _ view: ViewReference, _ delegate: PopoverDelegate) -> PopoverAnswer {
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

    private func replacement(_ path: ObjectPath, _ delegate: PopoverDelegate) -> PopoverAnswer {
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
        let isDismissed = PopoverPresentation.answer(question, answer, in: &delivery.hierarchy)
        let result: TapResult = isDismissed ? .dismissed : .refused
        popoverTaps.delegateAnswered(about: id, question.kind == .shouldDismiss ? result : nil)
    }
}
