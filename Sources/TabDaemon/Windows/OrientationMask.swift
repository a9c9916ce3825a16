import DBusInterface
import EventLoop
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
