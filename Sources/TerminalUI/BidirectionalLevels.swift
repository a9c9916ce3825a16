/// The embedding levels of the characters of one line (UAX #9, P2 to L1). There are no explicit embeddings, so the line is
/// one isolating run sequence; even levels go from left to right, odd ones from right to left.
struct BidirectionalLevels {
    /// 0 or 1: the direction of the first strong character.
    let paragraph: UInt8
    /// One per scalar.
    private(set) var levels: [UInt8]

    init(_ scalars: [Unicode.Scalar]) {
        let classes = scalars.map(BidirectionalClass.init)
        paragraph = Self.isRightToLeft(classes) ? 1 : 0
        // X9: boundary neutrals take no part.
        let kept = classes.indices.filter { classes[$0] != .bn }
        var sequence = BidirectionalSequence(
            scalars: kept.map { scalars[$0] }, classes: kept.map { classes[$0] }, isRightToLeft: paragraph == 1)
        sequence.resolveWeak()
        sequence.resolveBrackets()
        sequence.resolveNeutral()
        levels = []
        levels.reserveCapacity(scalars.count)
        var resolved = sequence.classes.makeIterator()
        for original in classes {
            // What took no part stays with what is before it.
            let level = original == .bn ? nil : resolved.next().map { Self.level(of: $0, paragraph: paragraph) }
            levels.append(level ?? levels.last ?? paragraph)
        }
        resetSpaces(classes)
    }

    static func isRightToLeft(_ classes: some Sequence<BidirectionalClass>) -> Bool {
        for one in classes {
            switch one {
            case .l: return false
            case .r, .al: return true
            default: continue
            }
        }
        return false
    }

    /// I1 and I2.
    private static func level(of resolved: BidirectionalClass, paragraph: UInt8) -> UInt8 {
        switch resolved {
        case .l: paragraph == 0 ? 0 : 2
        case .en, .an: 2
        default: 1
        }
    }

    /// L1: separators, and spaces before them and at the end of the line, have the level of the paragraph.
    private mutating func resetSpaces(_ classes: [BidirectionalClass]) {
        var isReset = true
        for index in classes.indices.reversed() {
            switch classes[index] {
            case .s, .b: isReset = true
            case .ws, .bn: break
            default: isReset = false
            }
            if isReset { levels[index] = paragraph }
        }
    }
}
