/// Bidi_Class of UAX #9, named as in its table 4. The classes of explicit embeddings and isolates count as `bn`: no text
/// that is shown has them.
enum BidirectionalClass: UInt8 {
    // Strong.
    case l, r, al
    // Weak.
    case en, es, et, an, cs, nsm, bn
    // Neutral.
    case b, s, ws, on

    init(_ scalar: Unicode.Scalar) {
        // Nearly all marks are NSM. The eight that are L follow a letter that is L, which makes no difference.
        switch scalar.value < 0x300 ? .unassigned : scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            self = .nsm
        default:
            let next = Self.runs.partitioningIndex { $0.start > scalar.value }
            self = next > 0 ? Self.runs[next - 1].class : .l
        }
    }

    var isNeutral: Bool { rawValue >= Self.b.rawValue }

    /// The direction that neutrals see (N0, N1): numbers count as R; nil for what has none.
    var direction: Self? {
        switch self {
        case .l: .l
        case .r, .al, .en, .an: .r
        default: nil
        }
    }
}
