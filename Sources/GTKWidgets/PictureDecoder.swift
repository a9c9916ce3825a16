internal import CAdwaita
internal import Synchronization

/// A decoded picture.
final class Texture: @unchecked Sendable {
    /// A GdkTexture, which does not change.
    let pointer: OpaquePointer

    /// The size of its pixels in bytes.
    let size: Int

    /// The size of the pixels of all pictures, also of those that only widgets have by now.
    private static let total = Atomic<Int>(0)
    static var totalSize: Int { total.load(ordering: .relaxed) }

    fileprivate init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        size = 4 * Int(gdk_texture_get_width(pointer)) * Int(gdk_texture_get_height(pointer))
        Self.total.add(size, ordering: .relaxed)
        // The data is the size. It is called when nothing has the picture any longer.
        g_object_weak_ref(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self),
            { size, _ in Texture.total.subtract(Int(bitPattern: size), ordering: .relaxed) },
            UnsafeMutableRawPointer(bitPattern: size))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Decodes pictures with GdkPixbuf, on any thread. The data may come from any program.
enum PictureDecoder {
    /// The pixels of a decoded picture take 64 MiB, as the daemon allows for images.
    private static let maximumArea = 1 << 24

    /// What the loader is told when it knows the size of a picture.
    private struct Request {
        /// The length of the longer side in pixels. A bitmap that is smaller keeps its size.
        let side: Int
        let isVector: Bool
    }

    /// Whether the data is that of an SVG, whose size can be chosen.
    static func isVector(_ data: [UInt8]) -> Bool { type(of: data) == "svg" }

    /// The loader for the data. Those of other formats, which GdkPixbuf has many of, are not used.
    private static func type(of data: [UInt8]) -> String? {
        if data.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "png" }
        if data.starts(with: [0xff, 0xd8]) { return "jpeg" }
        let text = data.drop { [0xef, 0xbb, 0xbf, 9, 10, 13, 32].contains($0) }
        return text.first == UInt8(ascii: "<") ? "svg" : nil
    }

    /// Decodes a PNG, a JPEG or an SVG; nil for other data, for too many pixels, and if GdkPixbuf lacks the loader.
    ///
    /// - Parameter side: The length of the longer side in pixels; of a PNG or JPEG at most.
    static func decode(_ data: [UInt8], side: Int) -> Texture? {
        guard let type = type(of: data), let loader = gdk_pixbuf_loader_new_with_type(type, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let prepare: @convention(c) (gpointer?, Int32, Int32, gpointer?) -> Void = { loader, width, height, data in
            guard let loader = loader?.assumingMemoryBound(to: GdkPixbufLoader.self),
                let request = data?.load(as: Request.self)
            else { return }
            PictureDecoder.prepare(loader, Int(width), Int(height), request)
        }
        return withUnsafeTemporaryAllocation(of: Request.self, capacity: 1) { request -> Texture? in
            request.initializeElement(at: 0, to: Request(side: side, isVector: type == "svg"))
            g_signal_connect_data(
                loader, "size-prepared", unsafeBitCast(prepare, to: GCallback.self), request.baseAddress, nil,
                GConnectFlags(rawValue: 0))
            let isWritten = gdk_pixbuf_loader_write(loader, data, gsize(data.count), nil) != 0
            // Closed in any case, as it must be before its end.
            guard gdk_pixbuf_loader_close(loader, nil) != 0, isWritten,
                let pixels = gdk_pixbuf_loader_get_pixbuf(loader), let texture = gdk_texture_new_for_pixbuf(pixels)
            else { return nil }
            return Texture(texture)
        }
    }

    /// Sets the size before there are pixels. A size of 0 makes the loader fail.
    private static func prepare(
        _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int, _ request: Request
    ) {
        guard width > 0, height > 0, request.isVector || width <= maximumArea / height else {
            return gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
        let scale = Double(request.side) / Double(max(width, height))
        guard request.isVector || scale < 1 else { return }
        func length(_ length: Int) -> Int32 { max(1, Int32((Double(length) * scale).rounded())) }
        gdk_pixbuf_loader_set_size(loader, length(width), length(height))
    }
}
