internal import EventLoop
internal import GTKWidgets
internal import TabInterface

/// An image, a title and a detail in the middle of a table without rows, as libadwaita's status page has them.
@EventLoop
struct EmptyStateView {
    struct Content: Hashable {
        let image: String
        let title: String
        let detail: String
        /// Whether the table has room for less than a status page.
        let isCompact: Bool

        /// Returns nil if the table shows nothing.
        init?(_ view: ViewEntry) {
            image = view[ViewKeys.emptyImage]
            title = view[ViewKeys.emptyTitle]
            detail = view[ViewKeys.emptyDetail]
            isCompact = view.frame.height < 320
            guard [image, title, detail].contains(where: { !$0.isEmpty }) else { return nil }
        }
    }

    let content: Content
    let box = Box(.vertical, spacing: 12, role: .group)

    init(_ content: Content) {
        self.content = content
        box.setMargins(12)
        box.align(horizontally: .center, vertically: .center)
        if !content.image.isEmpty {
            let icon = Icon(size: content.isCompact ? 48 : 128)
            icon.classes = ["tabd-secondary"]
            icon.show(content.image, fallback: "image-missing-symbolic")
            box.append(icon)
        }
        add(content.title, [content.isCompact ? "title-4" : "title-1"])
        add(content.detail, ["tabd-secondary"])
    }

    private func add(_ text: String, _ classes: Set<String>) {
        guard !text.isEmpty else { return }
        let label = Label(text)
        label.lines = 0
        label.justification = .center
        label.classes = classes
        box.append(label)
    }
}
