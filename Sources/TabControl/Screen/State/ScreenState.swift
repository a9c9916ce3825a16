internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// All that decides how the screen looks and what keys do: what the daemon told, and what is this front end's own.
struct ScreenState: Sendable {
    /// Who is there to talk to.
    enum Link: Hashable, Sendable {
        case connecting, attached
        /// The daemon has gone; the last picture stays.
        case noDaemon
        case noBus
    }

    let controller: ObjectPath
    let isReadOnly: Bool
    /// How many colours the terminal shows.
    let depth: ColorDepth
    var tree: TabTree
    var link = Link.connecting
    /// Of the terminal.
    var size: TerminalSize

    /// Where the keyboard acts; nil for nowhere in particular.
    var focus: Target?
    var editor: TextEditor?
    /// The tab that a number key tapped last; its page gets the focus as soon as the tab is selected. nil after the next
    /// key or click.
    var enteredTab: Int?
    /// The only field of the sheet on top, which got the caret when it appeared.
    private var sheetField: Target?
    /// The view that had the focus last in profile tv.
    private var remoteFocus: Target?
    /// The row of the keyboard in tables and lists.
    var rows: [Target: Int] = [:]
    /// The first row that is shown of tables, lists and texts.
    var firstRows: [Target: Int] = [:]
    /// How many rows the pages of view controllers are moved up.
    var pageOffsets: [ObjectPath: Int] = [:]
    /// The newest values that owners were sent while replies are on their way.
    var sent: [Target: Variant] = [:]
    /// What is picked up, to be put somewhere else.
    var carried: Target?
    /// Where the mouse is while the button is held, with what was under it in the beginning.
    var drag: Drag?
    var isHelpShown = false
    /// Told in place of the keys, until the next key.
    var message: String?

    struct Drag: Hashable, Sendable {
        let target: Target
        var row: Int
        var column: Int
        var isMoved = false
    }

    init(of controller: ObjectPath, size: TerminalSize, isReadOnly: Bool, depth: ColorDepth = .trueColor) {
        self.controller = controller
        self.isReadOnly = isReadOnly
        self.depth = depth
        self.size = size
        tree = TabTree(of: controller)
    }

    /// The cells of the window that this terminal has room for: the last line is for messages.
    var room: TerminalSize { TerminalSize(columns: size.columns, rows: max(size.rows - 1, 1)) }

    /// Takes over what the daemon told.
    mutating func follow(_ tree: TabTree) {
        self.tree = tree
        pageOffsets = pageOffsets.filter { tree.objects[$0.key] != nil }
        if !isCustomizing { carried = nil }
        guard editor != nil else { return }
        // Another life of a view controller may have another view in its place.
        guard let view = view(editor?.target)?.view, Self.takesText(view),
            editor?.isMultiline == (view.className == "TextView")
        else { return editor = nil }
        editor?.follow(view.text("Text") ?? "")
    }

    /// Drops the focus and the editor of views that are no longer on the screen, and sets the focus on a page that has
    /// appeared.
    ///
    /// - Returns: Whether the scene must be drawn again.
    mutating func settle(in scene: Scene) -> Bool {
        let before = (focus, editor, pageOffsets)
        for (path, overflow) in scene.overflows where pageOffsets[path] ?? 0 > overflow { pageOffsets[path] = overflow }
        followRemoteFocus(in: scene)
        if let focus, !isHelpShown, scene.spot(focus)?.isFocusable != true { self.focus = nil }
        // Under a popover it waits, but nobody types into what is not there.
        if let editor, !isHelpShown, scene.popover == nil, scene.spot(editor.target) == nil { self.editor = nil }
        // The focus is where text is typed, also when the field was outside of the terminal for a while.
        if let editor, focus == nil, !isRemote, scene.spot(editor.target)?.isFocusable == true { focus = editor.target }
        // A text that is edited is scrolled to its caret, and stays there.
        if let editor, let list = scene.lists[editor.target], list.room > 0 { firstRows[editor.target] = list.first }
        enterPage(in: scene)
        enterSheet(in: scene)
        return (focus, editor, pageOffsets) != before
    }

    /// Moves the focus from the bar, or from nowhere, into the page of the tab that a number key tapped.
    ///
    /// A field does not get the caret, as the next number would be typed into it.
    private mutating func enterPage(in scene: Scene) {
        guard let enteredTab, scene.selectedTab == enteredTab, !scene.isSheet, !isRemote, !isHelpShown else { return }
        if case .tab = focus { focus = nil }
        guard focus == nil, let entry = scene.pageEntry else { return }
        setFocus(entry, in: scene, isTyping: false)
    }

    /// Puts the caret into the only field of a sheet that has appeared.
    private mutating func enterSheet(in scene: Scene) {
        guard !isHelpShown else { return }
        let field = onlyField(in: scene)
        guard field?.target != sheetField else { return }
        sheetField = field?.target
        // Typing in another field goes on.
        if let field, editor == nil { setFocus(field, in: scene) }
    }

    /// The page goes to what the daemon moves the focus to, and is free to be moved away from there.
    private mutating func followRemoteFocus(in scene: Scene) {
        guard remoteFocus != scene.remoteFocus?.target else { return }
        remoteFocus = scene.remoteFocus?.target
        if let spot = scene.remoteFocus { reveal(spot, in: scene) }
    }

    var picture: Picture {
        // The views are drawn out of the mirror.
        Picture(Picture.Source(controller: controller, tree: tree.managedObjects, views: [:]))
    }
}

/// What the screen wants done; its state knows no bus and no terminal.
enum ScreenEffect: Hashable, Sendable {
    case tap(Int)
    /// A touch of the window, in points: what is there, over it or around it decides.
    case touch(x: Double, y: Double)
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case tapRow(Int, ObjectPath)
    case beginEditing(ObjectPath)
    case endEditing(ObjectPath)
    case move(ObjectPath, slot: Int, ObjectPath)
    case send(ObjectPath, UInt32, String, Variant)
    /// A value that follows others: one that was not sent yet is not wanted any more.
    case update(ObjectPath, UInt32, String, Variant)
    case press(String)
    /// A user dismisses what is on top.
    case escape(ObjectPath)
    case respawn(ObjectPath)
    case redraw
    case suspend
    case leave
}
