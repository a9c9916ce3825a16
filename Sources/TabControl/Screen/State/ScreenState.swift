internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The state of the full-screen front end: the tree from the daemon, and the local state such as focus and text
/// editing.
struct ScreenState: Sendable {
    /// The state of the connection.
    enum Link: Hashable, Sendable {
        case connecting, attached
        /// The daemon ended; the last picture stays.
        case noDaemon
        case noBus
    }

    let controller: ObjectPath
    let isReadOnly: Bool
    /// The number of colours of the terminal.
    let depth: ColorDepth
    var tree: TabTree
    var link = Link.connecting
    /// The size of the terminal.
    var size: TerminalSize

    /// The target of keyboard input; nil for none.
    var focus: Target?
    var editor: TextEditor?
    /// The tab that a number key tapped last. Its page gets the focus when the tab is selected. nil after the next key
    /// or click.
    var enteredTab: Int?
    /// The only field of the top sheet, which got the caret when the sheet appeared.
    private var sheetField: Target?
    /// The last focused view in profile tv.
    private var remoteFocus: Target?
    /// The keyboard's current row in tables and lists.
    var rows: [Target: Int] = [:]
    /// The first visible row of tables, lists and texts.
    var firstRows: [Target: Int] = [:]
    /// The scroll offsets of pages, in rows.
    var pageOffsets: [ObjectPath: Int] = [:]
    /// The newest values sent to owners, while replies are pending.
    var sent: [Target: Variant] = [:]
    /// The tab that the user picked up to move it.
    var carried: Target?
    /// The current drag of the mouse, with the target where it began.
    var drag: Drag?
    var isHelpShown = false
    /// The message in place of the key help, until the next key.
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

    /// The cells that the window can use. The last line is for messages.
    var room: TerminalSize { TerminalSize(columns: size.columns, rows: max(size.rows - 1, 1)) }

    /// Applies the tree from the daemon.
    mutating func follow(_ tree: TabTree) {
        self.tree = tree
        pageOffsets = pageOffsets.filter { tree.objects[$0.key] != nil }
        if !isCustomizing { carried = nil }
        guard editor != nil else { return }
        // After a respawn, the view controller may have another view with this id.
        guard let view = view(editor?.target)?.view, Self.acceptsText(view),
            editor?.isMultiline == (view.className == "TextView")
        else { return editor = nil }
        editor?.follow(view.text("Text") ?? "")
    }

    /// Removes the focus and the editor of views that are no longer on the screen, and sets the focus on a new page.
    ///
    /// - Returns: Whether the scene must be drawn again.
    mutating func reconcile(with scene: Scene) -> Bool {
        let before = (focus, editor, pageOffsets)
        for (path, overflow) in scene.overflows where pageOffsets[path] ?? 0 > overflow { pageOffsets[path] = overflow }
        followRemoteFocus(in: scene)
        if let focus, !isHelpShown, scene.spot(focus)?.isFocusable != true { self.focus = nil }
        // The editor of a field under a popover stays; the editor of a field that no longer exists ends.
        if let editor, !isHelpShown, scene.popover == nil, scene.spot(editor.target) == nil { self.editor = nil }
        // The edited field gets the focus again after it was outside of the terminal.
        if let editor, focus == nil, !isRemote, scene.spot(editor.target)?.isFocusable == true { focus = editor.target }
        // Keeps the scroll position of the edited text, which follows its caret.
        if let editor, let list = scene.lists[editor.target], list.room > 0 { firstRows[editor.target] = list.first }
        enterPage(in: scene)
        enterSheet(in: scene)
        return (focus, editor, pageOffsets) != before
    }

    /// Moves the focus from the bar, or from nowhere, into the page of the tab that a number key tapped.
    ///
    /// A field does not get the caret, because the next number would be typed into it.
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
        // Editing in another field continues.
        if let field, editor == nil { setFocus(field, in: scene) }
    }

    /// Scrolls the page to the remote's focus when the daemon moves it. The user can scroll away afterwards.
    private mutating func followRemoteFocus(in scene: Scene) {
        guard remoteFocus != scene.remoteFocus?.target else { return }
        remoteFocus = scene.remoteFocus?.target
        if let spot = scene.remoteFocus { reveal(spot, in: scene) }
    }

    var picture: Picture {
        Picture(of: controller, in: tree.managedObjects)
    }
}

/// An effect that the state requests. The state itself does not access the bus or the terminal.
enum ScreenEffect: Hashable, Sendable {
    case tap(Int)
    /// A tap on a point of the window, in points.
    case tapAt(x: Double, y: Double)
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case tapRow(Int, ObjectPath)
    case beginEditing(ObjectPath)
    case endEditing(ObjectPath)
    case move(ObjectPath, slot: Int, ObjectPath)
    case send(ObjectPath, UInt32, String, Variant)
    /// A value of a stream, which replaces a previous value that was not sent yet.
    case update(ObjectPath, UInt32, String, Variant)
    case press(String)
    /// The user dismisses the topmost presentation.
    case escape(ObjectPath)
    case respawn(ObjectPath)
    case redraw
    case suspend
    case leave
}
