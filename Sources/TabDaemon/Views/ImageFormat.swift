/// The format of encoded image data, recognized by its first bytes. The daemon does not decode images.
enum ImageFormat: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case svg = "image/svg+xml"

    /// The names of the formats in error messages.
    static let names = "PNG, JPEG or SVG"

    /// The media type.
    var mediaType: String { rawValue }

    private static let pngStart: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let jpegStart: [UInt8] = [0xff, 0xd8, 0xff]
    /// Returns nil for data of another format.
    init?(of data: [UInt8]) {
        if data.starts(with: Self.pngStart) {
            self = .png
        } else if data.starts(with: Self.jpegStart) {
            self = .jpeg
        } else if SVGStart.isSVG(data) {
            self = .svg
        } else {
            return nil
        }
    }

    // MARK: Size

    /// A width and a height in pixels.
    struct PixelSize: Hashable, Sendable {
        /// Front ends decode an image as a whole. This takes 64 MiB.
        static let maximumArea = 1 << 24

        let width: Int
        let height: Int

        var isAllowed: Bool { width > 0 && height > 0 && width <= Self.maximumArea / height }
    }

    /// Returns the size of the pixels that the data declares; nil if it declares none.
    static func pixelSize(of data: [UInt8], in format: ImageFormat) -> PixelSize? {
        switch format {
        case .png: pngSize(of: data)
        case .jpeg: jpegSize(of: data)
        case .svg: nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The first chunk of a PNG contains its size.
    private static func pngSize(of data: [UInt8]) -> PixelSize? {
        guard data.count >= 24, data[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return PixelSize(width: number(data[16..<20]), height: number(data[20..<24]))
    }

    /// A segment of a JPEG that begins a frame contains its size.
    private static func jpegSize(of data: [UInt8]) -> PixelSize? {
        var index = 2
        while index + 9 <= data.count, data[index] == 0xff {
            let marker = data[index + 1]
            switch marker {
            // Filling bytes, and markers without a segment.
            case 0xff: index += 1
            case 0x01, 0xd0...0xd8: index += 2
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker):
                return PixelSize(
                    width: number(data[index + 7..<index + 9]), height: number(data[index + 5..<index + 7]))
            default: index += 2 + max(2, number(data[index + 2..<index + 4]))
            }
        }
        return nil
    }
}
