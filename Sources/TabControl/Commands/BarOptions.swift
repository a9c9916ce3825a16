internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

/// The options for the place and size of a tab bar.
struct BarOptions: ParsableArguments {
    enum Side: String, ExpressibleByArgument, CaseIterable {
        case bottom, top, leading, trailing
    }

    @Option(help: "Put the tab bar at this side of the window.")
    var barSide: Side?

    @Option(help: "Set the height of the tab bar in points, or its width at a side.")
    var barHeight: Double?

    @Option(help: "Set how many items the tab bar fits, 2 to 64; the last one is More if there are more tabs.")
    var barSlots: UInt32?

    /// Adds the options for a creation or an attachment, which have the same names.
    func add(to options: inout Options) {
        typealias Key = WindowInterface.AttachOption
        if let barSide { options.values[Key.barSide.name] = .string(barSide.rawValue) }
        if let barHeight { options.values[Key.barHeight.name] = .double(barHeight) }
        if let barSlots { options.values[Key.barSlots.name] = .uint32(barSlots) }
    }

    /// Whether the bar is at the left or the right side, as wide as by default.
    var needsWidth: Bool { (barSide == .leading || barSide == .trailing) && barHeight == nil }
}
