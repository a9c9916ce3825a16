import TabPlugin

/// A tab that shows the number of taps and a switch that locks the vault.
final class Overview: ViewController {
    private static let margin = 16.0

    private let label = Label()
    private let lock = Switch()
    /// The code to run when the user locks or unlocks the vault.
    var onLock: (@PluginActor (Bool) -> Void)?

    override var preferredFocusedView: View? { lock }

    override func viewDidLoad() {
        super.viewDidLoad()
        label.identifier = "Taps"
        label.numberOfLines = 0
        lock.identifier = "Lock"
        lock.accessibilityLabel = "Lock the vault"
        lock.addAction(for: .valueChanged) { [weak self] in
            guard let self else { return }
            onLock?(lock.isOn)
        }
        view.addSubview(label)
        view.addSubview(lock)
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: Self.margin, dy: Self.margin)
        let height = max(label.sizeThatFits(area.size).height, 24)
        label.frame = Rect(x: area.x, y: area.y, width: area.width, height: height)
        lock.frame = Rect(x: area.x, y: area.y + height + Self.margin, width: 64, height: 32)
    }

    func show(taps: Int, isLocked: Bool) {
        label.text = "\(taps) \(taps == 1 ? "tap" : "taps"), the vault is \(isLocked ? "locked" : "open")"
        lock.isOn = isLocked
    }
}
