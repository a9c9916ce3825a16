package import TabInterface

/// The steps that change the current view controllers to those that a layout declares, with a description of each
/// change.
package struct LayoutPlan: Hashable, Sendable {
    /// A live view controller, or one that the plan creates.
    package enum Reference: Hashable, Sendable {
        case live(ViewControllerID)
        /// The index in `creations`.
        case new(Int)
    }

    package struct Creation: Hashable, Sendable {
        package let entry: LayoutEntry
        /// The view controller that it replaces, including its identifier; nil for none.
        package let replaced: ViewControllerID?
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
        case isHidden(Bool)
        case allowsHiding(Bool)
        /// Only the properties that change.
        case window(LayoutWindow)
    }

    package struct Change: Hashable, Sendable {
        package let target: Reference
        package let setting: Setting

        /// Whether it hides a tab or shows it.
        package var isVisibility: Bool { if case .isHidden = setting { true } else { false } }
    }

    /// The view controllers to create. Containers come after their children.
    package internal(set) var creations: [Creation] = []
    /// The view controllers to destroy. Stack members come before their container, so Reopen restores the container
    /// first.
    package internal(set) var destructions: [ViewControllerID] = []
    package internal(set) var arrangements: [Arrangement] = []
    package internal(set) var settings: [Change] = []
    /// The changes, in the order in which they are described.
    package internal(set) var findings: [LayoutFinding] = []
    /// A sentence for each change.
    package var changes: [String] { findings.map(\.text) }
    /// The entries that cannot be applied.
    package internal(set) var errors: [LayoutError] = []

    package var isEmpty: Bool { findings.isEmpty }

    /// Returns the reason why an entry can't be created; nil for none.
    package typealias Validation = (_ entry: LayoutEntry, _ isInside: Bool) -> String?

    /// Compares a layout with the current view controllers.
    ///
    /// - Parameters:
    ///   - onlyMissing: Whether to create missing view controllers and change nothing else, as at the start of the
    ///     daemon. Entries that can't be created are then skipped and reported in `errors`.
    ///   - validate: Called for each view to create. `isInside`: Whether it is inside a container.
    package init(
        of controllers: [LayoutEntry], in current: CurrentLayout, onlyMissing: Bool = false,
        validate: Validation = { _, _ in nil }
    ) {
        self = withoutActuallyEscaping(validate) { validate in
            var planner = LayoutPlanner(current, onlyMissing: onlyMissing, validate: validate)
            planner.plan(controllers)
            return planner.plan
        }
    }

    init() {}

    /// The sentence in `changes` for a new view controller.
    package static func change(creating entry: LayoutEntry) -> String {
        "creates '\(entry.identifier)' (\(entry.typeName))"
    }
}
