internal import CTabPlugin

/// Adds the callbacks for delegates: questions and notifications.
func addDelegateCallbacks(_ table: inout tab_plugin_v1) {
    table.question = { instance, token, question, controller, subject, arguments in
        let arguments = Value(arguments)?.options ?? [:]
        let from = arguments["From"]?.uint64 ?? 0
        return enter(instance) { viewController throws(PluginError) in
            let isOfTabs =
                question.rawValue < TAB_QUESTION_PREPARE_FOR_PRESENTATION.rawValue
                || question == TAB_QUESTION_SHOULD_CLOSE
            guard isOfTabs else {
                return try viewController.askDelegate(ofPopoverOf: controller, question, arguments, token)
            }
            guard let delegate = viewController.tabBarDelegate else { throw .notSupported }
            let tabs = viewController.tabBarController(numbered: controller)
            guard question == TAB_QUESTION_SHOULD_SELECT || question == TAB_QUESTION_SHOULD_CLOSE else {
                let answer = delegate.reply(to: question, about: tabs, from: from, to: subject)
                guard let answer else { throw .notSupported }
                return try Host.reply(to: token, answer)
            }
            Task { @PluginActor in
                let tab = ViewControllerReference.numbered(subject)
                let isAllowed =
                    question == TAB_QUESTION_SHOULD_CLOSE
                    ? await delegate.tabBarController(tabs, shouldClose: tab)
                    : await delegate.tabBarController(tabs, shouldSelect: tab)
                // A reply after the timeout is not an error of the plugin.
                try? Host.reply(to: token, .bool(isAllowed))
            }
        }
    }
    table.did_select = { instance, controller, selected in
        notifyDelegate(instance, controller) { delegate, tabs, _ in
            delegate.tabBarController(tabs, didSelect: ViewControllerReference.numbered(selected))
        }
    }
    table.did_close = { instance, controller, closed in
        notifyDelegate(instance, controller) { delegate, tabs, _ in
            delegate.tabBarController(tabs, didClose: ViewControllerReference.numbered(closed))
        }
    }
    table.will_begin_customizing = { instance, controller, controllers, count in
        notifyDelegate(instance, controller, controllers, count) { $0.tabBarController($1, willBeginCustomizing: $2) }
    }
    table.will_end_customizing = { instance, controller, controllers, count, changed in
        notifyDelegate(instance, controller, controllers, count) {
            $0.tabBarController($1, willEndCustomizing: $2, changed: changed)
        }
    }
    table.did_end_customizing = { instance, controller, controllers, count, changed in
        notifyDelegate(instance, controller, controllers, count) {
            $0.tabBarController($1, didEndCustomizing: $2, changed: changed)
        }
    }
    table.delegate_released = { instance, controller in
        enter(instance) { viewController in
            if controller == viewController.delegatedTabBarController {
                viewController.tabBarDelegate = nil
            } else {
                viewController.endedPopover(of: controller)?.delegateReleased()
            }
        }
    }
    addPopoverDelegateCallbacks(&table)
    addAlertCallbacks(&table)
}

extension TabBarControllerDelegate {
    /// Returns the reply to a question whose delegate method is synchronous; nil leaves the choice to the host.
    fileprivate func reply(
        to question: tab_question, about tabs: TabBarController, from: UInt64, to: UInt64
    ) -> Value? {
        switch question {
        case TAB_QUESTION_TRANSITION:
            tabBarController(
                tabs, animationControllerForTransitionFrom: ViewControllerReference.numbered(from),
                to: ViewControllerReference.numbered(to)
            ).map { .options($0.options) }
        case TAB_QUESTION_SUPPORTED_ORIENTATIONS:
            tabBarControllerSupportedInterfaceOrientations(tabs).map { .uint32($0.rawValue) }
        case TAB_QUESTION_PREFERRED_ORIENTATION:
            tabBarControllerPreferredInterfaceOrientationForPresentation(tabs).map { .string($0.rawValue) }
        default: nil
        }
    }
}

/// Notifies the delegate of a tab bar controller.
///
/// - Parameters:
///   - start: The first of the view controllers that the notification names; nil for none.
///   - body: Gets the delegate, the tab bar controller and these view controllers.
private func notifyDelegate(
    _ instance: UnsafeMutableRawPointer?, _ controller: UInt64, _ start: UnsafePointer<UInt64>? = nil, _ count: Int = 0,
    _ body: @PluginActor (any TabBarControllerDelegate, TabBarController, [ViewControllerReference]) -> Void
) {
    let numbers = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    enter(instance) { viewController in
        guard let delegate = viewController.tabBarDelegate else { return }
        let tabs = viewController.tabBarController(numbered: controller)
        body(delegate, tabs, numbers.map(ViewControllerReference.numbered))
    }
}

/// Adds the callbacks that notify the delegate of a popover.
private func addPopoverDelegateCallbacks(_ table: inout tab_plugin_v1) {
    table.will_present_with_adaptive_style = { instance, controller, style in
        let style = String(style).flatMap(ViewController.ModalPresentationStyle.init) ?? .automatic
        enterPopover(instance, controller) { popover in
            popover.delegate?.presentationController(popover, willPresentWithAdaptiveStyle: style)
            // The original view controller is presented again.
            if style == .none { popover.replacement = nil }
        }
    }
    table.will_dismiss = { instance, controller in
        enterPopover(instance, controller) { $0.delegate?.presentationControllerWillDismiss($0) }
    }
    table.did_dismiss = { instance, controller in
        enter(instance) { viewController in
            guard let popover = viewController.endedPopover(of: controller) else { return }
            viewController.popovers.ended = nil
            popover.delegate?.presentationControllerDidDismiss(popover)
        }
    }
    table.did_attempt_to_dismiss = { instance, controller in
        enterPopover(instance, controller) { $0.delegate?.presentationControllerDidAttemptToDismiss($0) }
    }
}

private func enterPopover(
    _ instance: UnsafeMutableRawPointer?, _ controller: UInt64,
    _ body: @PluginActor (PopoverPresentationController) -> Void
) {
    enter(instance) { viewController in
        if let popover = viewController.popover(of: controller) { body(popover) }
    }
}

extension ViewController {
    /// Forwards a question to the delegate of a popover, which replies now or later.
    ///
    /// - Throws: `notSupported` if the popover has no delegate or the question is unknown.
    func askDelegate(
        ofPopoverOf presented: UInt64, _ question: tab_question, _ arguments: [String: Value], _ token: UInt64
    ) throws(PluginError) {
        guard let popover = popover(of: presented), let delegate = popover.delegate,
            let reply = popover.reply(to: question, arguments, traitCollection, by: delegate)
        else { throw .notSupported }
        Task.immediate { @PluginActor in
            let answer = await reply()
            // Send the delegate's changes before the reply, so that they apply to this presentation.
            UpdateCycle.flush()
            // A reply after the timeout is not an error of the plugin.
            try? Host.reply(to: token, answer)
        }
    }
}

extension TraitCollection.SizeClass {
    fileprivate init(_ name: Value?) {
        switch name?.string {
        case "compact": self = .compact
        case "regular": self = .regular
        default: self = .unspecified
        }
    }
}

extension PopoverPresentationController {
    /// Returns a function that asks the delegate and returns its reply; nil for a question that this version does not
    /// know.
    fileprivate func reply(
        to question: tab_question, _ arguments: [String: Value], _ traits: TraitCollection,
        by delegate: any PopoverPresentationControllerDelegate
    ) -> (@PluginActor () async -> Value)? {
        switch question {
        case TAB_QUESTION_PREPARE_FOR_PRESENTATION:
            return {
                await delegate.prepareForPopoverPresentation(self)
                return .bool(true)
            }
        case TAB_QUESTION_SHOULD_DISMISS:
            return { .bool(await delegate.presentationControllerShouldDismiss(self)) }
        case TAB_QUESTION_REPOSITION:
            guard let rect = arguments["Rect"]?.rect, let view = ViewAddress(value: arguments["View"]) else {
                return nil
            }
            return { await self.reposition(rect, view, delegate) }
        case TAB_QUESTION_ADAPTIVE_STYLE:
            var traits = traits
            traits.horizontalSizeClass = TraitCollection.SizeClass(arguments["Horizontal"])
            traits.verticalSizeClass = TraitCollection.SizeClass(arguments["Vertical"])
            return { [traits] in
                let style = await delegate.adaptivePresentationStyle(for: self, traitCollection: traits)
                return .string(style == .automatic ? "" : style.rawValue)
            }
        case TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER:
            guard let style = arguments["Style"]?.string.flatMap(ViewController.ModalPresentationStyle.init) else {
                return nil
            }
            return {
                let replacement = await delegate.presentationController(
                    self, viewControllerForAdaptivePresentationStyle: style)
                return .uint64(self.replace(by: replacement))
            }
        default: return nil
        }
    }

    private func reposition(
        _ rect: Rect, _ address: ViewAddress, _ delegate: any PopoverPresentationControllerDelegate
    ) async -> Value {
        var newRect = rect
        let view = address.foundView ?? View()
        var newView = view
        await delegate.popoverPresentationController(self, willRepositionPopoverTo: &newRect, in: &newView)
        // Gives views that the delegate has added a number on the host.
        UpdateCycle.flush()
        let newAddress = newView === view ? address : newView.address ?? address
        // The host ignores unchanged parts of the reply.
        if newRect != rect { keepReply(newRect) }
        if newAddress != address { keepReply(newView, at: newAddress) }
        return .structure([.rect(newRect), newAddress.value])
    }

    /// Presents another view controller instead.
    ///
    /// - Returns: The number of the replacement; 0 if there is none.
    private func replace(by viewController: ViewController?) -> UInt64 {
        guard let viewController, viewController !== presentedViewController else { return 0 }
        var number: UInt64 = 0
        viewController.attempt("be presented instead") { () throws(PluginError) in
            number = try viewController.registerWithHost()
        }
        if number != 0 { replacement = viewController }
        return number
    }
}
