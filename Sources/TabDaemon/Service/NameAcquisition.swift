import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import Logging
import TabInterface
import TabStore

/// A new instance on the bus, until it may read the store: what another one has told its clients is written by then.
@EventLoop
final class Arrival {
    enum Result {
        /// Nobody else serves here; when this is a replacement, the name is ours already. Without the lock the store
        /// says who has it.
        case alone(StoreLock?)
        /// Another instance has the name.
        case late
        /// This instance had the name and has lost it.
        case lost
        case failed(DBusError)
    }

    /// How long another instance may take to let go of the store, and how often that is looked at, in milliseconds.
    private static let patience = Duration.seconds(5)
    private static let interval: UInt64 = 20
    /// When one that was replaced is told by SIGTERM, too, and when it is killed: it hangs, and what it has told is
    /// written.
    private static let termination = Duration.seconds(2)
    private static let killing = Duration.seconds(5)
    private static let patienceWithKilled = Duration.seconds(10)

    private let connection: Connection
    private let isReplacing: Bool
    private let stateDirectory: String?
    private var completion: (@EventLoop (Result) -> Void)?
    private var timer: LoopTimer?
    private let log: Logger
    private let nameLoss: NameLoss
    private var begin = ContinuousClock.now
    /// Who had the name, when it is a process of this user.
    private var predecessor: OtherProcess?
    /// The last signal that it got.
    private var pressure: Int32?

    init(
        on connection: Connection, isReplacing: Bool, stateDirectory: String?, nameLoss: NameLoss, log: Logger,
        completion: @escaping @EventLoop (Result) -> Void
    ) {
        self.connection = connection
        self.isReplacing = isReplacing
        self.stateDirectory = stateDirectory
        self.nameLoss = nameLoss
        self.log = log
        self.completion = completion
        // The bus hands calls over with the name, before it says that the name is ours: they wait until all is there.
        connection.holdsCalls = true
        connection.onSignal = { [unowned self] in receive($0, $1) }
        connection.onDisconnect = { [unowned self] in finish(.failed(.disconnected("the bus is gone"))) }
        if isReplacing { findPredecessor() } else { look() }
    }

    private func findPredecessor() {
        connection.owner(of: TabNames.busName) { [weak self] result in
            guard let self else { return }
            guard case .success(let owner?) = result else { return replace() }
            connection.credentials(of: owner) { [weak self] result in
                guard let self else { return }
                if case .success(let credentials) = result, credentials.userID == getuid() {
                    predecessor = credentials.processID.flatMap(Int32.init(exactly:)).flatMap(OtherProcess.init)
                }
                replace()
            }
        }
    }

    /// Has the other instance leave.
    private func replace() {
        NameLoss.announceReplacement(on: connection)
        connection.requestName(TabNames.busName, replacing: true) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(true):
                begin = .now
                waitForStore()
            case .success(false): finish(.late)
            case .failure(let error): finish(.failed(error))
            }
        }
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        nameLoss.note(signal)
        guard signal.sender == "org.freedesktop.DBus", signal.member == "NameLost", signal.signature == "s",
            (try? reader.readString()) == TabNames.busName
        else { return }
        finish(.lost)
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
        switch StoreLock.acquire(in: stateDirectory) {
        case .acquired(let lock): return finish(.alone(lock))
        case .failed: return finish(.alone(nil))
        case .busy: break
        }
        let waited = ContinuousClock.now - begin
        press(after: waited)
        guard waited < (pressure == nil ? Self.patience : Self.patienceWithKilled) else { return finish(.alone(nil)) }
        timer = LoopTimer(after: Self.interval) { [unowned self] in
            // Who has it may be on its way to the name.
            if isReplacing { waitForStore() } else { look() }
        }
    }

    /// An instance that was replaced and stays, as it hangs or was stopped, is made to leave.
    private func press(after waited: Duration) {
        let signal = waited >= Self.killing ? SIGKILL : waited >= Self.termination ? SIGTERM : nil
        guard let signal, signal != pressure, let predecessor,
            StoreLock.isHeld(in: stateDirectory, by: predecessor.processID)
        else { return }
        pressure = signal
        let (name, seconds) = (signal == SIGKILL ? "SIGKILL" : "SIGTERM", waited / .seconds(1))
        log.warning(
            "the process \(predecessor.processID) was replaced \(Int(seconds)) s ago and still has the state: \(name)")
        predecessor.send(signal)
        predecessor.send(SIGCONT)
    }

    private func finish(_ result: Result) {
        timer = nil
        connection.onDisconnect = nil
        connection.onSignal = nil
        let completion = completion
        self.completion = nil
        completion?(result)
    }
}

/// Distinguishes the loss of the name to `tabd --replace` from the loss to any other client.
///
/// A replacement announces itself to all instances before it requests the name. The bus keeps that order, so an instance
/// that loses the name has heard of its successor, if that is one.
@EventLoop
final class NameLoss {
    enum Cause: Hashable {
        /// The unique name of the successor; `""` when it has left already.
        case replaced(by: String)
        /// The unique name of the client, and its process when the bus knows that; nil when it has left already.
        case taken(by: String?, process: UInt32?)
    }

    private static let interface = TabNames.interfacePrefix + "Replacement"
    private static let member = "Replacing"
    /// More replacements than that at once are forgotten, the oldest first.
    private static let maximumSuccessors = 64

    private var successors: [String] = []
    /// The unique name of this instance, which hears its own announcement.
    private var ownName = ""

    /// Announces that this connection is about to take the name from another instance.
    static func announceReplacement(on connection: Connection) {
        try? connection.emit(member: member, of: interface, from: TabNames.root) { _ in }
    }

    /// Begins to listen for replacements, before the name is requested on this connection.
    func watch(_ connection: Connection) {
        ownName = connection.uniqueName
        successors = []
        connection.addMatch("type='signal',interface='\(Self.interface)',member='\(Self.member)'")
    }

    /// Records a signal that announces a replacement; ignores other signals.
    func note(_ signal: IncomingSignal) {
        guard signal.interface == Self.interface, signal.member == Self.member, signal.sender != ownName else { return }
        if successors.count == Self.maximumSuccessors { successors.removeFirst() }
        successors.append(signal.sender)
    }

    /// Finds out which client has the name that this instance has lost.
    func findCause(on connection: Connection, completion: @escaping @EventLoop (Cause) -> Void) {
        connection.owner(of: TabNames.busName) { [self] result in
            // An instance that is just starting may have requested the name once more, after the other had left.
            guard case .success(let owner?) = result, owner != ownName else {
                return completion(successors.isEmpty ? .taken(by: nil, process: nil) : .replaced(by: ""))
            }
            guard !successors.contains(owner) else { return completion(.replaced(by: owner)) }
            connection.credentials(of: owner) { completion(.taken(by: owner, process: (try? $0.get())?.processID)) }
        }
    }
}
