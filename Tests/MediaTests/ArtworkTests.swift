import Foundation
import Testing

@testable import Media

/// The URLs of artworks, and the files that they name.
@Suite struct ArtworkTests {
    @Test(
        arguments: [
            ("file:///a/b.png", "/a/b.png"), ("FILE:///a%20b.png?x#y", "/a b.png"), ("file://localhost/a", "/a"),
            ("file:///a%2Fb", "/a/b"), ("file:///%C3%A4", "/ä"), ("file:///ä", "/ä"), ("file:///%FF", nil),
            ("file:///a%00b", nil), ("file:///%4", nil), ("file:///%xy", nil), ("file://other/a", nil),
            ("file:/a", nil), ("file:a", nil), ("file://", nil), ("/a", nil), ("", nil), (":", nil),
            ("http://x/a.png", nil), ("https://x/a.png", nil), ("data:a", nil),
            ("file:///" + String(repeating: "a", count: 5000), nil),
        ] as [(String, String?)])
    func `a file`(url: String, path: String?) { #expect(Artwork(url: url) == path.map(Artwork.file)) }

    @Test(
        arguments: [
            ("data:image/png;base64,AQID", [1, 2, 3]), ("data:image/png;base64,AQI=", [1, 2]),
            ("data:image/jpeg;base64,AQ==", [1]), ("data:image/png;base64,AQI", [1, 2]),
            ("data:image/png;base64,", nil),
            ("data:image/png;base64,A", nil), ("data:image/png;base64,A=QI", nil), ("data:image/png;base64,AQ===", nil),
            ("data:image/png;base64,A*ID", nil), ("data:image/png,AQID", nil), ("data:text/html;base64,AQID", nil),
            ("data:;base64,AQID", nil),
        ] as [(String, [UInt8]?)])
    func `data`(url: String, bytes: [UInt8]?) {
        #expect(Artwork(url: url) == bytes.map(Artwork.data))
        if let bytes { #expect(Artwork(url: url)?.load() == bytes) }
    }

    @Test func `base 64 returns what was encoded`() {
        var random = SystemRandomNumberGenerator()
        for count in 0...100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.decode(Array(Data(bytes).base64EncodedString().utf8)) == bytes)
        }
    }

    @Test func `only regular files of a limited size are read`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/artwork-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ size: Int, to name: String) throws {
            try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try write(3, to: "small")
        try write(0, to: "empty")
        try write(Artwork.maximumSize, to: "largest")
        try write(Artwork.maximumSize + 1, to: "large")
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        #expect(Artwork.file(folder + "/small").load() == [7, 7, 7])
        #expect(Artwork.file(folder + "/largest").load()?.count == Artwork.maximumSize)
        for name in ["empty", "large", "pipe", "missing", ""] {
            #expect(Artwork.file(folder + "/" + name).load() == nil, "\(name)")
        }
        #expect(Artwork.file("/dev/zero").load() == nil)
        // Opening alone may have an effect.
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        #expect(inotify_add_watch(watch, folder + "/pipe", UInt32(IN_OPEN)) >= 0)
        #expect(Artwork.file(folder + "/pipe").load() == nil)
        var event = [UInt8](repeating: 0, count: 512)
        #expect(read(watch, &event, event.count) == -1 && errno == EAGAIN)
    }
}
