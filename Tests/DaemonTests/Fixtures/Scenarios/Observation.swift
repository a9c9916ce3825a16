/// A value that a scenario can observe.
enum Observation: Sendable {
    /// The selected controller and index: `B 1`, `nil NF`.
    case selection
    /// The events in the notation of `EventLog`. Observing `clients` and `all` clears the log.
    case log(EventLog.Part)
    /// The selection during the last question.
    case selectionInQuestion
    /// Whether the last tap on an item or a row was accepted, or the result of another gesture.
    case accepted
    case item(String, ItemField)
    case navigationTitle(String)
    case parent(String)
    case tabBarController(String)
    case navigationController(String)
    case isLoaded(String)
    case appearance(String)
    case tabs
    case customizable
    case bar
    case highlighted
    case isBarHidden
    case stack(String)
    case top(String)
    /// The result of the last action on a stack.
    case popped
    /// The title of the back button for a controller.
    case backTitle(String)
    /// The top and bottom insets that bars cover: `64.0 49.0`.
    case safeArea(String)
    /// The left and right insets that bars cover: `80.0 0.0`.
    case sideInsets(String)
    /// x, y, width and height.
    case frame(String)
    case barFrame
    /// The frame of the toolbar of a navigation controller.
    case toolbarFrame(String)
    /// The More controller of the tab bar controller.
    case more
    /// The tabs in More's list.
    case rows
    case isEditAvailable
    /// The table of More's list: its identifier, then the titles, with disabled ones in parentheses and `>` before the
    /// selected one.
    case page
    /// The right buttons of a navigation item: `1 Edit`.
    case rightButtons(String)
    /// The bar's tabs in their current arrangement.
    case arrangement
    case isCustomizing
    /// The running change of tabs: `A,B`, or with the progress of an interactive one `A,B,0.5`.
    case transition
    case popover(String, PopoverObservation)
    case restoration(RestorationObservation)
    /// The focused item or view: `bar 1`, `content A.2`.
    case focus
}

/// A value of restoration that a scenario can observe.
enum RestorationObservation: Sendable {
    case identifier(String)
    /// The text that the owner of a controller keeps as state.
    case state(String)
    /// Whether a controller exists.
    case exists(String)
}
