import DBusConnection
import DBusInterface
import TabInterface
import TabStore

/// A new instance on the bus, until it may read the store: what another one has told its clients is written by then.
@EventLoop
final class Arrival {
    enum Result {
        /// Nobody else serves here; when this is a replacement, the name is ours already.
        case alone
        /// Another instance has the name.
        case late
        case failed(DBusError)
    }

    /// How long another instance may take to let go of the store, and how often that is looked at, in milliseconds.
    private static let patience = 5000
    private static let interval: UInt64 = 20

    private let connection: Connection
    private let isReplacing: Bool
    private let stateDirectory: String
    private var completion: (@EventLoop (Result) -> Void)?
    private var timer: LoopTimer?
    private let end = ContinuousClock.now + .milliseconds(patience)

    init(
        on connection: Connection, isReplacing: Bool, stateDirectory: String,
        completion: @escaping @EventLoop (Result) -> Void
    ) {
        self.connection = connection
        self.isReplacing = isReplacing
        self.stateDirectory = stateDirectory
        self.completion = completion
        connection.onDisconnect = { [unowned self] in finish(.failed(.disconnected("the bus is gone"))) }
        if isReplacing { replace() } else { look() }
    }

    /// Has the other instance leave.
    private func replace() {
        connection.requestName(TabNames.busName, replacing: true) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(true):
                // What is asked of us from here on waits for its answer until all is there.
                connection.isPaused = true
                waitForStore()
            case .success(false): finish(.late)
            case .failure(let error): finish(.failed(error))
            }
        }
    }

    private func look() {
        connection.owner(of: TabNames.busName) { [weak self] result in
            switch result {
            case .success(nil): self?.waitForStore()
            case .success: self?.finish(.late)
            case .failure(let error): self?.finish(.failed(error))
            }
        }
    }

    /// An instance that leaves has the store for a moment longer than the name. One on another bus may have it for
    /// good: then the store says so.
    private func waitForStore() {
        guard Store.isInUse(directory: stateDirectory), ContinuousClock.now < end else { return finish(.alone) }
        timer = LoopTimer(after: Self.interval) { [unowned self] in
            // Who has it may be on its way to the name.
            if isReplacing { waitForStore() } else { look() }
        }
    }

    private func finish(_ result: Result) {
        timer = nil
        connection.onDisconnect = nil
        let completion = completion
        self.completion = nil
        completion?(result)
    }
}
