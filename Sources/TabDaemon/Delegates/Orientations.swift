import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// A UIInterfaceOrientationMask.
struct OrientationMask: Hashable, Sendable {
    private static let bits: [(orientation: Orientation, bit: UInt32)] = [
        (.portrait, 2), (.portraitUpsideDown, 4), (.landscapeRight, 8), (.landscapeLeft, 16),
    ]

    let rawValue: UInt32
    /// Whether a delegate said so.
    let isAsked: Bool

    /// What a delegate answers; nil for no orientation, or for one that there is not.
    init?(_ answer: UInt32) {
        guard answer != 0, answer & ~30 == 0 else { return nil }
        rawValue = answer
        isAsked = true
    }

    /// All orientations, for a phone but upside down (`B-4`).
    init(defaultFor profile: Profile) {
        rawValue = profile == .phone ? 26 : 30
        isAsked = false
    }

    func contains(_ orientation: Orientation) -> Bool {
        Self.bits.contains { $0.orientation == orientation && rawValue & $0.bit != 0 }
    }

    var names: [String] { Self.bits.filter { rawValue & $0.bit != 0 }.map(\.orientation.rawValue) }
}

/// A change of a window's orientation that its delegate is asked about.
@EventLoop
final class OrientationTurn {
    let orientation: Orientation
    let completion: @EventLoop (Result<Void, DBusError>) -> Void

    init(orientation: Orientation, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
        self.orientation = orientation
        self.completion = completion
    }
}

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
        announce(Tabs.supportedInterfaceOrientations, of: Tabs.name, from: id.path, toAsk: delegate.receiver)
        ask(delegate, .supportedOrientations, in: id, Contract.supportedInterfaceOrientations, id.path) { answer in
            completion(answer.value?.get(as: UInt32.self).flatMap(OrientationMask.init) ?? fallback)
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
        announce(Tabs.preferredInterfaceOrientation, of: Tabs.name, from: id.path, toAsk: delegate.receiver)
        ask(delegate, .preferredOrientation, in: id, Contract.preferredInterfaceOrientation, id.path) { answer in
            completion(answer.value?.get(as: String.self).flatMap(Orientation.init) ?? present())
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
