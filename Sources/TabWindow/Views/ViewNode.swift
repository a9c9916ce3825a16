internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The view controller of a view, which sends the gestures on it.
@EventLoop
protocol ViewOwner: AnyObject {
    var path: ObjectPath { get }
    var gestures: GestureSender { get }
}

/// One view as a widget. It lives as long as the view.
@EventLoop
class ViewNode {
    let widget: Widget
    /// Where subviews are; nil for a control.
    let canvas: Canvas?
    private(set) var view: ViewEntry
    /// Opens the menu of the view; nil until it has one.
    private(set) var menu: MenuGestures?
    unowned let owner: any ViewOwner

    init(_ view: ViewEntry, of owner: any ViewOwner, _ widget: Widget, canvas: Canvas? = nil) {
        self.view = view
        self.owner = owner
        self.widget = widget
        self.canvas = canvas
    }

    /// Shows the properties of the view.
    final func update(_ view: ViewEntry) {
        self.view = view
        widget.isVisible = !view.isHidden
        widget.isEnabled = view.isEnabled
        widget.tooltip = view[ViewKeys.tooltip]
        var classes = styleClasses
        if let colour = view.text(ViewKeys.backgroundColor).flatMap(Theme.colour) {
            classes.insert(StyleSheet.styleClass("background: \(colour);"))
        }
        if widget.classes.contains("tabd-focused") { classes.insert("tabd-focused") }
        widget.classes = classes
        show(view)
        if menu == nil, !view.menu.isEmpty {
            menu = MenuGestures(on: widget, { [weak self] in self?.view.menu ?? [] }) { [weak self] item in
                self.map { $0.perform($0.target.chosenMenuItem(item)) }
            }
        }
        showAccessibility()
    }

    /// Shows what the class of the view has.
    func show(_ view: ViewEntry) {}

    /// The CSS classes of the widget.
    var styleClasses: Set<String> { [] }

    /// The label for screen readers of a view that has none, unless GTK knows it.
    var defaultLabel: String { "" }

    func setLabel(_ label: String) { widget.setAccessible(.label, label) }

    /// Whether the user types into it.
    final var acceptsText: Bool { target.acceptsText }

    /// The view is gone.
    func leave() {}

    // MARK: Actions

    /// The view, which makes gestures of input.
    final var target: TargetView { TargetView(path: owner.path, view: view) }

    final func perform(_ gesture: UserGesture) { owner.gestures.send(gesture) }

    final func send<Value>(_ action: ViewAction<Value>, _ value: Value) { perform(target.send(action, value)) }

    /// Sends the newest of many values. At the end the view shows what its owner made of it.
    final func sendNewest<Value>(_ action: ViewAction<Value>, _ value: Value) {
        performAndUpdate(target.update(action, value))
    }

    /// Sends a gesture, and then shows what the owner made of it.
    final func performAndUpdate(_ gesture: UserGesture) {
        owner.gestures.send(gesture) { [weak self] in self.map { $0.update($0.view) } }
    }

    /// Whether values of the user are on their way. What the owner shows is older than they are.
    final func isSending(_ action: ViewAction<some DBusType>) -> Bool {
        owner.gestures.isSending(action.name, to: view.id, of: owner.path)
    }
}

extension ViewEntry {
    /// The inset of the content of a view that scrolls.
    var shownInset: ContentInset {
        let inset = adjustedContentInset
        return ContentInset(top: inset.top, left: inset.left, bottom: inset.bottom, right: inset.right)
    }
}

/// A view without content, a stack, or a view of an unknown class.
@EventLoop
final class PlainNode: ViewNode {
    init(_ view: ViewEntry, of owner: any ViewOwner) {
        let canvas = Canvas(role: Self.role(of: view, or: .generic))
        super.init(view, of: owner, canvas, canvas: canvas)
    }
}

/// A view whose content is larger than it.
@EventLoop
final class ScrollNode: ViewNode {
    private let scroller: Scroller
    private let content: Canvas

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        content = Canvas()
        scroller = Scroller(content)
        super.init(view, of: owner, scroller, canvas: content)
        scroller.onScroll = { [weak self] x, y in
            guard let self, DBusSize(width: x, height: y) != self.view.contentOffset else { return }
            sendNewest(UserActions.scrolled, DBusSize(width: x, height: y))
        }
    }

    override func show(_ view: ViewEntry) {
        let size = view[ViewKeys.contentSize]
        content.contentSize = (size.width, size.height)
        scroller.contentInset = view.shownInset
        guard !isSending(UserActions.scrolled) else { return }
        scroller.offset = (view.contentOffset.width, view.contentOffset.height)
    }
}

@EventLoop
final class LabelNode: ViewNode {
    private let label: Label

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        label = Label(role: Self.role(of: view))
        super.init(view, of: owner, label)
    }

    override func show(_ view: ViewEntry) {
        label.text = view[ViewKeys.text]
        label.lines = Int(view[ViewKeys.lines])
        label.justification =
            switch view[ViewKeys.alignment] {
            case .left: .left
            case .center: .center
            case .right: .right
            case .natural: .start
            }
        label.show(view.textRuns.map(span))
    }

    private func span(_ run: TextRun) -> TextSpan {
        let traits = run.traits
        var span = TextSpan(run.range)
        span.isBold = traits.isBold
        span.isItalic = traits.isItalic
        span.isUnderlined = traits.isUnderlined || traits.link != nil
        span.isStruckThrough = traits.isStruckThrough
        span.isCode = traits.isCode
        span.color =
            traits.color.flatMap { Theme.color($0, of: label) }
            ?? (traits.link == nil ? nil : Theme.color("tint", of: label))
        span.link = traits.link
        return span
    }

    override var styleClasses: Set<String> {
        var classes: Set<String> =
            view.hasValue(ViewKeys.link) || view.hasValue(ViewKeys.textAttributes) ? ["tabd-link"] : []
        if let weight = Theme.weight(of: view[ViewKeys.weight]) {
            classes.insert(StyleSheet.styleClass("font-weight: \(weight);"))
        }
        if let style = Theme.styleClass(of: view[ViewKeys.textStyle]) { classes.insert(style) }
        if let colour = view.text(ViewKeys.textColor).flatMap(Theme.colour) {
            classes.insert(StyleSheet.styleClass("color: \(colour);"))
        }
        return classes
    }
}

@EventLoop
final class ButtonNode: ViewNode {
    private let button: Button
    private var shown: [String?] = []

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        button = Button(role: Self.role(of: view))
        super.init(view, of: owner, button)
        button.onClick = { [weak self] in
            guard let self else { return }
            if self.view.showsMenuWhenTapped { menu?.open() } else { send(UserActions.buttonTriggered, true) }
        }
    }

    override func show(_ view: ViewEntry) {
        let (title, image) = (view.text(ViewKeys.title), view.text(ViewKeys.image))
        guard shown != [title, image] else { return }
        shown = [title, image]
        guard let image else { return button.setTitle(title ?? "") }
        let content = Box(.horizontal, spacing: 6, role: .none)
        content.align(horizontally: .center)
        let icon = Icon()
        icon.show(image, fallback: "image-missing-symbolic")
        content.append(icon)
        if let title { content.append(Label(title, role: .none)) }
        button.setContent(content)
    }

    override var defaultLabel: String {
        guard let image = view.text(ViewKeys.image) else { return "" }
        return view.text(ViewKeys.title) ?? ImageName.label(image)
    }

    override var styleClasses: Set<String> {
        switch view[ViewKeys.buttonStyle] {
        case .filled: ["tabd-control", "suggested-action"]
        case .destructive: ["tabd-control", "destructive-action"]
        case .plain: ["tabd-control", "flat"]
        }
    }
}

@EventLoop
final class TabBarNode: ViewNode {
    private let bar = TabBarView()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, bar.canvas)
        bar.onTap = { [weak self] position in self.map { $0.perform($0.target.selectedItem(position)) } }
    }

    override func show(_ view: ViewEntry) {
        bar.show(view.barItems, at: TabBarView.equalFrames(view.barItems.count, in: view.frame), isTop: false)
    }

    override var styleClasses: Set<String> { ["tabd-bar", "tabd-bar-bottom"] }
}
