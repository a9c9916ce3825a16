import TabPlugin

/// What all tabs of the gallery have: a line at the bottom that tells the last action and its value.
class GalleryTab: ViewController {
    private let logLabel = Label(text: "No action yet")

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = String(describing: Self.self)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        logLabel.identifier = "Log"
        logLabel.style = .caption
        logLabel.textColor = "secondaryLabel"
        logLabel.accessibilityLabel = "Last action"
        view.addSubview(logLabel)
        build()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 8, dy: 4)
        let rows = area.rows([0, 16])
        logLabel.frame = rows[1]
        place(in: rows[0])
    }

    /// Override to add the views.
    func build() {}

    /// Override to place the views in the area above the log.
    func place(in area: Rect) {}

    /// Tells what a user did, such as `Volume: valueChanged 0.5`.
    func report(_ view: View, _ action: String, _ value: Any) {
        let text = "\(view.identifier): \(action) \(value)"
        // A text of its own, far below the limit for one.
        logLabel.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(300)))
    }

    /// Has a control's event reported with the value that it has then.
    func report<Sender: Control>(
        _ control: Sender, _ event: Control.Event, _ value: @escaping @PluginActor (Sender) -> Any
    ) {
        control.addAction(for: event) { [weak self, weak control] in
            guard let self, let control else { return }
            report(control, event.rawValue, value(control))
        }
    }

    /// Has a button's taps reported with its title.
    func reportTaps(of button: Button) { report(button, .primaryActionTriggered) { $0.title } }

    func add(_ views: [View]) {
        for subview in views { view.addSubview(subview) }
    }
}

/// Places for views, cut out of a larger one.
extension Rect {
    /// Rows of these heights from top to bottom; those of 0 share what is left.
    func rows(_ heights: [Double], spacing: Double = 4) -> [Rect] {
        Self.cut(heights, length: height, spacing: spacing).map { offset, length in
            Rect(x: x, y: y + offset, width: width, height: length)
        }
    }

    /// Columns of these widths from left to right; those of 0 share what is left.
    func columns(_ widths: [Double], spacing: Double = 8) -> [Rect] {
        Self.cut(widths, length: width, spacing: spacing).map { offset, length in
            Rect(x: x + offset, y: y, width: length, height: height)
        }
    }

    func columns(_ count: Int) -> [Rect] { columns(Array(repeating: 0, count: count)) }

    /// Two halves, side by side where there is room for that, else one below the other.
    var halves: [Rect] { width >= 560 ? columns(2) : rows([0, 0]) }

    private static func cut(_ lengths: [Double], length: Double, spacing: Double) -> [(offset: Double, length: Double)]
    {
        let gaps = spacing * Double(max(lengths.count - 1, 0))
        let rest = max(length - gaps - lengths.reduce(0, +), 0)
        let share = rest / Double(max(lengths.count { $0 == 0 }, 1))
        var offset = 0.0
        return lengths.map { wanted in
            let length = wanted == 0 ? share : wanted
            defer { offset += length + spacing }
            return (offset, length)
        }
    }
}
