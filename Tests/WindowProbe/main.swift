internal import EventLoop
internal import GTKWidgets
internal import TabWindow

// Shows 200 labels, and prints how many were drawn anew: within ten seconds without a change, and after one change.
@EventLoop
final class Probe {
    static let shared = Probe()
    private let canvas = Canvas()
    private var labels: [Label] = []
    private var window: ApplicationWindow?
    private var timer: LoopTimer?

    func start() {
        for number in 0..<200 {
            let label = Label("Label \(number)")
            canvas.append(label)
            canvas.place(
                label, at: Rect(x: Double(number % 10) * 60, y: Double(number / 10) * 20, width: 58, height: 20))
            labels.append(label)
        }
        window = ApplicationWindow(title: "Probe", width: 640, height: 480, header: HeaderBar(), content: canvas)
        window?.present()
        after(2000) {
            SnapshotCount.begin()
            self.after(10_000) {
                print("idle \(SnapshotCount.labels)")
                self.labels[100].text = "Changed"
                self.after(1000) {
                    print("change \(SnapshotCount.labels)")
                    Application.quit()
                }
            }
        }
    }

    private func after(_ milliseconds: UInt64, _ body: @escaping @EventLoop () -> Void) {
        timer = LoopTimer(after: milliseconds, body)
    }
}

let arguments = Array(CommandLine.arguments.dropFirst(2))
switch CommandLine.arguments.dropFirst().first {
case "window":
    // The window of tabd, which prints its clipped texts for each SIGUSR1.
    ClippedTexts.printOnSignal()
    TabWindow.main(arguments)
case "sizes":
    _ = try Application.run("org.tabd.Probe") {
        NaturalSizes.printAll(arguments)
        Application.quit()
    }
default:
    let showsPictures = CommandLine.arguments.contains("pictures")
    _ = try Application.run("org.tabd.Probe") {
        if showsPictures { PictureProbe.shared.start() } else { Probe.shared.start() }
    }
}
