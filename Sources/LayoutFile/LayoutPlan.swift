/// What makes of the controllers that there are those that a layout declares, and how it is told.
package struct LayoutPlan: Hashable, Sendable {
    /// A view controller, whether it is there or is to be made.
    package enum Reference: Hashable, Sendable {
        case live(UInt64)
        /// The place in `creations`.
        case new(Int)
    }

    package struct Creation: Hashable, Sendable {
        package let entry: LayoutEntry
        /// What it takes the place of, and the identifier from; nil for nothing.
        package let replaced: UInt64?
        /// The root, for a navigation controller.
        package var root: Reference?
    }

    package struct Arrangement: Hashable, Sendable {
        package let container: Reference
        package let children: [Reference]

        package init(container: Reference, children: [Reference]) {
            self.container = container
            self.children = children
        }
    }

    package enum Setting: Hashable, Sendable {
        case title(String)
        case icon(String)
        case badge(String)
        case size(width: Double, height: Double)
    }

    package struct Change: Hashable, Sendable {
        package let target: Reference
        package let setting: Setting
    }

    /// A container comes behind what is to be in it.
    package internal(set) var creations: [Creation] = []
    /// What is on a stack comes before that, so that what is brought back last has its container.
    package internal(set) var destructions: [UInt64] = []
    package internal(set) var arrangements: [Arrangement] = []
    package internal(set) var settings: [Change] = []
    /// What is to be done, a sentence each.
    package internal(set) var changes: [String] = []
    /// Why it can't be done.
    package internal(set) var problems: [LayoutProblem] = []

    package var isEmpty: Bool { changes.isEmpty }

    /// Why an entry can't be made; nil when nothing is known to be in the way.
    package typealias Objection = (_ entry: LayoutEntry, _ isInside: Bool) -> String?

    /// - Parameters:
    ///   - onlyMissing: makes what is not there and changes nothing else, as when the daemon starts. What can't be made is
    ///     left out then, and told in `problems`.
    ///   - objection: is asked for each view that would be made; `isInside`: in a container.
    package init(
        of controllers: [LayoutEntry], in situation: LayoutSituation, onlyMissing: Bool = false,
        objection: Objection = { _, _ in nil }
    ) {
        self = withoutActuallyEscaping(objection) { objection in
            var planner = LayoutPlanner(situation, onlyMissing: onlyMissing, objection: objection)
            planner.plan(controllers)
            return planner.plan
        }
    }

    init() {}

    /// What `changes` has for one that is made.
    package static func change(making entry: LayoutEntry) -> String {
        "makes '\(entry.identifier)' (\(entry.typeName))"
    }
}
