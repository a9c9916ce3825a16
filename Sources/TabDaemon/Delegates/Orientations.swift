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
    /// Whether it is the answer of a delegate.
    let isFromDelegate: Bool

    /// A delegate's answer; nil for an empty mask or unknown bits.
    init?(_ answer: UInt32) {
        guard answer != 0, answer & ~30 == 0 else { return nil }
        rawValue = answer
        isFromDelegate = true
    }

    /// All orientations, without upside down for a phone (`B-4`).
    init(defaultFor profile: Profile) {
        rawValue = profile == .phone ? 26 : 30
        isFromDelegate = false
    }

    func contains(_ orientation: Orientation) -> Bool {
        Self.bits.contains { $0.orientation == orientation && rawValue & $0.bit != 0 }
    }

    var names: [String] { Self.bits.filter { rawValue & $0.bit != 0 }.map(\.orientation.rawValue) }
}

/// A change of a window's orientation that waits for the answer of its delegate.
@EventLoop
final class OrientationChange {
    let orientation: Orientation
    let completion: @EventLoop (Result<Void, DBusError>) -> Void

    init(orientation: Orientation, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
        self.orientation = orientation
        self.completion = completion
    }
}

/// Interface orientations, as decided by the delegate of a tab bar controller (`B-4`, `F-6`, `F-7`).
extension Daemon {
    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// Asks the delegate for the supported orientations. Without an answer, UIKit's default for the device applies.
    func supportedOrientations(
        of id: ViewControllerID, completion: @escaping @EventLoop (OrientationMask) -> Void
    ) {
        let fallback = OrientationMask(defaultFor: hierarchy.nodes.profile(of: id) ?? .phone)
        guard let delegate = delegates[id], delegate.has(.supportedOrientations) else { return completion(fallback) }
        announce(Tabs.supportedInterfaceOrientations, from: id.path, toAsk: delegate.receiver)
        putQuestion(.supportedOrientations, to: delegate, in: id, Contract.supportedInterfaceOrientations, id.path) {
            answer in
            completion(answer.value?.get(as: UInt32.self).flatMap(OrientationMask.init) ?? fallback)
        }
    }

    /// Asks the delegate for the preferred orientation. Without an answer, the current one is preferred.
    func preferredOrientation(
        of id: ViewControllerID, completion: @escaping @EventLoop (Orientation) -> Void
    ) {
        let current: @EventLoop () -> Orientation = { [unowned self] in
            hierarchy.nodes.window(of: id)?.interfaceOrientation ?? .portrait
        }
        guard let delegate = delegates[id], delegate.has(.preferredOrientation) else { return completion(current()) }
        announce(Tabs.preferredInterfaceOrientation, from: id.path, toAsk: delegate.receiver)
        putQuestion(.preferredOrientation, to: delegate, in: id, Contract.preferredInterfaceOrientation, id.path) {
            answer in
            completion(answer.value?.get(as: String.self).flatMap(Orientation.init) ?? current())
        }
    }

    /// Changes the interface orientation of a root, if its delegate supports the orientation. A later change replaces
    /// one that still waits for the delegate.
    func changeOrientation(
        of id: ViewControllerID, to orientation: Orientation,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        orientationChanges.removeValue(forKey: id)?.completion(.success(()))
        let change = OrientationChange(orientation: orientation, completion: completion)
        // Without a delegate that decides, the change always happens.
        guard orientation != hierarchy.nodes.window(of: id)?.interfaceOrientation,
            delegates[id]?.has(.supportedOrientations) == true
        else { return finish(change, of: id) }
        orientationChanges[id] = change
        supportedOrientations(of: id) { [unowned self] supported in
            guard orientationChanges[id] === change else { return }
            orientationChanges[id] = nil
            guard !supported.contains(orientation), supported.isFromDelegate else {
                return finish(change, of: id)
            }
            completion(
                .failure(
                    .invalidArgument(
                        "the delegate of \(id.path) does not support \(orientation.rawValue); it supports "
                            + supported.names.joined(separator: ", "))))
        }
    }

    /// Finishes a change whose delegate was replaced or removed before its answer.
    func finishOrientationChange(of id: ViewControllerID) {
        if let change = orientationChanges.removeValue(forKey: id) { finish(change, of: id) }
    }

    private func finish(_ change: OrientationChange, of id: ViewControllerID) {
        do throws(DBusError) {
            try perform { model in try model.updateWindow(of: id) { $0.interfaceOrientation = change.orientation } }
            change.completion(.success(()))
        } catch {
            change.completion(.failure(error))
        }
    }
}
