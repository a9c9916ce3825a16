extension PopoverPlacement {
    /// Which decision placed a popover, in their order (`P38`).
    package enum Stage: String, Sendable, CaseIterable {
        /// No arrow was permitted.
        case centered = "N"
        /// Beside the source, in full size, the arrow on target.
        case fits = "A"
        /// The same, over a part of the source.
        case overlaps = "B"
        /// Smaller than wanted, or with the arrow off target.
        case shrinks = "C"
        /// As the three above, in a direction that is not permitted.
        case fitsElsewhere = "D-A"
        case overlapsElsewhere = "D-B"
        case shrinksElsewhere = "D-C"
        /// In the area over the source.
        case lastResort = "E"

        /// Of the first three: the same in a direction that is not permitted.
        var elsewhere: Stage { Stage(rawValue: "D-\(rawValue)") ?? self }
    }
}
