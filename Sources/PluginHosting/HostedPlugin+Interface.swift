internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// What the daemon calls.
extension HostedPlugin {
    typealias Contract = HostedPluginInterface

    static let interface = Interface<HostedPlugin, LibDBus>(Contract.description) {
        Contract.create.answered { (host, controller, className, arguments) throws(DBusError) in
            try host.makeInstance(className, for: controller, arguments: arguments)
        }
        Contract.destroy.answered { (host, controller) throws(DBusError) in try host.destroy(controller) }

        Contract.viewDidLoad.answered { (host, controller) throws(DBusError) in
            try host.call(controller) { $0.viewDidLoad() }
        }
        Contract.viewWillAppear.answered { (host, controller, animated) throws(DBusError) in
            try host.call(controller) { $0.viewWillAppear(animated: animated) }
        }
        Contract.viewIsAppearing.answered { (host, controller, animated) throws(DBusError) in
            try host.call(controller) { $0.viewIsAppearing(animated: animated) }
        }
        Contract.viewDidAppear.answered { (host, controller, animated) throws(DBusError) in
            try host.call(controller) { $0.viewDidAppear(animated: animated) }
        }
        Contract.viewWillDisappear.answered { (host, controller, animated) throws(DBusError) in
            try host.call(controller) { $0.viewWillDisappear(animated: animated) }
        }
        Contract.viewDidDisappear.answered { (host, controller, animated) throws(DBusError) in
            try host.call(controller) { $0.viewDidDisappear(animated: animated) }
        }
        Contract.willMoveToParent.answered { (host, controller, parent) throws(DBusError) in
            try host.call(controller) { $0.willMove(toParent: parent == 0 ? nil : parent) }
        }
        Contract.didMoveToParent.answered { (host, controller, parent) throws(DBusError) in
            try host.call(controller) { $0.didMove(toParent: parent == 0 ? nil : parent) }
        }
        Contract.viewWillLayout.answered { (host, controller, bounds, safeArea) throws(DBusError) in
            try host.call(controller) { $0.viewWillLayout(bounds: bounds, safeArea: safeArea) }
        }
        Contract.traitsChanged.answered { (host, controller, names) throws(DBusError) in
            guard let traits = Traits(names: names) else {
                throw .invalidArgs("this host knows no traits \(names.joined(separator: ", "))")
            }
            try host.call(controller) { $0.traitsChanged(traits) }
        }
        Contract.barButtonItemActivated.answered { (host, controller, item) throws(DBusError) in
            try host.call(controller) { $0.barButtonItemActivated(item) }
        }
        Contract.tabBarDidSelect.answered { (host, controller, position) throws(DBusError) in
            try host.call(controller) { $0.tabBarDidSelect(position) }
        }
        Contract.presentationEnded.answered { (host, controller) throws(DBusError) in
            try host.call(controller) { $0.presentationEnded() }
        }
        Contract.alertAnswered.answered { (host, controller, alert, action, texts) throws(DBusError) in
            try host.call(controller) { $0.alertAnswered(alert, action: action, texts: texts) }
        }
        Contract.decodeRestorableState.answered { (host, controller, state) throws(DBusError) in
            if let fault = try host.instance(controller).owner.decode(state) { throw fault }
        }

        Contract.finishRestoration.answeredLater { (host, promise, controller) throws(DBusError) in
            host.plugin.restorations.whenOver(of: controller) { promise.succeed() }
        }
        Contract.updateContent.answeredLater { (host, promise, controller) throws(DBusError) in
            try host.call(controller) { $0.updateContent { promise.succeed() } }
        }
        Contract.action.answeredLater { (host, promise, controller, view, name, value) throws(DBusError) in
            try host.act(controller, view, name, value, promise)
        }
        Contract.encodeRestorableState.answeredLater { (host, promise, controller) throws(DBusError) in
            try host.instance(controller).owner.encodeRestorableState { promise.succeed($0.map { [$0] } ?? []) }
        }

        Contract.ask.answeredLater { (host, promise, controller, token, name, subject, values) throws(DBusError) in
            try host.ask(controller, token, name, about: subject, values, promise)
        }
        Contract.withdraw.answered { (host, controller, token) throws(DBusError) in
            let instance = try host.instance(controller)
            if let question = instance.questions.removeValue(forKey: token) { instance.owner.withdraw(question) }
        }
        Contract.tell.answered { (host, controller, name, subject, list, changed, style) throws(DBusError) in
            guard let notice = DelegateNotice(rawValue: name) else {
                throw .notSupported("this host knows no callback '\(name)' of a delegate")
            }
            try host.call(controller) { $0.receive(notice, subject, list, changed, style) }
        }
    }

    private func call(_ controller: UInt64, _ body: (InProcessOwner) -> Void) throws(DBusError) {
        body(try instance(controller).owner)
    }

    private func act(
        _ controller: UInt64, _ view: UInt32, _ name: String, _ value: Variant, _ promise: VoidPromise<LibDBus>
    ) throws(DBusError) {
        try call(controller) { owner in
            owner.action(name, view: view, value: value) { error in
                if let error { promise.fail(error) } else { promise.succeed() }
            }
        }
    }

    private func tellDaemon(
        _ method: Method<(UInt64, UInt64) -> Void>, _ controller: UInt64, _ token: UInt64
    ) {
        tell { (daemon) throws(DBusError) in try daemon.tell(method, controller, token) }
    }

    private func ask(
        _ controller: UInt64, _ token: UInt64, _ name: String, about subject: UInt64, _ arguments: [String: Variant],
        _ promise: Promise<[Variant], LibDBus>
    ) throws(DBusError) {
        guard let question = DelegateQuestion(name, arguments) else {
            throw .notSupported("this host knows no question '\(name)' with these arguments")
        }
        try call(controller) { [unowned self] owner in
            var isAnswered = false
            if !question.isDirect { tellDaemon(HostServicesInterface.questionBegins, controller, token) }
            let own = owner.ask(question, in: subject) { [unowned self] answer in
                isAnswered = true
                instances[controller]?.questions[token] = nil
                switch answer {
                case .given(let value): promise.succeed([value])
                case .failed: promise.succeed([])
                case .notImplemented: promise.fail(.notSupported("the plugin does not decide '\(name)'"))
                }
            }
            guard !isAnswered else { return }
            instances[controller]?.questions[token] = own
            if !question.isDirect { tellDaemon(HostServicesInterface.questionIsOpen, controller, token) }
        }
    }
}

extension InProcessOwner {
    fileprivate func receive(
        _ notice: DelegateNotice, _ subject: UInt64, _ controllers: [UInt64], _ changed: Bool, _ style: String
    ) {
        switch notice {
        case .didSelect: didSelect(controllers.first ?? 0, in: subject)
        case .willBeginCustomizing: willBeginCustomizing(controllers, in: subject)
        case .willEndCustomizing: willEndCustomizing(controllers, changed: changed, in: subject)
        case .didEndCustomizing: didEndCustomizing(controllers, changed: changed, in: subject)
        case .delegateReleased: delegateReleased(by: subject)
        case .willPresentWithAdaptiveStyle: willPresent(withAdaptiveStyle: style, of: subject)
        case .willDismiss: willDismiss(subject)
        case .didDismiss: didDismiss(subject)
        case .didAttemptToDismiss: didAttemptToDismiss(subject)
        case .popoverDelegateReleased: popoverDelegateReleased(by: subject)
        }
    }
}
