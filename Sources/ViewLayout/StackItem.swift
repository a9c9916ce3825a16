/// A view as its stack sees it. Hidden views are not items.
package struct StackItem: Hashable, Sendable {
    /// The limits of a length, in points.
    struct Limits: Hashable, Sendable {
        var least: Double
        var most: Double

        func clamp(_ length: Double) -> Double { max(min(length, most), least) }
    }

    package static let defaultHugging: UInt32 = 250

    /// The hugging priority of a view class of the bus. A switch keeps its size, as in UIKit.
    package static func hugging(ofClass className: String) -> UInt32 { className == "Switch" ? 750 : defaultHugging }

    package static let defaultCompression: UInt32 = 750

    let width: Limits
    let height: Limits
    /// The priority with which the view does not become longer than its content.
    let hugging: UInt32
    /// The priority with which the view does not become shorter than its content.
    let compression: UInt32
    /// The distance to the next view; nil for the spacing of the stack.
    let spacingAfter: Double?
    /// Whether the view has no length of its own, so that it takes the room that is left.
    let isFlexible: FlexibleAxes

    /// - Parameters:
    ///   - minimum: The smallest size.
    ///   - maximum: The largest size; a length of 0 stands for no limit.
    ///   - spacingAfter: The distance to the next view; nil or a negative number for the spacing of the stack.
    package init(
        hugging: UInt32 = defaultHugging, compression: UInt32 = defaultCompression, minimum: FittingSize = .zero,
        maximum: FittingSize = .zero, spacingAfter: Double? = nil, isFlexible: FlexibleAxes = []
    ) {
        width = Limits(least: minimum.width, most: maximum.width > 0 ? maximum.width : .infinity)
        height = Limits(least: minimum.height, most: maximum.height > 0 ? maximum.height : .infinity)
        self.hugging = hugging
        self.compression = compression
        self.spacingAfter = spacingAfter.flatMap { $0 < 0 ? nil : $0 }
        self.isFlexible = isFlexible
    }

    /// Returns a size within the limits.
    package func limited(_ size: FittingSize) -> FittingSize {
        FittingSize(width: width.clamp(size.width), height: height.clamp(size.height))
    }

    var isUnlimited: Bool {
        width == Limits(least: 0, most: .infinity) && height == Limits(least: 0, most: .infinity)
    }
}

/// The axes along which a view has no length of its own, like UIKit's `noIntrinsicMetric`.
package struct FlexibleAxes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let width = FlexibleAxes(rawValue: 1)
    package static let height = FlexibleAxes(rawValue: 2)

    /// - Parameter className: The name of a view class of the bus.
    package init(ofClass className: String) {
        self =
            switch className {
            case "View", "ScrollView", "TableView", "TextView", "Chart": [.width, .height]
            case "TextField", "Slider", "ProgressView", "TabBar": .width
            default: []
            }
    }
}
