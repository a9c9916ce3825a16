import EventLoop
import GTKWidgets

/// Shows pictures that are fetched by name, and prints how wide they are and what was fetched.
@EventLoop
final class PictureProbe {
    static let shared = PictureProbe()

    private static let svg = Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' fill='red'/></svg>"
            .utf8)
    /// One pixel.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 6,
        0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xfc, 0xcf, 0xc0,
        0x50,
        0x0f, 0, 0x04, 0x85, 0x01, 0x80, 0x84, 0xa9, 0x8c, 0x21, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60,
        0x82,
    ]
    private static let data = [
        "x:svg": svg, "x:png": png, "x:late": png, "x:text": Array("text".utf8), "x:broken": Array(png.prefix(40)),
    ]

    private let icons = ["x:svg", "x:svg", "x:png", "x:text", "x:broken", "x:late", "go-next"].map {
        ($0, Icon(size: 16))
    }
    private let picture = PictureView()
    private var fetched: [String] = []
    private var isLate = true
    private var window: ApplicationWindow?
    private var timer: LoopTimer?

    func start() {
        Pictures.shared.sources = [
            Pictures.Source(prefix: "x:", isLasting: true) { [unowned self] name, completion in
                fetched.append(name)
                let data = name == "x:late" && isLate ? nil : Self.data[name]
                EventLoop.post { completion(data) }
            }
        ]
        let box = Box(.vertical)
        for (name, icon) in icons {
            icon.show(name, fallback: "image-missing-symbolic")
            box.append(icon)
        }
        box.append(picture)
        // Without a window the program would end.
        window = ApplicationWindow(title: "Probe", width: 200, height: 300, header: HeaderBar(), content: box)
        window?.present()
        picture.show(picture: "x:svg", side: 100)
        report()
        after(1000) { [unowned self] in
            report()
            isLate = false
            Pictures.shared.retry()
            after(1000) { [unowned self] in
                report()
                // Another size needs no other fetch.
                picture.show(picture: "x:svg", side: 400)
                after(1000) { [unowned self] in
                    report()
                    print(fetched.joined(separator: " "))
                    Application.quit()
                }
            }
        }
    }

    private func report() {
        print((icons.map { "\($0.1.pictureWidth)" } + ["\(picture.pictureWidth)"]).joined(separator: " "))
    }

    private func after(_ milliseconds: UInt64, _ body: @escaping @EventLoop () -> Void) {
        timer = LoopTimer(after: milliseconds, body)
    }
}
