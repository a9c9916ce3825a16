import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Orientation through the delegate of a tab bar controller (`B-4`, `F-6`, `F-7`).
extension Daemon {
    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// Asks which orientations are supported; without an answer it is UIKit's default for the device.
    func supportedOrientations(
        of id: ViewControllerID, completion: @escaping @EventLoop (OrientationMask) -> Void
    ) {
        let fallback = OrientationMask(defaultFor: hierarchy.profile(of: id) ?? .phone)
        guard let delegate = delegates[id], delegate.has(.supportedOrientations) else { return completion(fallback) }
        let checked: @EventLoop (UInt32?) -> Void = { completion($0.flatMap(OrientationMask.init) ?? fallback) }
        announce(Tabs.supportedInterfaceOrientations, of: Tabs.name, from: id.path, toAsk: delegate.receiver)
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(fallback) }
            connection.call(
                Contract.supportedInterfaceOrientations, of: Contract.name, at: client.path, on: client.name, id.path,
                timeout: delegate.timeout
            ) { checked(try? $0.get()) }
        case .viewController(let receiver):
            ask(receiver, .supportedOrientations, in: id, timeout: delegate.timeout) { checked($0.value?.get()) }
        }
    }

    /// Asks which orientation is preferred; without an answer it is the present one.
    func preferredOrientation(
        of id: ViewControllerID, completion: @escaping @EventLoop (Orientation) -> Void
    ) {
        let present: @EventLoop () -> Orientation = { [unowned self] in
            hierarchy.window(of: id)?.interfaceOrientation ?? .portrait
        }
        guard let delegate = delegates[id], delegate.has(.preferredOrientation) else { return completion(present()) }
        let checked: @EventLoop (String?) -> Void = { completion($0.flatMap(Orientation.init) ?? present()) }
        announce(Tabs.preferredInterfaceOrientation, of: Tabs.name, from: id.path, toAsk: delegate.receiver)
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(present()) }
            connection.call(
                Contract.preferredInterfaceOrientation, of: Contract.name, at: client.path, on: client.name, id.path,
                timeout: delegate.timeout
            ) { checked(try? $0.get()) }
        case .viewController(let receiver):
            ask(receiver, .preferredOrientation, in: id, timeout: delegate.timeout) { checked($0.value?.get()) }
        }
    }

    /// Turns the interface of a root, if its delegate supports that. A turn that is still being asked about is overtaken
    /// by a later one.
    func turn(
        _ id: ViewControllerID, to orientation: Orientation,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        turns.removeValue(forKey: id)?.completion(.success(()))
        let turn = OrientationTurn(orientation: orientation, completion: completion)
        // A window without a delegate that decides turns anyhow.
        guard orientation != hierarchy.window(of: id)?.interfaceOrientation,
            delegates[id]?.has(.supportedOrientations) == true
        else { return finish(turn, of: id) }
        turns[id] = turn
        supportedOrientations(of: id) { [unowned self] supported in
            guard turns[id] === turn else { return }
            turns[id] = nil
            guard !supported.contains(orientation), supported.isAsked else { return finish(turn, of: id) }
            completion(
                .failure(
                    .invalidArgument(
                        "the delegate of \(id.path) does not support \(orientation.rawValue): it supports "
                            + supported.names.joined(separator: ", "))))
        }
    }

    /// The delegate that was asked is another one's now, or nobody's: without its answer the interface turns.
    func finishTurn(of id: ViewControllerID) {
        if let turn = turns.removeValue(forKey: id) { finish(turn, of: id) }
    }

    private func finish(_ turn: OrientationTurn, of id: ViewControllerID) {
        do throws(DBusError) {
            try perform { model in try model.updateWindow(of: id) { $0.interfaceOrientation = turn.orientation } }
            turn.completion(.success(()))
        } catch {
            turn.completion(.failure(error))
        }
    }
}

extension DelegateAnswer {
    fileprivate var value: Variant? {
        guard case .given(let value) = self else { return nil }
        return value
    }
}
