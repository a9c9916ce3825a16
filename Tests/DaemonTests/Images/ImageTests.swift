import Foundation
import TestSupport

/// Images that clients add: their names, their data, and where they can be used.
@EventLoop @Suite(.localDaemon) struct ImageTests {
    private let stage: ViewStage
    private var owner: BusClient { stage.owner }

    init() async throws { stage = try await ViewStage() }

    @Test(.rules("S-195")) func `the same data has the same name, for every client`() async throws {
        let name = try await owner.addImage(ImageSamples.png)
        #expect(name.count == 71)
        #expect(name.hasPrefix("sha256:") && name.dropFirst(7).allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(try await owner.addImage(ImageSamples.png) == name)
        #expect(try await stage.client.addImage(ImageSamples.png) == name)
        let other = try await owner.addImage(ImageSamples.svg())
        #expect(other != name)
        #expect(try await stage.client.manager.usage["Images"]?.used == 2)
        let bytes = UInt64(ImageSamples.png.count + ImageSamples.svg().count)
        #expect(try await stage.client.manager.usage["ImageContent"]?.used == bytes)
        #expect(try await stage.client.manager.features.contains("images"))
    }

    @Test(.rules("S-195")) func `a name is the SHA-256 digest of the data`() async throws {
        // From sha256sum.
        let digest = "d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6"
        #expect(try await owner.addImage(Array("<svg/>".utf8)) == "sha256:\(digest)")
    }

    @Test(.rules("S-195")) func `PNG, JPEG and SVG are recognized, and other data is refused`() async throws {
        let known: [(data: [UInt8], type: String)] = [
            (ImageSamples.png, "image/png"), (ImageSamples.jpeg, "image/jpeg"),
            (ImageSamples.svg(), "image/svg+xml"), (Array("<svg/>".utf8), "image/svg+xml"),
            (Array("\u{feff}  \n<svg></svg>".utf8), "image/svg+xml"),
        ]
        for (data, type) in known {
            let name = try await owner.addImage(data)
            let info = try await stage.client.manager.getImageInfo(name)
            #expect(info == (type, UInt64(data.count)))
        }
        let unknown: [[UInt8]] = [
            [], Array("GIF89a".utf8), Array("<html><body/></html>".utf8), Array("text <svg/>".utf8),
            Array("<?xml".utf8) + [0] + Array("<svg/>".utf8), Array(ImageSamples.png.prefix(7)), [0xff, 0xd8],
            Array("<!--".utf8) + [UInt8](repeating: 32, count: 17000) + Array("--><svg/>".utf8),
        ]
        for data in unknown {
            do {
                _ = try await owner.addImage(data)
                Issue.record("\(data.prefix(20)) was accepted")
            } catch {
                #expect(error.name.hasSuffix(".InvalidArgument") && error.message.contains("PNG, JPEG or SVG"))
            }
        }
    }

    @Test(.rules("S-195")) func `an SVG is a document whose root element is one`() async throws {
        let known = [
            "<svg/>", "<svg  />", "<svg\n\txmlns='http://www.w3.org/2000/svg'\n></svg>",
            "<svg:svg xmlns:svg='x'></svg:svg>",
            "<?xml version='1.0'?><?x y?><!-- <html> --><svg a=\"1\" b = '>'>", "<svg>text",
            "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://x/[>.dtd'><svg/>",
            "<!DOCTYPE svg [ <!ENTITY a \"<html>]>\"> <!-- it's ]> --> ]>\n<svg/>", "<!DOCTYPE svg:svg><svg:svg>",
        ]
        for text in known { _ = try await owner.addImage(Array(text.utf8)) }
        let unknown = [
            "<!DOCTYPE html><html><body><svg></svg></body></html>", "<html><svg/></html>", "<p><svg/>",
            "<!DOCTYPE html><svg/>", "<!doctype html><svg/>", "<svgx/>", "<svg", "<svg ", "<svg a>", "<svg a=b>",
            "<svg a='b>", "<svg a='b'c='d'>", "<svg a='<'>", "<svg =''>", "<SVG/>", "<:svg>", "<svg:>", "<a:b:svg>",
            "< svg>", "</svg>", "<!-- <svg/> -->", "<?xml <svg/>", "<!DOCTYPE svg <svg/>", "<!DOCTYPE svg [ <svg/> ",
            "<!DOCTYPEsvg><svg/>", "<![CDATA[]]><svg/>", "x<svg/>",
            "<svg a='" + String(repeating: "x", count: 17000) + "'/>",
        ]
        for text in unknown {
            #expect(await failure { _ = try await owner.addImage(Array(text.utf8)) } == "InvalidArgument", "\(text)")
        }
    }

    @Test(.rules("S-195")) func `an image has at most 16777216 pixels`() async throws {
        _ = try await owner.addImage(ImageSamples.png(width: 4096, height: 4096))
        _ = try await owner.addImage(ImageSamples.jpeg(width: 1 << 15, height: 1 << 9))
        let wrong = [
            ImageSamples.png(width: 4097, height: 4096), ImageSamples.png(width: .max, height: .max),
            ImageSamples.png(width: 0, height: 1), ImageSamples.jpeg(width: 1 << 15, height: 1 << 10),
            ImageSamples.jpeg(width: 1, height: 0), Array(ImageSamples.jpeg.prefix(24)), [0xff, 0xd8, 0xff],
        ]
        for data in wrong { #expect(await failure { _ = try await owner.addImage(data) } == "InvalidArgument") }
    }

    @Test(.rules("S-195")) func `the data is read through a descriptor, or in pieces of at most 1 MiB`() async throws {
        let data = ImageSamples.svg(size: (2 << 20) + 5)
        let name = try await owner.addImage(data)
        let reader = stage.client
        #expect(try await reader.imageContent(name) == data)
        var pieces: [Int] = []
        for offset in [0, 1 << 20, 2 << 20, data.count] {
            pieces.append(try await reader.manager.getImageData(name, UInt64(offset)).count)
        }
        #expect(pieces == [1 << 20, 1 << 20, 5, 0])
        #expect(try await reader.imageData(name) == data)
        for offset in [UInt64(data.count) + 1, .max] {
            #expect(await failure { _ = try await reader.manager.getImageData(name, offset) } == "OutOfRange")
        }
    }

    @Test(.rules("S-195")) func `the descriptor is sealed, and each caller has its own`() async throws {
        let name = try await owner.addImage(ImageSamples.png)
        let (first, second) = (try await owner.manager.getImage(name), try await owner.manager.getImage(name))
        #expect(pwrite(first.number, "x", 1, 0) == -1)
        // A descriptor for writing changes nothing either.
        let writable = open("/proc/self/fd/\(first.number)", O_RDWR)
        #expect(writable >= 0 && pwrite(writable, "x", 1, 0) == -1 && errno == EPERM)
        close(writable)
        #expect(ftruncate(first.number, 0) == -1 && ftruncate(first.number, 1 << 20) == -1)
        var byte: UInt8 = 0
        #expect(read(first.number, &byte, 1) == 1 && byte == ImageSamples.png[0])
        // The memory is shared, the offset is not.
        var (one, two) = (stat(), stat())
        #expect(fstat(first.number, &one) == 0 && fstat(second.number, &two) == 0 && one.st_ino == two.st_ino)
        #expect(read(second.number, &byte, 1) == 1 && byte == ImageSamples.png[0])
        let flags = fcntl(first.number, F_GETFD)
        #expect(flags & FD_CLOEXEC != 0)
    }

    @Test(.rules("S-195")) func `an unknown name is an error`() async throws {
        let name = try await owner.addImage(ImageSamples.png)
        let unknown = [
            "", "go-next", "file:///a.png", "sha256:", "sha256:" + String(repeating: "0", count: 64),
            name.uppercased(), name + "0", String(name.dropLast()),
        ]
        for name in unknown {
            #expect(await failure { _ = try await owner.manager.getImage(name) } == "InvalidArgument", "\(name)")
            #expect(await failure { _ = try await owner.manager.getImageData(name, 0) } == "InvalidArgument")
            #expect(await failure { _ = try await owner.manager.getImageInfo(name) } == "InvalidArgument")
        }
    }

    @Test(.rules("S-195")) func `a name can be used wherever an icon name can`() async throws {
        let name = try await owner.addImage(ImageSamples.png)
        let (client, page) = (stage.client, stage.controller)
        try await client.tabBarItem(page).set(\.image, to: name)
        try await client.tabBarItem(page).set(\.selectedImage, to: name)
        #expect(try await client.tabBarItem(page).displayImage == name)
        #expect(try await client.tabBarItem(page).selectedImage == name)
        try await client.tabBarItem(page).setValues(["Image": .string(name)])
        let button = BarButtonItemEntry(id: 1, image: name)
        try await client.navigationItem(page).set(\.leftBarButtonItems, to: [button])
        try await client.navigationItem(page).addRightBarButtonItem(2, "", name, true)
        try await client.viewController(page).addToolbarItem(3, "", name, true)
        #expect(try await client.viewController(page).toolbarItems.map(\.image) == [name])
        let menu = [MenuItem(identifier: "copy", title: "Copy", image: name)].variant
        try await stage.update([
            .view(2, "ImageView", with: ["Image": .string(name)]),
            .view(3, "Button", with: ["Image": .string(name), "Menu": menu]),
            .view(4, "TableView", with: ["Rows": [TableRow(title: "a", image: name)].variant, "RowMenu": menu]),
            .view(5, "TabBar", with: ["Items": [TabBarEntry(title: "a", image: name)].variant]),
        ])
    }

    @Test(.rules("S-195")) func `a name that no image has is refused`() async throws {
        let name = "sha256:" + String(repeating: "0", count: 64)
        let (client, page) = (stage.client, stage.controller)
        #expect(await failure { try await client.tabBarItem(page).set(\.image, to: name) } == "InvalidArgument")
        let values: [String: Variant] = ["SelectedImage": .string(name)]
        #expect(await failure { try await client.tabBarItem(page).setValues(values) } == "InvalidArgument")
        let added = await failure { try await client.viewController(page).addToolbarItem(1, "", name, true) }
        #expect(added == "InvalidArgument")
        let before = try await stage.view()
        let menu = [MenuItem(identifier: "copy", title: "Copy", image: name)].variant
        for view: ViewEntry in [
            .view(2, "ImageView", with: ["Image": .string(name)]), .view(2, "View", with: ["Menu": menu]),
            .view(2, "TableView", with: ["Rows": [TableRow(title: "a", image: name)].variant]),
            .view(2, "TabBar", with: ["Items": [TabBarEntry(title: "a", image: name)].variant]),
        ] {
            #expect(await failure { try await stage.update([view]) } == "InvalidArgument")
        }
        #expect(try await stage.view() == before)
        #expect(try await client.tabBarItem(page).image.isEmpty)
    }

    @Test(.rules("S-197")) func `a client cannot name a file by a relative path`() async throws {
        for path in ["./icons/clock.svg", "icons/clock.svg", "./plugin.toml"] {
            let found = await failure { try await stage.client.tabBarItem(stage.controller).set(\.image, to: path) }
            #expect(found == "InvalidArgument")
            let view = ViewEntry.view(2, "ImageView", with: ["Image": .string(path)])
            #expect(await failure { try await stage.update([view]) } == "InvalidArgument")
        }
    }
}
