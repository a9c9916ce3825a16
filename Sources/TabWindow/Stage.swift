internal import EventLoop
internal import GTKWidgets
internal import TabInterface

/// What fills the window: a scene, or a page that stands for it.
@EventLoop
protocol StageContent: AnyObject {
    var widget: Widget { get }
    /// The size in points; nil for the whole stage.
    var size: DBusSize? { get }
}

/// The room below the header bar. A scene that is smaller is in its middle.
@EventLoop
final class Stage {
    private let canvas = Canvas()
    private var content: (any StageContent)?
    var onResize: (@EventLoop () -> Void)?

    var widget: Widget { canvas }

    init() {
        canvas.classes = ["tabd-stage"]
        canvas.onResize = { [weak self] _, _ in
            // Not during the layout of GTK.
            EventLoop.post {
                self?.arrange()
                self?.onResize?()
            }
        }
    }

    /// The size for a scene; nil before the first layout.
    var room: DBusSize? {
        let (width, height) = canvas.size
        return width > 0 && height > 0 ? DBusSize(width: width, height: height) : nil
    }

    func show(_ content: (any StageContent)?) {
        guard self.content !== content else { return }
        if let old = self.content { canvas.remove(old.widget) }
        self.content = content
        if let content { canvas.append(content.widget) }
        arrange()
    }

    /// Places the content.
    func arrange() {
        guard let content else { return }
        guard let size = content.size, let room else { return canvas.place(content.widget, at: nil) }
        canvas.place(
            content.widget,
            at: Rect(
                x: max((room.width - size.width) / 2, 0), y: max((room.height - size.height) / 2, 0),
                width: size.width, height: size.height))
    }
}

/// A page that says what is wrong or what the window waits for, with a button if the user can do something.
@EventLoop
final class Notice: StageContent {
    private let box = Box(.vertical, spacing: 12)
    var widget: Widget { box }
    var size: DBusSize? { nil }

    convenience init(title: String, text: String, action: String, _ onAction: @escaping @EventLoop () -> Void) {
        self.init(title: title, text: text)
        let button = Button()
        button.setTitle(action)
        button.classes = ["pill", "suggested-action"]
        button.align(horizontally: .center)
        button.onClick = onAction
        box.append(button)
    }

    init(title: String, text: String) {
        box.align(horizontally: .center, vertically: .center)
        box.setMargins(24)
        let heading = Label(title, role: .heading)
        heading.classes = ["title-2"]
        heading.align(horizontally: .center)
        let body = Label(text)
        body.lines = 0
        body.justification = .center
        for child in [heading, body] { box.append(child) }
    }
}

/// A list of controllers to choose from.
@EventLoop
final class Chooser: StageContent {
    private let list = List()
    var widget: Widget { list }
    var size: DBusSize? { nil }

    init(_ titles: [String], _ onChoice: @escaping @EventLoop (Int) -> Void) {
        list.setListLabel("Tab bar controllers")
        for (index, title) in titles.enumerated() {
            let label = Label(title)
            let box = Box(.horizontal)
            box.setMargins(12)
            box.append(label)
            list.insert(ListRow(box), at: index)
        }
        list.onActivate = onChoice
    }
}
