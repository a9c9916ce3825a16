import TabPlugin

/// The base class of all tabs. A line at the bottom shows the last action and its value.
class GalleryTab: ViewController {
    private let logLabel = Label(text: "No action yet")
    /// The container of the views of a page that can be higher than the window.
    private lazy var scrollView: ScrollView? = scrolls ? ScrollView() : nil

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
        logLabel.numberOfLines = 2
        view.addSubview(logLabel)
        if let scrollView {
            scrollView.identifier = "Page"
            scrollView.didScroll = { [weak self, weak scrollView] in
                guard let self, let scrollView else { return }
                report(scrollView, "scrolled", "\(scrollView.contentOffset.x) \(scrollView.contentOffset.y)")
            }
            view.addSubview(scrollView)
        }
        build()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 8, dy: 4)
        let rows = area.rows([0, logLabel.height(inWidth: area.width)])
        logLabel.frame = rows[1]
        guard let scrollView else { return place(in: rows[0]) }
        scrollView.frame = rows[0]
        let height = max(rows[0].height, minimumHeight(inWidth: area.width))
        scrollView.contentSize = Size(width: area.width, height: height)
        place(in: Rect(width: area.width, height: height))
    }

    /// Whether the user can scroll the page, because its labels may need more space than the window has.
    var scrolls: Bool { false }

    /// The height that the views of a page that scrolls need. Subclasses override it.
    func minimumHeight(inWidth width: Double) -> Double { 0 }

    /// Adds the views. Subclasses override it.
    func build() {}

    /// Sets the frames of the views in the area above the line. Subclasses override it.
    func place(in area: Rect) {}

    /// Shows a user's action, such as `Volume: valueChanged 0.5`.
    func report(_ view: View, _ action: String, _ value: Any) {
        let text = "\(view.identifier): \(action) \(value)"
        // Shorten the text, so that it is far below the limit for a text.
        logLabel.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(300)))
    }

    /// Reports an event of a control with its new value.
    func report<Sender: Control>(
        _ control: Sender, _ event: Control.Event, _ value: @escaping @PluginActor (Sender) -> Any
    ) {
        control.addAction(for: event) { [weak self, weak control] in
            guard let self, let control else { return }
            report(control, event.rawValue, value(control))
        }
    }

    /// Reports the taps of a button with its title.
    func reportTaps(of button: Button) { report(button, .primaryActionTriggered) { $0.title } }

    func add(_ views: [View]) {
        for subview in views { (scrollView ?? view).addSubview(subview) }
    }
}

extension View {
    /// Returns the height of the view's content in a width.
    func height(inWidth width: Double) -> Double { sizeThatFits(Size(width: width, height: .infinity)).height }
}

extension Array where Element: View {
    /// Returns the height of the highest view beside others of the same width, at least `minimum`.
    @PluginActor
    func height(atLeast minimum: Double, inWidth width: Double) -> Double {
        map { $0.height(inWidth: width) }.reduce(minimum, Swift.max)
    }
}

/// Division of a rectangle into rows and columns.
extension Rect {
    /// Returns rows with the given heights from top to bottom. Rows with the height 0 share the remaining space.
    func rows(_ heights: [Double], spacing: Double = 4) -> [Rect] {
        Self.cut(heights, length: height, spacing: spacing).map { offset, length in
            Rect(x: x, y: y + offset, width: width, height: length)
        }
    }

    /// Returns columns with the given widths from left to right. Columns with the width 0 share the remaining space.
    func columns(_ widths: [Double], spacing: Double = 8) -> [Rect] {
        Self.cut(widths, length: width, spacing: spacing).map { offset, length in
            Rect(x: x + offset, y: y, width: length, height: height)
        }
    }

    func columns(_ count: Int) -> [Rect] { columns(Array(repeating: 0, count: count)) }

    /// Returns two halves: side by side if the rectangle is wide enough, otherwise one below the other.
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
