package import TabInterface

/// The window of a controller in a layout. Properties that the file does not declare are nil and stay unchanged.
package struct LayoutWindow: Hashable, Sendable {
    package var size: DBusSize?
    /// The contract's name of the policy.
    package var sizePolicy: String?
    package var barHeight: Double?
    /// The contract's name of the side.
    package var barSide: String?
    package var barSlots: UInt32?
    /// Whether the controller has a focus.
    package var focus: Bool?

    package init() {}

    /// Returns the declared properties that differ from `other`.
    func differing(from other: LayoutWindow) -> LayoutWindow {
        var window = LayoutWindow()
        if size != other.size { window.size = size }
        if sizePolicy != other.sizePolicy { window.sizePolicy = sizePolicy }
        if barHeight != other.barHeight { window.barHeight = barHeight }
        if barSide != other.barSide { window.barSide = barSide }
        if barSlots != other.barSlots { window.barSlots = barSlots }
        if focus != other.focus { window.focus = focus }
        return window
    }

    /// The declared properties with their keys, names and values for messages.
    var descriptions: [(key: String, name: String, value: String)] {
        let all: [(String, String, String?)] = [
            ("size", "size", size.map { "\(TOMLText.number($0.width)) x \(TOMLText.number($0.height))" }),
            ("size_policy", "size policy", sizePolicy),
            ("bar_height", "bar height", barHeight.map(TOMLText.number)), ("bar_side", "bar side", barSide),
            ("bar_slots", "bar slots", barSlots.map { "\($0)" }), ("focus", "focus", focus.map { "\($0)" }),
        ]
        return all.compactMap { key, name, value in value.map { (key, name, $0) } }
    }
}

/// The contract's names of size policies, for the check of a layout.
enum LayoutSizePolicy: String, CaseIterable { case smallest, largest, latest, fixed }

/// The contract's names of the bar's sides, for the check of a layout.
enum LayoutBarSide: String, CaseIterable { case bottom, top, leading, trailing }
