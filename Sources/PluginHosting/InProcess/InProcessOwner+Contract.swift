internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The contract's interfaces for owners and delegates, translated into calls of the plugin. A plugin process gets the calls
/// as messages.
extension InProcessOwner {
    /// A call, without its arguments.
    struct Call {
        let interface: String
        let member: String
        /// The number by which the caller can withdraw a question: the serial number of a message.
        let number: UInt32
    }

    /// Handles a call. The reply goes through `reply`, now or later.
    ///
    /// - Parameters:
    ///   - signature: Whether the arguments have a signature.
    ///   - given: Their signature, for errors.
    func handle(
        _ call: Call, signature: (String) -> Bool, given: @autoclosure () -> String, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        guard let interface = Self.interfaces.first(where: { $0.name == call.interface }) else {
            throw .unknownInterface("'\(call.interface)' is not an interface of an owner or delegate")
        }
        callNumber = call.number
        try interface.call(
            call.member, signature: signature, given: given(), on: self, reading: reader, replyingTo: reply)
    }

    private static let interfaces = [ownerInterface, tabBarDelegate, popoverDelegate]

    // MARK: Owner

    private typealias Remote = RemoteViewControllerInterface

    private static let ownerInterface = Interface<InProcessOwner>(Remote.self) {
        Remote.viewDidLoad.handled { $0.viewDidLoad() }
        Remote.viewWillAppear.handled { $0.viewWillAppear(animated: $1) }
        Remote.viewIsAppearing.handled { $0.viewIsAppearing(animated: $1) }
        Remote.viewDidAppear.handled { $0.viewDidAppear(animated: $1) }
        Remote.viewWillDisappear.handled { $0.viewWillDisappear(animated: $1) }
        Remote.viewDidDisappear.handled { $0.viewDidDisappear(animated: $1) }
        Remote.willMoveToParent.handled { $0.willMove(toParent: TabNames.viewController(of: $1)) }
        Remote.didMoveToParent.handled { $0.didMove(toParent: TabNames.viewController(of: $1)) }
        Remote.viewWillLayout.handled { $0.viewWillLayout(bounds: $1, safeArea: $2) }
        Remote.traitsChanged.handled { $0.traitsChanged(Traits($1)) }
        Remote.tabBarDidSelect.handled { $0.tabBarDidSelect($1) }
        Remote.barButtonItemActivated.handled { $0.barButtonItemActivated($1) }
        Remote.presentationEnded.handled { $0.presentationEnded() }
        Remote.alertAnswered.handled { $0.alertAnswered($1, action: $2, texts: $3) }
        Remote.destroyed.handled { $0.destroy() }
        Remote.decodeRestorableState.handled { (owner, state) throws(DBusError) in
            if let error = owner.decode(state) { throw error }
        }
        // The reply comes when everything has run that the instance posted while it decoded its state.
        Remote.restorationEnded.handledLater { owner, promise in
            owner.plugin.restorations.whenOver(of: owner.controller) { promise.succeed() }
        }
        Remote.updateContent.handledLater { owner, promise in owner.updateContent { promise.succeed() } }
        Remote.action.handledLater { owner, promise, view, name, value in
            owner.action(name, view: view, value: value) { error in
                if let error { promise.fail(error) } else { promise.succeed() }
            }
        }
        Remote.encodeRestorableState.handledLater { owner, promise in
            owner.encodeRestorableState { state in
                if let state { promise.succeed(state) } else { promise.fail(.notSupported("it has no state")) }
            }
        }
    }

    // MARK: Delegates

    private typealias Tabs = TabBarControllerDelegateInterface
    private typealias Popover = PopoverPresentationControllerDelegateInterface

    private static let tabBarDelegate = Interface<InProcessOwner>(Tabs.self) {
        Tabs.shouldSelectViewController.handledLater { owner, promise, tabs, target in
            owner.put(TAB_QUESTION_SHOULD_SELECT, about: tabs, target: target, promise) { $0.get() }
        }
        Tabs.shouldClose.handledLater { owner, promise, tabs, target in
            owner.put(TAB_QUESTION_SHOULD_CLOSE, about: tabs, target: target, promise) { $0.get() }
        }
        Tabs.animationControllerForTransition.handledLater { owner, promise, tabs, from, to in
            let arguments = ["From": TabNames.viewController(of: from).variant]
            owner.put(TAB_QUESTION_TRANSITION, about: tabs, target: to, arguments: arguments, promise) { $0.get() }
        }
        Tabs.supportedInterfaceOrientations.handledLater { owner, promise, tabs in
            owner.put(TAB_QUESTION_SUPPORTED_ORIENTATIONS, about: tabs, promise) { $0.get() }
        }
        Tabs.preferredInterfaceOrientation.handledLater { owner, promise, tabs in
            owner.put(TAB_QUESTION_PREFERRED_ORIENTATION, about: tabs, promise) { $0.get() }
        }
        Tabs.didSelectViewController.handled { owner, tabs, selected in
            owner.tell(tabs) { owner.plugin.table.did_select?($0, $1, TabNames.viewController(of: selected).number) }
        }
        Tabs.didClose.handled { owner, tabs, closed in
            owner.tell(tabs) { owner.plugin.table.did_close?($0, $1, TabNames.viewController(of: closed).number) }
        }
        Tabs.willBeginCustomizingViewControllers.handled { owner, tabs, list in
            owner.tell(tabs, list) { owner.plugin.table.will_begin_customizing?($0, $1, $2, $3) }
        }
        Tabs.willEndCustomizingViewControllers.handled { owner, tabs, list, changed in
            owner.tell(tabs, list) { owner.plugin.table.will_end_customizing?($0, $1, $2, $3, changed) }
        }
        Tabs.didEndCustomizingViewControllers.handled { owner, tabs, list, changed in
            owner.tell(tabs, list) { owner.plugin.table.did_end_customizing?($0, $1, $2, $3, changed) }
        }
        Tabs.releasedBy.handled { owner, tabs in owner.tell(tabs) { owner.plugin.table.delegate_released?($0, $1) } }
        Tabs.questionWithdrawn.handled { $0.withdrawQuestion(UInt64($1)) }
    }

    private static let popoverDelegate = Interface<InProcessOwner>(Popover.self) {
        Popover.prepareForPopoverPresentation.handledLater { owner, promise, presented in
            owner.put(TAB_QUESTION_PREPARE_FOR_PRESENTATION, about: presented, promise.pending) {
                (_, _) throws(DBusError) in
            }
        }
        Popover.shouldDismiss.handledLater { owner, promise, presented in
            owner.put(TAB_QUESTION_SHOULD_DISMISS, about: presented, promise) { $0.get() }
        }
        Popover.willReposition.handledLater { owner, promise, presented, rect, view in
            let arguments = ["Rect": rect.variant, "View": view.numbers]
            owner.put(TAB_QUESTION_REPOSITION, about: presented, arguments: arguments, promise.pending) {
                (answer, writer) throws(DBusError) in
                guard case .structure(let fields) = answer, fields.count == 2, let rect: DBusRect = fields[0].get()
                else { throw wrongAnswer(answer, "((dddd)(tu))") }
                try rect.write(to: writer)
                try ViewReference(numbers: fields[1]).write(to: writer)
            }
        }
        Popover.adaptivePresentationStyle.handledLater { owner, promise, presented, horizontal, vertical in
            let arguments: [String: Variant] = ["Horizontal": .string(horizontal), "Vertical": .string(vertical)]
            owner.put(TAB_QUESTION_ADAPTIVE_STYLE, about: presented, arguments: arguments, promise) { $0.get() }
        }
        Popover.viewControllerForAdaptivePresentationStyle.handledLater { owner, promise, presented, style in
            let arguments: [String: Variant] = ["Style": .string(style)]
            owner.put(TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER, about: presented, arguments: arguments, promise) {
                $0.get(as: ViewControllerID?.self).map(\.path)
            }
        }
        Popover.willPresentWithAdaptiveStyle.handled { owner, presented, style in
            owner.tell(presented) { instance, controller in
                Arena.use {
                    owner.plugin.table.will_present_with_adaptive_style?(instance, controller, $0.string(style))
                }
            }
        }
        Popover.willDismiss.handled { owner, presented in
            owner.tell(presented) { owner.plugin.table.will_dismiss?($0, $1) }
        }
        Popover.didDismiss.handled { owner, presented in
            owner.tell(presented) { owner.plugin.table.did_dismiss?($0, $1) }
        }
        Popover.didAttemptToDismiss.handled { owner, presented in
            owner.tell(presented) { owner.plugin.table.did_attempt_to_dismiss?($0, $1) }
        }
        Popover.releasedBy.handled { owner, presented in
            owner.tell(presented) { owner.plugin.table.delegate_released?($0, $1) }
        }
        Popover.questionWithdrawn.handled { $0.withdrawQuestion(UInt64($1)) }
    }

    /// Notifies the plugin as a delegate.
    ///
    /// - Parameter subject: The tab bar controller, or the view controller in the popover.
    private func tell(_ subject: ObjectPath, _ body: (UnsafeMutableRawPointer, UInt64) -> Void) {
        act { body($0, TabNames.viewController(of: subject).number) }
    }

    private func tell(
        _ subject: ObjectPath, _ list: [ObjectPath],
        _ body: (UnsafeMutableRawPointer, UInt64, UnsafePointer<UInt64>?, Int) -> Void
    ) {
        let numbers = list.numbers.map(\.rawValue)
        Arena.use { arena in
            let list = arena.list(numbers)
            tell(subject) { body($0, $1, list, numbers.count) }
        }
    }

    /// Puts a question to the plugin.
    ///
    /// - Parameters:
    ///   - target: The view controller to select; nil for other questions.
    ///   - arguments: The arguments of the question in the C interface.
    ///   - convert: Converts the answer of the C interface; nil for one of a wrong type.
    private func put<Answer: DBusType>(
        _ question: tab_question, about subject: ObjectPath, target: ObjectPath? = nil,
        arguments: [String: Variant] = [:], _ promise: Promise<Answer>, _ convert: @escaping (Variant) -> Answer?
    ) {
        put(question, about: subject, target: target, arguments: arguments, promise.pending) {
            (answer, writer) throws(DBusError) in
            guard let converted = convert(answer) else { throw wrongAnswer(answer, Answer.signature) }
            try converted.write(to: writer)
        }
    }

    /// - Parameter write: Writes the plugin's answer as the reply.
    private func put(
        _ question: tab_question, about subject: ObjectPath, target: ObjectPath? = nil,
        arguments: [String: Variant] = [:], _ reply: any DBusPendingReply,
        _ write: @escaping (Variant, any DBusWriter) throws(DBusError) -> Void
    ) {
        let (subjectID, targetID) = (
            TabNames.viewController(of: subject), target.map { TabNames.viewController(of: $0) }
        )
        guard let subjectID, targetID != .some(nil) else {
            return reply.fail(.invalidArgument("the question names an object that is not a view controller"))
        }
        let number = callNumber
        let token = plugin.addQuestion { [weak self] answer in
            self?.questions[number] = nil
            reply.succeed { (writer) throws(DBusError) in try write(answer, writer) }
        }
        questions[number] = token
        // In other questions commands run afterwards (S-24).
        let defersCommands = question != TAB_QUESTION_SHOULD_SELECT && question != TAB_QUESTION_SHOULD_CLOSE
        if defersCommands { plugin.onQuestion?(controller, number, false) }
        let status = plugin.table.question.flatMap { function in
            Arena.use { arena in
                let arguments = arena.pointer(to: arguments.variant)
                return act { function($0, token, question, subjectID.rawValue, (targetID ?? nil).number, arguments) }
            }
        }
        // The plugin may already have answered.
        if status != TAB_OK, plugin.questions.removeValue(forKey: token) != nil {
            questions[number] = nil
            let isUnknown = status == nil || status == TAB_ERROR_NOT_SUPPORTED
            reply.fail(
                isUnknown ? .notSupported("the plugin does not implement the question") : .pluginFailed("it failed"))
        }
        if defersCommands, questions[number] != nil { plugin.onQuestion?(controller, number, true) }
    }
}

private func wrongAnswer(_ answer: Variant, _ signature: String) -> DBusError {
    .pluginFailed("an answer of type '\(answer.signature)', expected '\(signature)'")
}

/// In the daemon, the calls of a delegate need no messages.
extension InProcessOwner: DelegateOwner {
    func notify<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In) {
        dispatch(method, repeat each argument) { _ in }
    }

    func ask<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<(repeat each Out), DBusError>) -> Void
    ) -> UInt64 {
        dispatch(method, repeat each argument) {
            completion($0.reading { (values) throws(DBusError) in (repeat try (each Out).read(from: values)) })
        }
    }

    /// - Returns: The number of the call.
    @discardableResult
    private func dispatch<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<ValueBuffer, DBusError>) -> Void
    ) -> UInt64 {
        let (values, reply) = (ValueBuffer(), LocalReply(completion))
        let call = Call(interface: method.interface, member: method.name, number: callNumber &+ 1)
        do throws(DBusError) {
            try method.write(repeat each argument, to: values)
            try handle(
                call, signature: { $0 == method.signature }, given: method.signature, reading: values,
                replyingTo: reply)
        } catch {
            reply.fail(error)
        }
        return UInt64(call.number)
    }

    func withdrawQuestion(_ question: UInt64) {
        let token = questions.removeValue(forKey: UInt32(truncatingIfNeeded: question))
        if let token { plugin.questions[token] = nil }
    }
}

extension Result<ValueBuffer, DBusError> {
    fileprivate func reading<Value>(_ read: (ValueBuffer) throws(DBusError) -> Value) -> Result<Value, DBusError> {
        flatMap { values in
            do throws(DBusError) { return .success(try read(values)) } catch { return .failure(error) }
        }
    }
}
