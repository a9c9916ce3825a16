/// What can be read.
enum Look: Sendable {
    /// `B 1`, `nil NF`.
    case selection
    /// What was heard, in the notation of `EventLog`; `clients` and `everybody` drop it.
    case log(EventLog.Part)
    /// The selection while the last question was open.
    case selectionInQuestion
    /// Whether the last tap, on an item or on a row, was accepted, and what else a gesture gave back.
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
    /// What the last action on a stack gave back.
    case popped
    /// What the way back from a controller is called.
    case backTitle(String)
    /// What bars cover at the top and at the bottom: `64.0 49.0`.
    case safeArea(String)
    /// x, y, width and height.
    case frame(String)
    case barFrame
    /// The frame of the toolbar of a navigation controller.
    case toolbarFrame(String)
    /// What the tab bar controller says is its More.
    case more
    /// The tabs that More lists.
    case rows
    case isEditAvailable
    /// The table of More's list: its Identifier, then its titles, disabled ones in parentheses, the selected one with `>`.
    case page
    /// The buttons at the right of a navigation item: `1 Edit`.
    case rightButtons(String)
    /// The bar's tabs as they are arranged at the moment.
    case arrangement
    case isCustomizing
    /// The change of tabs that runs: `A,B`, of an interactive one with its progress `A,B,0.5`.
    case transition
    case popover(String, PopoverLook)
    case restoration(RestorationLook)
    /// `bar 1`, `content A.2`.
    case focus
}

/// What can be read of restoration.
enum RestorationLook: Sendable {
    case identifier(String)
    /// What the owner of a controller has of the text that it was given.
    case state(String)
    /// Whether a controller is still there.
    case exists(String)
}
