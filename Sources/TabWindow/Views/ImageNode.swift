internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// An icon, a picture from a file, or pixels.
@EventLoop
final class ImageNode: ViewNode {
    private let content: Canvas
    private let picture = PictureView()
    private var icon: Icon?
    private var shown: [String: Variant] = [:]
    private var shownSide = 0.0

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        content = Canvas(role: Self.role(of: view, or: .image))
        super.init(view, of: owner, content, canvas: content)
        content.append(picture)
    }

    override func show(_ view: ViewEntry) {
        picture.scaling =
            switch view[ViewKeys.contentMode] {
            case .scaleToFill: .fill
            case .center: .none
            case .scaleAspectFit: .fit
            }
        let image = view.properties.filter { [ViewKeys.image.name, ViewKeys.pixels.name].contains($0.key) }
        let side = max(view.frame.width, view.frame.height)
        // An SVG is drawn again for a larger view.
        let isLarger = side > shownSide && view.text(ViewKeys.image).map(Self.isPicture) ?? false
        guard image != shown || isLarger else { return }
        (shown, shownSide) = (image, side)
        if let icon { content.remove(icon) }
        icon = nil
        picture.isVisible = true
        let pixels = view[ViewKeys.pixels]
        if pixels.width > 0 {
            picture.show(width: Int(pixels.width), height: Int(pixels.height), pixels: pixels.bytes)
        } else if let name = view.text(ViewKeys.image), Self.isPicture(name) {
            picture.show(picture: name, side: side)
        } else {
            picture.isVisible = false
            showIcon(view[ViewKeys.image], in: view.frame)
        }
    }

    /// Whether an image is encoded data, of the daemon or in a file. All others are icons.
    private static func isPicture(_ image: String) -> Bool { ImageName.isName(image) || image.hasPrefix("file:") }

    private func showIcon(_ name: String, in frame: DBusRect) {
        guard !name.isEmpty else { return }
        let side = min(frame.width, frame.height)
        let icon = Icon(size: side.isFinite ? Int(min(max(side, 8), 512)) : 8)
        icon.show(name, fallback: "image-missing-symbolic")
        content.append(icon)
        self.icon = icon
    }

    override var defaultLabel: String { ImageName.label(view[ViewKeys.image]) }
}
