internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// A tab bar: that of a controller with the daemon's frames, or a view of the class `TabBar` with equal parts.
@EventLoop
final class TabBarView {
    let canvas = Canvas(role: .tabList)
    private var tabs: [TabView] = []
    var onTap: (@EventLoop (Int) -> Void)?
    var onClose: (@EventLoop (ObjectPath) -> Void)?
    var onDrop: (@EventLoop (_ text: String, _ position: Int) -> Bool)?

    func show(_ items: [WindowSnapshot.Item], at frames: [DBusRect], isTop: Bool, focused: Int? = nil) {
        canvas.classes = ["tabd-bar", isTop ? "tabd-bar-top" : "tabd-bar-bottom"]
        while tabs.count > items.count { canvas.remove(tabs.removeLast().button) }
        while tabs.count < items.count {
            let position = tabs.count
            let tab = TabView()
            tab.button.onClick = { [weak self] in self?.onTap?(position) }
            tab.button.onClick(button: 2) { [weak self, weak tab] _, _ in
                guard let item = tab?.item, item.allowsClosing else { return }
                self?.onClose?(item.path)
            }
            tab.button.onDrop { [weak self] text in self?.onDrop?(text, position) ?? false }
            canvas.append(tab.button)
            tabs.append(tab)
        }
        for (index, tab) in tabs.enumerated() {
            tab.show(items[index], isFocused: focused == index)
            if frames.indices.contains(index) { canvas.place(tab.button, at: Rect(frames[index])) }
        }
    }

    /// The frames of items of equal width.
    static func equalFrames(_ count: Int, in size: DBusRect) -> [DBusRect] {
        let width = size.width / Double(max(count, 1))
        return (0..<count).map { DBusRect(x: width * Double($0), y: 0, width: width, height: size.height) }
    }
}

/// An item of a tab bar: an icon with a badge, over a title.
@EventLoop
private final class TabView {
    let button = Button(role: .tab)
    private(set) var item: WindowSnapshot.Item?
    private var isFocused = false
    private let icon = Icon(size: 20)
    private let title = Label(role: .none)
    private let badge = Label(role: .none)
    private let attention = Label(role: .none)
    private let loading = Spinner()
    private var isDraggable = false

    init() {
        let overlay = Overlay(icon)
        overlay.align(horizontally: .center)
        // Room for the badge beside the icon.
        icon.setMinimumSize(width: 52)
        for sign in [badge, attention] as [Widget] {
            sign.align(horizontally: .end, vertically: .start)
            sign.ignoresPointer = true
            overlay.append(sign)
        }
        badge.classes = ["tabd-badge"]
        attention.classes = ["tabd-attention"]
        attention.text = " "
        let box = Box(.vertical, spacing: 1, role: .none)
        box.align(vertically: .center)
        title.justification = .center
        for child in [overlay, loading, title] as [Widget] { box.append(child) }
        button.setContent(box)
    }

    func show(_ item: WindowSnapshot.Item, isFocused: Bool) {
        guard self.item != item || self.isFocused != isFocused else { return }
        self.item = item
        self.isFocused = isFocused
        icon.show(item.image, fallback: "view-app-grid-symbolic")
        title.text = item.title
        badge.text = item.badge
        badge.isVisible = !item.badge.isEmpty
        attention.isVisible = item.needsAttention && item.badge.isEmpty
        loading.isVisible = item.isLoading
        if let colour = Theme.colour(item.badgeColor) {
            badge.classes = ["tabd-badge", StyleSheet.styleClass("background: \(colour);")]
        } else {
            badge.classes = ["tabd-badge"]
        }
        var classes: Set<String> = ["flat", "tabd-tab", "tabd-drop"]
        if item.isSelected { classes.insert("tabd-selected") }
        if isFocused { classes.insert("tabd-focused") }
        button.classes = classes
        button.isEnabled = item.isEnabled
        button.tooltip = item.tooltip
        let label = item.accessibilityLabel.isEmpty ? item.title : item.accessibilityLabel
        button.setAccessible(.label, label)
        button.setAccessible(
            .hint,
            [item.badge, item.needsAttention ? "needs attention" : "", item.isLoading ? "loading" : ""]
                .filter { !$0.isEmpty }.joined(separator: ", "))
        button.setAccessibleSelected(item.isSelected)
        if item.allowsReordering, !isDraggable {
            isDraggable = true
            button.allowDragging(item.path.text)
        }
    }
}

/// A navigation bar: the back button, the title and the buttons.
@EventLoop
final class NavigationBarView {
    let box = CenterBox(role: .toolbar)
    private let back = Button()
    private let title = Label(role: .heading)
    private var left = ButtonRow(isReversed: false)
    private var right = ButtonRow(isReversed: true)
    private var shown: NavigationBar?
    var onBack: (@EventLoop () -> Void)?
    var onButton: (@EventLoop (UInt32) -> Void)? {
        didSet { (left.onButton, right.onButton) = (onButton, onButton) }
    }

    init() {
        box.classes = ["tabd-bar", "tabd-bar-top"]
        title.classes = ["heading"]
        title.justification = .center
        back.onClick = { [weak self] in self?.onBack?() }
        let start = Box(.horizontal)
        start.append(back)
        start.append(left.box)
        box.set(start: start, center: title, end: right.box)
    }

    func show(_ bar: NavigationBar?) {
        guard shown != bar, let bar else { return }
        shown = bar
        title.text = bar.title
        back.isVisible = !bar.backTitle.isEmpty
        let content = Box(.horizontal, spacing: 2, role: .none)
        let icon = Icon()
        icon.show("go-previous")
        let label = Label(bar.backTitle, role: .none)
        content.append(icon)
        content.append(label)
        back.setContent(content)
        back.setAccessible(.label, bar.backTitle)
        back.classes = ["flat", "tabd-bar-button"]
        left.show(bar.left)
        right.show(bar.right)
    }
}

/// A toolbar with its buttons from the leading side.
@EventLoop
final class ToolbarView {
    let box = Box(.horizontal, role: .toolbar)
    private let buttons = ButtonRow(isReversed: false)
    var onButton: (@EventLoop (UInt32) -> Void)? {
        didSet { buttons.onButton = onButton }
    }

    init() {
        box.classes = ["tabd-bar", "tabd-bar-bottom"]
        box.append(buttons.box)
    }

    func show(_ toolbar: Toolbar?) { buttons.show(toolbar?.items ?? []) }
}

/// The buttons of one side of a bar.
@EventLoop
private final class ButtonRow {
    let box = Box(.horizontal)
    private let isReversed: Bool
    private var shown: [BarButtonItemEntry] = []
    private var buttons: [UInt32: Button] = [:]
    var onButton: (@EventLoop (UInt32) -> Void)?

    /// - Parameter isReversed: Whether the first button is the last one of the row, at the edge of the bar.
    init(isReversed: Bool) {
        self.isReversed = isReversed
        box.align(vertically: .center)
    }

    func show(_ items: [BarButtonItemEntry]) {
        guard items != shown else { return }
        shown = items
        for (id, button) in buttons where !items.contains(where: { $0.id == id }) {
            box.remove(button)
            buttons[id] = nil
        }
        for item in isReversed ? items.reversed() : items {
            let button = buttons[item.id] ?? Button()
            buttons[item.id] = button
            button.onClick = { [weak self] in self?.onButton?(item.id) }
            button.classes = ["flat", "tabd-bar-button"]
            button.setMinimumSize(width: 44)
            // As in UIKit, an image stands for the title.
            if !item.image.isEmpty, item.title.isEmpty || Icon.canShow(item.image) {
                let icon = Icon()
                icon.show(item.image, fallback: "image-missing-symbolic")
                button.setContent(icon)
                button.setAccessible(.label, item.title.isEmpty ? ImageName.label(item.image) : item.title)
                button.tooltip = item.title
            } else {
                button.setTitle(item.title.isEmpty ? String(item.id) : item.title)
                button.tooltip = ""
            }
            button.isEnabled = item.enabled
            box.append(button)
        }
    }
}

/// Covers the view of an owner that has failed, with a button that starts it again.
@EventLoop
final class FailureView {
    private let box = Box(.vertical, spacing: 8)
    private let title = Label(role: .heading)
    private let reason = Label(role: .alert)
    var widget: Widget { box }

    init(_ onRetry: @escaping @EventLoop () -> Void) {
        box.classes = ["tabd-page"]
        let content = Box(.vertical, spacing: 12)
        content.align(horizontally: .center, vertically: .center)
        content.expands = true
        content.setMargins(16)
        title.classes = ["title-4"]
        title.justification = .center
        reason.lines = 0
        reason.justification = .center
        let button = Button()
        button.setTitle("Start Again")
        button.align(horizontally: .center)
        button.onClick = onRetry
        for child in [title, reason, button] as [Widget] { content.append(child) }
        box.append(content)
    }

    func show(_ name: String, _ reason: String) {
        title.text = name.isEmpty ? "This tab has failed" : "\(name) has failed"
        self.reason.text = reason
    }
}
