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
