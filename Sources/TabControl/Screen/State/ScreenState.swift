internal import DBusInterface
internal import TabFrontEnd
internal import TabMirror
internal import TerminalUI

/// The state of the full-screen front end: the tree from the daemon, and the local state such as focus and text
/// editing.
struct ScreenState: Sendable {
    let isReadOnly: Bool
    /// The number of colours of the terminal.
    let depth: ColorDepth
    private(set) var tree: ScreenTree
    /// The state of the attachment. `attached` stays while the screen attaches again: the picture and the keys stay.
    var link = AttachmentState.connecting
    /// The size of the terminal.
    var size: TerminalSize

    /// The target of keyboard input; nil for none.
    var focus: Target?
    var editing = Editing()
    /// The unique name of this front end on the bus.
    var clientName = ""
    /// The tab that a number key tapped last. Its page gets the focus when the tab is selected. nil after the next key
    /// or click.
    var enteredTab: Int?
    /// The last view with the daemon's focus.
    private var remoteFocus: Target?
    var positions = ScrollPositions()
    /// The tab that the user picked up to move it.
    var carried: Target?
    /// The current drag of the mouse, with the target where it began.
    var drag: MouseDrag?
    var isHelpShown = false
    var menu: OpenMenu?
    /// The message in place of the key help, until the next key.
    var message: String?

    init(of controller: ObjectPath, size: TerminalSize, isReadOnly: Bool, depth: ColorDepth = .trueColor) {
        self.isReadOnly = isReadOnly
        self.depth = depth
        self.size = size
        tree = ScreenTree(of: controller)
    }

    /// The cells that the window can use. The last line is for messages.
    var room: TerminalSize { TerminalSize(columns: size.columns, rows: max(size.rows - 1, 1)) }

    var controller: ObjectPath { tree.controller }

    /// The editor of the edited text; nil for none.
    var editor: TextEditor? { editing.editor }

    // MARK: Changes of the tree

    /// Applies the tree from the daemon.
    mutating func follow(_ tree: TabTree) {
        self.tree.follow(tree)
        positions.removePages { tree.objects[$0] == nil }
        if !self.tree.isCustomizing { carried = nil }
        if openItems.isEmpty { menu = nil }
        editing.follow(self.tree, as: clientName)
    }

    /// Notes a value that is being sent, until `didReceiveAllReplies`.
    mutating func expect(_ gesture: UserGesture) { if !isReadOnly { tree.expect(gesture) } }

    /// Drops the sent values: the values that the owners show are up to date.
    mutating func didReceiveAllReplies() { tree.didReceiveAllReplies() }

    // MARK: Changes of the scene

    /// Removes the focus and the editor of views that are no longer on the screen, and sets the focus on a new page.
    ///
    /// - Returns: Whether the scene must be drawn again.
    mutating func reconcile(with scene: Scene) -> Bool {
        let before = (focus, editor, positions.pageOffsets)
        positions.limit(to: scene.overflows)
        followRemoteFocus(in: scene)
        if tree.isRemote { focus = nil }
        if let focus, !isHelpShown, menu == nil, scene.spot(focus)?.isFocusable != true { self.focus = nil }
        // The editor of a field under a popover stays; the editor of a field that no longer exists ends.
        if let editor, !isHelpShown, menu == nil, scene.popover == nil, scene.spot(editor.target) == nil {
            editing.cancel()
        }
        // The edited field gets the focus again after it was outside of the terminal.
        if let editor, focus == nil, !tree.isRemote, scene.spot(editor.target)?.isFocusable == true {
            focus = editor.target
        }
        // Keeps the scroll position of the edited text, which follows its caret.
        if let editor, let list = scene.lists[editor.target] { positions.keep(list, of: editor.target) }
        enterPage(in: scene)
        enterSheet(in: scene)
        return (focus, editor, positions.pageOffsets) != before
    }

    /// Moves the focus from the bar, or from nowhere, into the page of the tab that a number key tapped.
    ///
    /// A field does not get the caret, because the next number would be typed into it.
    private mutating func enterPage(in scene: Scene) {
        guard let enteredTab, scene.selectedTab == enteredTab, !scene.isSheet, !tree.isRemote, !isHelpShown else {
            return
        }
        if case .tab = focus { focus = nil }
        guard focus == nil, let entry = scene.pageEntry else { return }
        setFocus(entry, in: scene, isTyping: false)
    }

    /// Puts the caret into the only field of a sheet that has appeared.
    private mutating func enterSheet(in scene: Scene) {
        guard !isHelpShown else { return }
        let field = onlyField(in: scene)
        // Editing in another field continues.
        if editing.showsSheet(with: field?.target), let field, editor == nil { setFocus(field, in: scene) }
    }

    /// Scrolls the page to the remote's focus when the daemon moves it. The user can scroll away afterwards.
    private mutating func followRemoteFocus(in scene: Scene) {
        guard remoteFocus != scene.remoteFocus?.target else { return }
        remoteFocus = scene.remoteFocus?.target
        if let spot = scene.remoteFocus { reveal(spot, in: scene) }
    }
}
