/// What is wished of the sheet that a popover adapts to (`P75`); front ends draw it.
package struct SheetConfiguration: Hashable, Sendable {
    package enum Detent: String, Sendable, CaseIterable {
        case medium, large
    }

    package var detents: [Detent] = [.large]
    package var selectedDetent: Detent?
    package var prefersGrabberVisible = false

    package init() {}
}
