/// The contents of the store at the start of the daemon.
package struct StoreContents: Sendable {
    /// The view controllers, ordered by number.
    package var controllers: [StoredController] = []
    /// The first number that was never used.
    package var nextNumber: UInt64 = 1
    /// The data of images by name.
    package var images: [String: [UInt8]] = [:]
    /// View controllers during whose restoration the process died, ascending.
    package var interrupted: [UInt64] = []
    /// Messages for the user about the opening.
    package var notices: [String] = []
}

/// The changes of one turn, written in one transaction.
package struct StoreChanges: Equatable, Sendable {
    /// New and changed view controllers by number, each complete.
    package var controllers: [UInt64: StoredController]
    /// View controllers to remove, with their states and crash markers.
    package var removed: Set<UInt64>
    /// Changed states by number; nil removes the state.
    package var states: [UInt64: StoredState?]
    /// The first number that was never used. Only a higher number than before is stored.
    package var nextNumber: UInt64?
    /// Images by name; nil removes the image.
    package var images: [String: [UInt8]?]

    package init(
        controllers: [StoredController] = [], removed: Set<UInt64> = [], states: [UInt64: StoredState?] = [:],
        nextNumber: UInt64? = nil, images: [String: [UInt8]?] = [:]
    ) {
        self.controllers = Dictionary(controllers.map { ($0.number, $0) }) { $1 }
        self.removed = removed
        self.states = states
        self.nextNumber = nextNumber
        self.images = images
    }

    package var isEmpty: Bool {
        controllers.isEmpty && removed.isEmpty && states.isEmpty && nextNumber == nil && images.isEmpty
    }

    /// Adds later changes.
    ///
    /// - Parameter known: The numbers in the file. Only these need to be removed from it.
    mutating func merge(_ changes: StoreChanges, known: Set<UInt64>) {
        controllers.merge(changes.controllers) { $1 }
        removed.subtract(changes.controllers.keys)
        states.merge(changes.states) { $1 }
        images.merge(changes.images) { $1 }
        for number in changes.removed {
            controllers[number] = nil
            states[number] = nil
            if known.contains(number) { removed.insert(number) }
        }
        if let next = changes.nextNumber { nextNumber = max(next, nextNumber ?? next) }
    }
}
