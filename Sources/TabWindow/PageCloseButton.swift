internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// The button that closes a popover which covers the page in a narrow window, as nothing is outside of it.
@EventLoop
final class PageCloseButton {
    private let canvas: Canvas
    private let button = Button()
    private var popover: ObjectPath?

    private static let size = 32.0

    /// - Parameter onClose: Called with the view controller that has the popover.
    init(on canvas: Canvas, _ onClose: @escaping @EventLoop (ObjectPath) -> Void) {
        self.canvas = canvas
        let icon = Icon()
        icon.show("window-close")
        button.setContent(icon)
        // "Close" is the button of the window.
        button.setAccessible(.label, "Dismiss")
        button.tooltip = "Dismiss"
        button.classes = ["circular", "tabd-close"]
        button.onClick = { [weak self] in if let popover = self?.popover { onClose(popover) } }
    }

    /// Places the button in a corner at the top that has no other button. Without one there is Escape.
    func show(over layers: Displayed.Layers, _ size: DBusSize, in objects: ManagedObjects) {
        let bar = layers.page.navigation.flatMap { NavigationBar(of: $0, in: objects) }
        let isRightFree = bar?.right.isEmpty ?? true
        let isLeftFree = bar.map { $0.left.isEmpty && $0.backTitle.isEmpty } ?? true
        let isPage = layers.isPagePresented && layers.popovers.isEmpty
        popover = isPage ? Popover.presented(as: layers.pageRoot, in: objects) : nil
        guard popover != nil, isRightFree || isLeftFree else { return canvas.remove(button) }
        let edge = 6.0
        canvas.append(button)
        canvas.place(
            button,
            at: Rect(
                x: isRightFree == Application.isRightToLeft ? edge : size.width - Self.size - edge, y: edge,
                width: Self.size, height: Self.size))
    }
}
