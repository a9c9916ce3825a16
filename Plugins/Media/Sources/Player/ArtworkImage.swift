import CImageCodecs

/// The pixels of an artwork, four bytes each: red, green, blue and alpha.
///
/// A player names any file of the user, and each program on the bus can read the images of the daemon. So the plugin never
/// passes on the bytes of a file: it decodes the picture, and encodes its pixels anew. What is in the file besides, such as
/// places and names, stays where it is.
struct ArtworkImage {
    var width: Int
    var height: Int
    var pixels: [UInt8]
    /// Whether the picture was a JPEG, which has no transparency and is smaller as a JPEG.
    let isJPEG: Bool

    init(width: Int, height: Int, pixels: [UInt8], isJPEG: Bool) {
        (self.width, self.height, self.pixels, self.isJPEG) = (width, height, pixels, isJPEG)
    }

    /// The number of pixels that are decoded. They take 64 MiB.
    private static let maximumArea = 1 << 24
    /// The length of the longer side in pixels after scaling. No front end shows more of an artwork, and the pixels have less
    /// than 4 MiB, even if they can't be compressed.
    static let maximumSide = 1000
    private static let quality: Int32 = 90

    /// Returns a picture encoded anew, as a PNG or JPEG of at most 4 MiB; nil for other data than a PNG or JPEG.
    static func encodedAnew(_ data: [UInt8]) -> [UInt8]? {
        guard data.count <= Artwork.maximumSize else { return nil }
        return ArtworkImage(data)?.scaled.encoded
    }

    init?(_ data: [UInt8]) {
        if data.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            self.init(png: data)
        } else if data.starts(with: [0xff, 0xd8, 0xff]) {
            self.init(jpeg: data)
        } else {
            return nil
        }
    }

    private static func isAllowed(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && width <= maximumArea / height
    }

    // MARK: PNG

    private init?(png data: [UInt8]) {
        var image = png_image()
        image.version = UInt32(png_image_version)
        let decoded = data.withUnsafeBytes { bytes -> [UInt8]? in
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0,
                Self.isAllowed(Int(image.width), Int(image.height))
            else { return nil }
            image.format = UInt32(png_format_rgba)
            var isRead = false
            let size = Int(image.width) * Int(image.height) * 4
            let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
                if isRead { count = buffer.count }
            }
            return isRead ? pixels : nil
        }
        guard let decoded else { return nil }
        (width, height, pixels, isJPEG) = (Int(image.width), Int(image.height), decoded, false)
    }

    var encodedAsPNG: [UInt8]? {
        var image = png_image()
        image.version = UInt32(png_image_version)
        (image.width, image.height) = (UInt32(width), UInt32(height))
        image.format = UInt32(png_format_rgba)
        var isWritten = false
        let data = [UInt8](unsafeUninitializedCapacity: Artwork.maximumSize) { buffer, count in
            var size = png_alloc_size_t(buffer.count)
            isWritten = png_image_write_to_memory(&image, buffer.baseAddress, &size, 0, pixels, 0, nil) != 0
            if isWritten { count = min(Int(size), buffer.count) }
        }
        return isWritten ? data : nil
    }

    // MARK: JPEG

    private init?(jpeg data: [UInt8]) {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        // Many files in the wild have a fault that costs nothing.
        func isUsable(_ result: Int32) -> Bool {
            result == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
        }
        guard isUsable(tjDecompressHeader3(decoder, data, UInt(data.count), &width, &height, &sampling, &colors)),
            Self.isAllowed(Int(width), Int(height))
        else { return nil }
        (self.width, self.height) = Self.decodedSize(Int(width), Int(height))
        isJPEG = true
        pixels = [UInt8](repeating: 0, count: self.width * self.height * 4)
        // A picture of many thousand passes would take minutes.
        let result = tjDecompress2(
            decoder, data, UInt(data.count), &pixels, Int32(self.width), 0, Int32(self.height),
            Int32(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
        guard isUsable(result) else { return nil }
    }

    /// Returns the largest size not above the maximum in which the decoder can produce a picture, else the smallest.
    private static func decodedSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        var count: Int32 = 0
        guard max(width, height) > maximumSide, let factors = tjGetScalingFactors(&count) else {
            return (width, height)
        }
        let sizes = UnsafeBufferPointer(start: factors, count: Int(count)).filter { $0.num <= $0.denom }.map { factor in
            let (number, divisor) = (Int(factor.num), Int(factor.denom))
            return ((width * number + divisor - 1) / divisor, (height * number + divisor - 1) / divisor)
        }.sorted { max($0.0, $0.1) > max($1.0, $1.1) }
        return sizes.first { max($0.0, $0.1) <= maximumSide } ?? sizes.last ?? (width, height)
    }

    var encodedAsJPEG: [UInt8]? {
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var buffer: UnsafeMutablePointer<UInt8>?
        defer { tjFree(buffer) }
        var size: UInt = 0
        let result = tjCompress2(
            encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGBA.rawValue), &buffer, &size,
            Int32(TJSAMP_420.rawValue), Self.quality, 0)
        guard result == 0, let buffer, size <= Artwork.maximumSize else { return nil }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }

    var encoded: [UInt8]? { isJPEG ? encodedAsJPEG : encodedAsPNG }

    // MARK: Scaling

    /// The picture in at most the maximum size. Each pixel is the mean of a square.
    private var scaled: ArtworkImage {
        let factor = (max(width, height) + Self.maximumSide - 1) / Self.maximumSide
        guard factor > 1 else { return self }
        var result = self
        (result.width, result.height) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
        result.pixels = [UInt8](repeating: 0, count: result.width * result.height * 4)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let columns = x * factor..<min((x + 1) * factor, width)
                let mean = mean(of: columns, y * factor..<min((y + 1) * factor, height))
                let place = (y * result.width + x) * 4
                for channel in 0..<4 { result.pixels[place + channel] = mean[channel] }
            }
        }
        return result
    }

    /// Returns the mean colour of a rectangle. A transparent pixel has no colour.
    private func mean(of columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<UInt8> {
        var sum = SIMD4<Int>()
        for y in rows {
            for x in columns {
                let place = (y * width + x) * 4
                let alpha = Int(pixels[place + 3])
                sum &+= SIMD4(
                    Int(pixels[place]) * alpha, Int(pixels[place + 1]) * alpha, Int(pixels[place + 2]) * alpha, alpha)
            }
        }
        guard sum.w > 0 else { return SIMD4() }
        let alpha = sum.w / (rows.count * columns.count)
        return SIMD4(
            UInt8(clamping: sum.x / sum.w), UInt8(clamping: sum.y / sum.w), UInt8(clamping: sum.z / sum.w),
            UInt8(clamping: alpha))
    }
}
