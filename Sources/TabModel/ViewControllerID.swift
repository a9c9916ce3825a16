/// Names one view controller of a `Hierarchy` for its whole life; never used again after it is destroyed.
package struct ViewControllerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ViewControllerID, right: ViewControllerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// How messages name this controller.
    var describe: String {
        "view controller \(rawValue)"
    }
}
