extension BidirectionalSequence {
    /// N0: both brackets of a pair have the direction of what they enclose.
    mutating func resolveBrackets() {
        for (opening, closing) in bracketPairs() {
            var direction: BidirectionalClass?
            for inner in classes[(opening + 1)..<closing] {
                guard let found = inner.direction else { continue }
                direction = found
                if found == embedding { break }
            }
            guard let direction else { continue }
            if direction == embedding {
                setBracket(opening, to: embedding)
                setBracket(closing, to: embedding)
            } else {
                // Only the opposite direction is inside: it wins if it is before the pair as well.
                let context = classes[..<opening].reversed().lazy.compactMap(\.direction).first ?? embedding
                setBracket(opening, to: context)
                setBracket(closing, to: context)
            }
        }
    }

    private mutating func setBracket(_ index: Int, to direction: BidirectionalClass) {
        classes[index] = direction
        // W1 made marks behind the bracket neutral as it was.
        for mark in originalClasses.indices[(index + 1)...] {
            guard originalClasses[mark] == .nsm else { return }
            classes[mark] = direction
        }
    }

    /// BD16: the pairs, in the order of their opening brackets.
    private func bracketPairs() -> [(opening: Int, closing: Int)] {
        var pairs: [(opening: Int, closing: Int)] = []
        var open: [(index: Int, closing: Unicode.Scalar)] = []
        for index in classes.indices where classes[index] == .on {
            switch scalars[index].properties.generalCategory {
            case .openPunctuation:
                guard let closing = BidirectionalMirror.mirrored(scalars[index]) else { continue }
                // The rule's limit, which also bounds the work for bad text.
                guard open.count < 63 else { return [] }
                open.append((index, Self.canonical(closing)))
            case .closePunctuation:
                let closing = Self.canonical(scalars[index])
                guard let match = open.lastIndex(where: { $0.closing == closing }) else { continue }
                pairs.append((open[match].index, index))
                open.removeSubrange(match...)
            default: continue
            }
        }
        return pairs.sorted { $0.opening < $1.opening }
    }

    /// The one pair of brackets with a canonical equivalent.
    private static func canonical(_ closing: Unicode.Scalar) -> Unicode.Scalar {
        closing == "\u{232A}" ? "\u{3009}" : closing
    }
}
