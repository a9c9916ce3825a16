/// Where a user moves the focus, by a button or by a swipe.
package enum FocusDirection: String, Hashable, Sendable, CaseIterable { case up, down, left, right }
