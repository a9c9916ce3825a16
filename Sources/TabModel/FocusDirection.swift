/// Where a user moves the focus, by a button or by a swipe.
enum FocusDirection: String { case up, down, left, right }
