import TabPlugin

/// A tab with a button, and a label that shows the number of taps.
final class __CLASS__: ViewController {
    private let label = Label()
    private let button = Button(title: "Tap me")
    private var count = 0 { didSet { showCount() } }

    override func viewDidLoad() {
        super.viewDidLoad()
        // Scripts find a view by its identifier.
        label.identifier = "Count"
        label.style = .title
        label.alignment = .center
        view.addSubview(label)

        button.identifier = "Tap"
        button.style = .filled
        button.addAction(for: .primaryActionTriggered) { [weak self] in self?.count += 1 }
        view.addSubview(button)
        showCount()
    }

    private func showCount() { label.text = "Taps: \(count)" }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        // The area that no bar covers.
        let area = view.bounds.inset(by: view.safeAreaInsets)
        label.frame = Rect(x: area.x, y: area.y + 16, width: area.width, height: 40)
        button.frame = Rect(x: area.midX - 80, y: area.y + 72, width: 160, height: 44)
    }

    /// Encodes the state, from which `decodeRestorableState` restores the content after a restart.
    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(count, forKey: "Count")
    }

    /// Restores the content, before `viewDidLoad`. Validate the state: another version may have encoded it.
    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        count = max(coder.decodeInt(forKey: "Count") ?? 0, 0)
    }
}

/// The entry point. `plugin.toml` also lists the classes.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [__CLASS__.self])
}
