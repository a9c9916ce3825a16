/// An isolating run sequence (UAX #9, BD13) whose classes are resolved to L, R, EN and AN, rule after rule.
struct BidirectionalSequence {
    let scalars: [Unicode.Scalar]
    let originalClasses: [BidirectionalClass]
    var classes: [BidirectionalClass]
    /// L or R: the embedding direction, and what stands before the beginning and behind the end.
    let embedding: BidirectionalClass

    init(scalars: [Unicode.Scalar], classes: [BidirectionalClass], isRightToLeft: Bool) {
        self.scalars = scalars
        self.classes = classes
        originalClasses = classes
        embedding = isRightToLeft ? .r : .l
    }

    /// W1 to W7.
    mutating func resolveWeak() {
        resolveMarksAndLetters()
        resolveSeparators()
        resolveTerminators()
        var strong = embedding
        for index in classes.indices {
            switch classes[index] {
            case .l, .r: strong = classes[index]
            case .es, .et, .cs: classes[index] = .on
            case .en where strong == .l: classes[index] = .l
            default: break
            }
        }
    }

    /// W1 to W3: marks are as what they stand on, numbers behind Arabic letters are Arabic numbers.
    private mutating func resolveMarksAndLetters() {
        var previous = embedding
        var strong = embedding
        for index in classes.indices {
            if classes[index] == .nsm { classes[index] = previous }
            // A mark on an Arabic letter or number has to see it as it was.
            previous = classes[index]
            switch previous {
            case .l, .r: strong = previous
            case .al:
                strong = .al
                classes[index] = .r
            case .en where strong == .al: classes[index] = .an
            default: break
            }
        }
    }

    /// W4: one separator between two numbers of a kind belongs to them.
    private mutating func resolveSeparators() {
        for index in classes.indices.dropFirst().dropLast() where classes[index - 1] == classes[index + 1] {
            switch (classes[index], classes[index - 1]) {
            case (.es, .en), (.cs, .en), (.cs, .an): classes[index] = classes[index - 1]
            default: break
            }
        }
    }

    /// W5: terminators next to a European number belong to it.
    private mutating func resolveTerminators() {
        var start = classes.startIndex
        while start < classes.endIndex {
            let end = classes[start...].firstIndex { $0 != .et } ?? classes.endIndex
            let isNumber =
                start > 0 && classes[start - 1] == .en || end < classes.endIndex && classes[end] == .en
            if isNumber { for index in start..<end { classes[index] = .en } }
            start = end + 1
        }
    }

    /// N1 and N2: neutrals between two of one direction have it too, others that of the embedding.
    mutating func resolveNeutral() {
        var before = embedding
        var start = classes.startIndex
        while start < classes.endIndex {
            let end = classes[start...].firstIndex { !$0.isNeutral } ?? classes.endIndex
            let after = end < classes.endIndex ? classes[end].direction ?? embedding : embedding
            for index in start..<end { classes[index] = before == after ? before : embedding }
            before = after
            start = end + 1
        }
    }
}
