internal import CAdwaita
package import EventLoop

/// An icon of the theme, or a small picture of ``Pictures``.
@EventLoop
package final class Icon: Widget {
    private var shown: String?
    private let pixelSize: Int

    package init(size: Int = 16) {
        pixelSize = size
        super.init(tabd_widget_new(gtk_image_get_type(), Role.none.value))
        gtk_image_set_pixel_size(opaque, Int32(clamping: size))
    }

    /// Shows an icon by its name, or a picture of ``Pictures``. A name that the theme lacks shows the fallback.
    package func show(_ name: String, fallback: String = "") {
        guard shown != name else { return }
        shown = name
        if Pictures.shared.handles(name) { showPicture(name, fallback) } else { showIcon(name, fallback) }
    }

    /// Whether a name is that of a picture, or of an icon that the theme has.
    package static func canShow(_ name: String) -> Bool {
        Pictures.shared.handles(name) || hasIcon(name + "-symbolic") || hasIcon(name)
    }

    private func showPicture(_ name: String, _ fallback: String) {
        let texture = Pictures.shared.texture(name, side: pixelSize * Self.maximumScale) { [weak self] texture in
            guard let self, shown == name else { return }
            gtk_image_set_from_paintable(opaque, texture.pointer)
        }
        if let texture { gtk_image_set_from_paintable(opaque, texture.pointer) } else { showIcon("", fallback) }
    }

    /// The width of the picture in pixels; 0 for an icon of the theme.
    package var pictureWidth: Int {
        gtk_image_get_paintable(opaque).map { Int(gdk_paintable_get_intrinsic_width($0)) } ?? 0
    }

    /// The number of pixels of a point on the screens with the highest resolution.
    static let maximumScale = 2

    private func showIcon(_ name: String, _ fallback: String) {
        let candidates = [name + "-symbolic", name, fallback].filter { !$0.isEmpty && $0 != "-symbolic" }
        guard let found = candidates.first(where: Self.hasIcon) ?? candidates.last else {
            return gtk_image_clear(opaque)
        }
        gtk_image_set_from_icon_name(opaque, found)
    }

    private static func hasIcon(_ name: String) -> Bool {
        guard let display = gdk_display_get_default() else { return false }
        return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }
}

/// A picture that is scaled to its frame.
@EventLoop
package final class PictureView: Widget {
    /// The name of the picture of ``Pictures`` that is shown.
    private var name: String?

    package init() {
        super.init(tabd_widget_new(gtk_picture_get_type(), Role.none.value))
        gtk_picture_set_can_shrink(opaque, 1)
    }

    package enum Scaling: Sendable { case fit, fill, none }

    package var scaling: Scaling = .fit {
        didSet {
            switch scaling {
            case .fit: gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_CONTAIN)
            case .fill: gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_FILL)
            case .none: gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_SCALE_DOWN)
            }
        }
    }

    /// Shows rows of pixels, four bytes each: red, green, blue and alpha.
    package func show(width: Int, height: Int, pixels: [UInt8]) {
        name = nil
        let limit = 1...32767
        guard limit ~= width, limit ~= height, pixels.count >= width * height * 4 else { return clear() }
        let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize(width * height * 4)) }
        defer { g_bytes_unref(bytes) }
        let texture = gdk_memory_texture_new(
            Int32(clamping: width), Int32(clamping: height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))
        show(texture)
    }

    /// The width of the picture in pixels; 0 for none.
    package var pictureWidth: Int {
        gtk_picture_get_paintable(opaque).map { Int(gdk_paintable_get_intrinsic_width($0)) } ?? 0
    }

    /// Shows a picture of ``Pictures`` as soon as it is there, and nothing until then. A picture that is shown stays until it
    /// is there in the new size.
    ///
    /// - Parameter side: The length of the longer side, in points.
    package func show(picture name: String, side: Double) {
        let isSame = self.name == name
        self.name = name
        let length = side.isFinite ? Int(min(max(side, 1), 1024)) * Icon.maximumScale : 1
        let texture = Pictures.shared.texture(name, side: length) { [weak self] texture in
            guard let self, self.name == name else { return }
            gtk_picture_set_paintable(opaque, texture.pointer)
        }
        if texture != nil || !isSame { gtk_picture_set_paintable(opaque, texture?.pointer) }
    }

    private func show(_ texture: OpaquePointer?) {
        gtk_picture_set_paintable(opaque, texture)
        if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
    }

    package func clear() {
        name = nil
        gtk_picture_set_paintable(opaque, nil)
    }
}
