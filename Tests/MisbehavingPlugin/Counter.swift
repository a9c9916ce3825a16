import Glibc
import TabPlugin

/// A view controller that misbehaves on command, like `Tests/Fixtures/misbehaving.c`, which documents the commands. The
/// text field `Run` takes a command, the label `Output` shows its result. `Count` shows the counter, which is restored.
final class Counter: ViewController {
    private let field = TextField()
    private let countLabel = Label()
    private let output = Label()
    private let version = Label(text: "1")
    private var count = 0 { didSet { countLabel.text = String(count) } }
    private var isPoisoned = false
    private var isPoisonedLater = false
    private var isUnreadable = false
    private var isMute = false
    private var changes = 0
    private var timer: Timer?

    override func viewDidLoad() {
        super.viewDidLoad()
        countLabel.text = String(count)
        for (view, identifier) in [(field, "Run"), (countLabel, "Count"), (output, "Output"), (version, "Version")] {
            view.identifier = identifier
            self.view.addSubview(view)
        }
        field.addAction(for: .editingDidEnd) { [weak self] in
            guard let self else { return }
            run(field.text.split(separator: " ")[...])
            field.text = ""
        }
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        if isMute { abort() }
        coder.encode(count, forKey: "Count")
        coder.encode(isPoisoned, forKey: "Poison")
        coder.encode(isPoisonedLater, forKey: "PoisonLater")
        coder.encode(isUnreadable, forKey: "Unreadable")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        guard coder.decodeBool(forKey: "Unreadable") != true else {
            return coder.failWithError(PluginError.notSupported)
        }
        count = coder.decodeInt(forKey: "Count") ?? 0
        if coder.decodeBool(forKey: "Poison") == true { Fault.crash() }
        isPoisonedLater = coder.decodeBool(forKey: "PoisonLater") ?? false
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        if isPoisonedLater { Fault.crash() }
    }

    private func run(_ words: ArraySlice<Substring>) {
        let rest = words.dropFirst()
        let number = rest.first.flatMap { Int($0) } ?? 0
        switch words.first {
        case "count": count += 1
        case "poison": isPoisoned = true
        case "poison-later": isPoisonedLater = true
        case "refuse-state": isUnreadable = true
        case "mute": isMute = true
        case "fork": output.text = String(Fault.startProcess())
        case "allocate-slowly": allocateSlowly(number)
        case "flood": while true { change() }
        case "flood-reads": while true { _ = parent }
        case "flood-timer": flood(number)
        case "soon": timer = Timer(after: 0) { [weak self] in self?.run(rest) }
        case "thread": Task.detached { Self.breakDown(rest) }
        case "start-fault":
            guard let fault = rest.first.flatMap({ StartFault(rawValue: String($0)) }) else { return }
            try? StartFault.write(fault, rest.last.flatMap { Int($0) } ?? 1, self)
        default: Self.breakDown(words)
        }
    }

    /// Performs a command that can run on any thread.
    private nonisolated static func breakDown(_ words: ArraySlice<Substring>) {
        let number = words.dropFirst().first.flatMap { Int($0) } ?? 0
        switch words.first {
        case "crash": Fault.crash()
        case "abort": abort()
        case "trap": fatalError("a trap on command")
        case "exit": exit(Int32(number))
        case "loop": Fault.loop()
        case "sleep": Fault.sleep()
        case "allocate": Fault.allocate(mebibytes: number)
        case "garbage": Fault.sendGarbage()
        case "close": Fault.withSockets { close($0) }
        case "shut": Fault.withSockets { shutdown($0, Int32(SHUT_RDWR)) }
        default: log(.warning, "unknown command: \(words.joined(separator: " ").prefix(80))")
        }
    }

    private func allocateSlowly(_ mebibytes: Int) {
        timer = Timer(after: 1) { [weak self] in
            Fault.allocate(mebibytes: 1)
            if mebibytes > 1 { self?.allocateSlowly(mebibytes - 1) }
        }
    }

    private func flood(_ count: Int) {
        timer = Timer(after: 0) { [weak self] in
            for _ in 0..<count { self?.change() }
            self?.flood(count)
        }
    }

    /// Sends without the update cycle, which would wait for the end of the callback.
    private func change() {
        changes += 1
        tabBarItem.badgeValue = String(changes)
    }
}
