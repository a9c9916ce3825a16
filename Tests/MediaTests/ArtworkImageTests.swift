import Foundation
import Testing

@testable import Media

/// Artworks are decoded and encoded anew, whatever a player names as one.
@Suite struct ArtworkImageTests {
    /// One red pixel.
    private static let png = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
        """)
    /// Eight times eight red pixels.
    private static let jpeg = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x\
        eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/\
        wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIh\
        MUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqD\
        hIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEB\
        AQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLR\
        ChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
        srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDFoooryz7w/9k=
        """)

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    private static func contains(_ data: [UInt8], _ text: String) -> Bool {
        Data(data).range(of: Data(text.utf8)) != nil
    }

    private static func picture(_ width: Int, _ height: Int, isJPEG: Bool = false) -> ArtworkImage {
        let pixel: [UInt8] = [200, 100, 50, isJPEG ? 255 : 128]
        return ArtworkImage(
            width: width, height: height, pixels: (0..<width * height).flatMap { _ in pixel }, isJPEG: isJPEG)
    }

    @Test func `a picture keeps its format and its colours`() throws {
        let red = try #require(ArtworkImage.encodedAnew(Self.png).flatMap { ArtworkImage($0) })
        #expect((red.width, red.height) == (1, 1) && !red.isJPEG)
        #expect(red.pixels == ArtworkImage(Self.png)?.pixels)
        let photo = try #require(ArtworkImage.encodedAnew(Self.jpeg).flatMap { ArtworkImage($0) })
        #expect((photo.width, photo.height) == (8, 8) && photo.isJPEG)
        #expect(photo.pixels[0] > 240 && photo.pixels[1] < 20 && photo.pixels[2] < 20 && photo.pixels[3] == 255)
    }

    @Test func `bytes that are hidden in a picture stay in it`() throws {
        let secret = "my secret is here"
        // Behind the end, and in a comment in front.
        let comment = [0xff, 0xfe, 0, UInt8(secret.utf8.count + 2)] + Array(secret.utf8)
        for data in [
            Self.png + Array(secret.utf8), Self.jpeg + Array(secret.utf8),
            Array(Self.jpeg.prefix(2)) + comment + Array(Self.jpeg.dropFirst(2)),
        ] {
            #expect(Self.contains(data, secret))
            let anew = try #require(ArtworkImage.encodedAnew(data))
            #expect(!Self.contains(anew, secret))
        }
    }

    @Test func `other data is not a picture`() {
        let texts = [
            "", "text", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!DOCTYPE html><html><svg></svg></html>",
            "GIF89a\u{1}\u{0}\u{1}\u{0}", "-----BEGIN OPENSSH PRIVATE KEY-----",
        ]
        for text in texts { #expect(ArtworkImage.encodedAnew(Array(text.utf8)) == nil, "\(text)") }
        // The first bytes alone are not enough.
        let secret = Array("my secret is here".utf8)
        for start in [Self.png.prefix(8), Self.png.prefix(33), Self.jpeg.prefix(3), Self.jpeg.prefix(300)] {
            #expect(ArtworkImage.encodedAnew(Array(start)) == nil)
            #expect(ArtworkImage.encodedAnew(Array(start) + secret) == nil)
        }
        var damaged = Self.png
        damaged[45] ^= 0xff
        #expect(ArtworkImage.encodedAnew(damaged) == nil)
        #expect(ArtworkImage.encodedAnew(Self.png + [UInt8](repeating: 0, count: Artwork.maximumSize)) == nil)
    }

    @Test func `random damage does no harm`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var data = Bool.random(using: &random) ? Self.png : Self.jpeg
            for _ in 0...Int.random(in: 0...8, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let anew = ArtworkImage.encodedAnew(data) { #expect(ArtworkImage.encodedAnew(anew) != nil) }
        }
    }

    @Test func `a picture with too many pixels is not decoded`() throws {
        // The declared size, with its checksum: 65535 x 65535.
        var data = Self.png
        data.replaceSubrange(16..<24, with: [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff])
        data.replaceSubrange(29..<33, with: Self.checksum(Array(data[12..<29])))
        #expect(ArtworkImage.encodedAnew(data) == nil)
        var photo = Self.jpeg
        let frame = try #require(Data(photo).range(of: Data([0xff, 0xc0])))
        photo.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0xff, 0xff, 0xff, 0xff])
        #expect(ArtworkImage.encodedAnew(photo) == nil)
    }

    private static func checksum(_ data: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
    }

    @Test(arguments: [(3000, 1500, false), (1001, 10, false), (2500, 2500, true), (16000, 30, true)])
    func `a large picture is made smaller`(width: Int, height: Int, isJPEG: Bool) throws {
        let picture = Self.picture(width, height, isJPEG: isJPEG)
        let data = try #require(isJPEG ? picture.encodedAsJPEG : picture.encodedAsPNG)
        let small = try #require(ArtworkImage.encodedAnew(data).flatMap { ArtworkImage($0) })
        #expect(max(small.width, small.height) <= ArtworkImage.maximumSide && max(small.width, small.height) > 300)
        #expect(abs(Double(small.width) / Double(small.height) / (Double(width) / Double(height)) - 1) < 0.3)
        for (channel, value) in zip(0..<4, picture.pixels) { #expect(abs(Int(small.pixels[channel]) - Int(value)) < 8) }
    }

    @Test func `the largest picture that can't be compressed fits`() throws {
        var random = SystemRandomNumberGenerator()
        let side = ArtworkImage.maximumSide
        var pixels = [UInt8](repeating: 0, count: side * side * 4)
        for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &random) }
        for isJPEG in [false, true] {
            let picture = ArtworkImage(width: side, height: side, pixels: pixels, isJPEG: isJPEG)
            let data = try #require(picture.encoded)
            #expect(data.count <= Artwork.maximumSize)
        }
    }
}
