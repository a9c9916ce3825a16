import Glibc
import TabPlugin

/// Images of all kinds in all content modes, progress views, and charts.
final class Pictures: GalleryTab {
    private static let modes: [ImageView.ContentMode] = [.scaleAspectFit, .scaleToFill, .center]
    /// The size of the images: twice as wide as high, so that the content modes differ.
    private static let pixels = Picture.gradient(width: 32, height: 16)

    private let icons = modes.map { _ in ImageView() }
    private let files = modes.map { _ in ImageView() }
    private let bitmaps = modes.map { _ in ImageView() }
    /// Images of the plugin's folder, and one of encoded data.
    private let own = (0..<3).map { _ in ImageView() }
    private let determinate = ProgressView()
    private let indeterminate = ProgressView()
    private let moving = ProgressView()
    private let line = Chart()
    private let bars = Chart()
    private let step = Button(title: "Step")
    private var timer: Timer?

    override func build() {
        let file = (try? dataDirectory()).flatMap(Picture.file(in:)) ?? ""
        for (index, mode) in Self.modes.enumerated() {
            icons[index].image = "face-smile-symbolic"
            files[index].image = file
            bitmaps[index].pixels = Self.pixels
            for (view, name) in [(icons[index], "Icon"), (files[index], "File"), (bitmaps[index], "Pixels")] {
                view.identifier = "\(name)-\(mode.rawValue)"
                view.accessibilityLabel = "\(name), \(mode.rawValue)"
                view.contentMode = mode
                view.backgroundColor = "#8080801F"
            }
        }
        buildOwn()
        determinate.identifier = "Determinate"
        determinate.progress = 0.5
        indeterminate.identifier = "Indeterminate"
        indeterminate.progress = nil
        moving.identifier = "Moving"
        for (view, text) in [(determinate, "Half done"), (indeterminate, "Working"), (moving, "Moving")] {
            view.accessibilityLabel = text
        }
        buildCharts()
        step.identifier = "Step"
        step.tooltip = "Moves the charts and the progress by one step"
        step.addAction(for: .primaryActionTriggered) { [weak self] in self?.advance() }
        reportTaps(of: step)
        add(icons + files + bitmaps + own + [determinate, indeterminate, moving, line, bars, step])
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        move()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        timer = nil
    }

    override func place(in area: Rect) {
        let halves = area.halves
        let rows = halves[0].rows([0, 0, 0, 0])
        for (images, row) in zip([icons, files, bitmaps, own], rows) {
            for (image, cell) in zip(images, row.columns(3)) { image.frame = cell }
        }
        let lower = halves[1].rows([12, 12, 12, 0, 0, [step].height(atLeast: 32, inWidth: 96)])
        for (progress, row) in zip([determinate, indeterminate, moving], lower) { progress.frame = row }
        line.frame = lower[3]
        bars.frame = lower[4]
        step.frame = lower[5].columns([96, 0])[0]
    }

    private func buildOwn() {
        let images = [
            ("SVG", Image(named: "images/flag.svg")), ("PNG", Image(named: "images/dots.png")),
            ("Data", try? Image(data: Array(Picture.flag.utf8))),
        ]
        for (view, (name, image)) in zip(own, images) {
            view.identifier = "Own-\(name)"
            view.accessibilityLabel = "\(name) of the plugin"
            view.image = image?.name ?? ""
            view.backgroundColor = "#8080801F"
        }
    }

    private func buildCharts() {
        line.identifier = "Line"
        line.accessibilityLabel = "A line whose scale follows its values"
        line.values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, -9, 7, 9]
        bars.identifier = "Bars"
        bars.accessibilityLabel = "Bars on a scale from 0 to 10"
        bars.style = .bar
        bars.maximum = 10
        bars.values = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4]
        bars.tintColor = "systemOrange"
    }

    /// Rotates the values of the charts, so that they change without being random.
    private func advance() {
        for chart in [line, bars] { chart.values.append(chart.values.removeFirst()) }
        determinate.progress = (determinate.progress ?? 0) >= 1 ? 0 : (determinate.progress ?? 0) + 0.125
    }

    /// Schedules an update every half second while the view is visible.
    private func move() {
        moving.progress = (moving.progress ?? 0) >= 1 ? 0 : (moving.progress ?? 0) + 0.0625
        timer = Timer(after: 500, leeway: 50) { [weak self] in self?.move() }
    }
}

/// Images that the gallery generates.
enum Picture {
    /// A gradient: red increases to the right, blue to the bottom. The first column is transparent.
    @PluginActor
    static func gradient(width: UInt32, height: UInt32) -> ImageView.Pixels? {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [UInt8(x * 255 / width), 96, UInt8(y * 255 / height), x == 0 ? 0 : 255]
            }
        }
        return ImageView.Pixels(width: width, height: height, rgba: bytes)
    }

    /// Returns the URI of an image file, which is written if it does not exist; nil if that fails.
    static func file(in folder: String) -> String? {
        let path = folder + "/flag.svg"
        // Other characters would have to be escaped in a URI. The folders of users rarely have any.
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"%?#".utf8.contains($0) }) else { return nil }
        guard access(path, R_OK) != 0 else { return "file://" + path }
        guard let file = fopen(path, "w") else { return nil }
        let isWritten = fputs(flag, file) >= 0
        return fclose(file) == 0 && isWritten ? "file://" + path : nil
    }

    static let flag = """
        <svg xmlns="http://www.w3.org/2000/svg" width="48" height="32" viewBox="0 0 48 32">
          <rect width="48" height="32" fill="#ffcc00"/>
          <circle cx="24" cy="16" r="10" fill="#003399"/>
        </svg>

        """
}
