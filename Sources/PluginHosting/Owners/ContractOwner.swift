package import DBusInterface
package import EventLoop
package import TabInterface

/// An owner that is called with the methods of `RemoteViewController`.
@EventLoop
package protocol ContractOwner: ContentOwner {
    /// Calls a method without a result.
    func notify<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In)
}

extension ContractOwner {
    package typealias Remote = RemoteViewControllerInterface

    package func viewDidLoad() { notify(Remote.viewDidLoad) }
    package func viewWillAppear(animated: Bool) { notify(Remote.viewWillAppear, animated) }
    package func viewIsAppearing(animated: Bool) { notify(Remote.viewIsAppearing, animated) }
    package func viewDidAppear(animated: Bool) { notify(Remote.viewDidAppear, animated) }
    package func viewWillDisappear(animated: Bool) { notify(Remote.viewWillDisappear, animated) }
    package func viewDidDisappear(animated: Bool) { notify(Remote.viewDidDisappear, animated) }
    package func willMove(toParent parent: ViewControllerID?) { notify(Remote.willMoveToParent, parent.path) }
    package func didMove(toParent parent: ViewControllerID?) { notify(Remote.didMoveToParent, parent.path) }
    package func traitsChanged(_ traits: Traits) { notify(Remote.traitsChanged, traits.values) }
    package func barButtonItemActivated(_ item: UInt32) { notify(Remote.barButtonItemActivated, item) }
    package func tabBarDidSelect(_ position: UInt32) { notify(Remote.tabBarDidSelect, position) }
    package func presentationEnded() { notify(Remote.presentationEnded) }

    package func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {
        notify(Remote.viewWillLayout, bounds, safeArea)
    }

    package func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String]) {
        notify(Remote.alertAnswered, alert, action, texts)
    }
}

/// A view controller's owner that can be a delegate: it is also called with the methods of the interfaces for delegates.
@EventLoop
package protocol DelegateOwner: ContentOwner {
    /// Calls a method of a delegate without a result.
    func notify<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In)
    /// Puts a question to the delegate. The error `NotSupported` means that it does not implement the question.
    ///
    /// - Parameter completion: Called at most once, possibly before this returns.
    /// - Returns: The question's token.
    func ask<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<(repeat each Out), DBusError>) -> Void
    ) -> UInt64
    /// Cancels a question. Its completion need not be called.
    func withdrawQuestion(_ question: UInt64)
}
