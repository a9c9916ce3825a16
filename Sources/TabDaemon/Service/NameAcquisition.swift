import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import Logging
import TabInterface
import TabStore

/// The steps of a new instance until it may read the store. By then the previous instance has written everything that
/// its replies confirmed.
@EventLoop
final class NameAcquisition {
    enum Result {
        /// No other instance is serving. A replacement owns the name by now. Without the lock, the store reports which
        /// process holds it.
        case acquired(StoreLock?)
        /// Another instance owns the name.
        case alreadyOwned
        /// This instance owned the name and has lost it.
        case lost
        case failed(DBusError)
    }

    /// The time that another instance has to release the store. One that has lost its bus needs up to 5 s (`BusReturn`).
    /// No call is answered meanwhile: the bus keeps the calls until this instance has its name.
    private static let timeout = Duration.seconds(6)
    /// The interval between two attempts to lock the store, in milliseconds.
    private static let interval: UInt64 = 20
    /// The delays after which a replaced instance that still holds the store gets SIGTERM and SIGKILL. Killing loses
    /// nothing: everything that its replies confirmed is on the disk.
    private static let terminationDelay = Duration.seconds(2)
    private static let killDelay = Duration.seconds(5)
    /// The time that a process has to release the store after a signal.
    private static let timeoutAfterSignal = Duration.seconds(10)

    private let connection: Connection
    private let isReplacing: Bool
    private let stateDirectory: String?
    private var completion: (@EventLoop (Result) -> Void)?
    private var timer: LoopTimer?
    private let log: Logger
    private let nameLoss: NameLoss
    private var begin = ContinuousClock.now
    /// The process that owned the name, when it belongs to this user.
    private var predecessor: OtherProcess?
    /// The last signal that was sent to the predecessor.
    private var escalation: Int32?

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
        // The bus delivers calls as soon as it assigns the name, before it confirms that. They wait for the restored
        // objects.
        connection.holdsCalls = true
        connection.onSignal = { [unowned self] in receive($0, $1) }
        connection.onDisconnect = { [unowned self] in finish(.failed(.disconnected("the bus connection was lost"))) }
        if isReplacing { findPredecessor() } else { checkOwner() }
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

    /// Announces the replacement and requests the name.
    private func replace() {
        NameLoss.announceReplacement(on: connection)
        connection.requestName(TabNames.busName, replacing: true) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(true):
                begin = .now
                waitForStore()
            case .success(false): finish(.alreadyOwned)
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

    private func checkOwner() {
        connection.owner(of: TabNames.busName) { [weak self] result in
            switch result {
            case .success(nil): self?.waitForStore()
            case .success: self?.finish(.alreadyOwned)
            case .failure(let error): self?.finish(.failed(error))
            }
        }
    }

    /// Waits for the lock of the store. An instance that stops holds it a little longer than the name. An instance on
    /// another bus may hold it forever: then the store reports that.
    private func waitForStore() {
        switch StoreLock.acquire(in: stateDirectory) {
        case .acquired(let lock): return finish(.acquired(lock))
        case .failed: return finish(.acquired(nil))
        case .busy: break
        }
        let waited = ContinuousClock.now - begin
        escalate(after: waited)
        guard waited < (escalation == nil ? Self.timeout : Self.timeoutAfterSignal) else {
            return finish(.acquired(nil))
        }
        timer = LoopTimer(after: Self.interval) { [unowned self] in
            // The holder of the lock may be about to acquire the name.
            if isReplacing { waitForStore() } else { checkOwner() }
        }
    }

    /// Sends the next signal to a replaced instance that hangs or was stopped (SIGSTOP).
    private func escalate(after waited: Duration) {
        let signal = waited >= Self.killDelay ? SIGKILL : waited >= Self.terminationDelay ? SIGTERM : nil
        guard let signal, signal != escalation, let predecessor,
            StoreLock.isHeld(in: stateDirectory, by: predecessor.processID)
        else { return }
        escalation = signal
        let (name, seconds) = (signal == SIGKILL ? "SIGKILL" : "SIGTERM", waited / .seconds(1))
        log.warning(
            "process \(predecessor.processID) was replaced \(Int(seconds)) s ago and still holds the store; sending \(name)"
        )
        predecessor.send(signal)
        predecessor.send(SIGCONT)
    }

    /// Ends the steps without a result. The connection keeps its name and the calls that it holds.
    func cancel() {
        completion = nil
        finish(.lost)
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
/// A replacement announces itself to all instances before it requests the name. The bus keeps that order. So an
/// instance that loses the name to a replacement has received its announcement first.
@EventLoop
final class NameLoss {
    enum Cause: Hashable {
        /// The unique name of the successor; `""` when it has already left.
        case replaced(by: String)
        /// The unique name of the client, and its process if the bus knows it; nil when it has already left.
        case taken(by: String?, process: UInt32?)
    }

    private static let interface = TabNames.interfacePrefix + "Replacement"
    private static let member = "Replacing"
    /// The number of replacements that are remembered. The oldest are dropped first.
    private static let maximumSuccessors = 64

    private var successors: [String] = []
    /// The unique name of this instance, which also receives its own announcement.
    private var ownName = ""

    /// Announces that this connection is about to take the name from another instance.
    static func announceReplacement(on connection: Connection) {
        try? connection.emit(member: member, of: interface, from: TabNames.root) { _ in }
    }

    /// Subscribes to the announcements of replacements. Called before the name is requested on this connection.
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

    /// Finds the client that owns the name that this instance has lost.
    func findCause(on connection: Connection, completion: @escaping @EventLoop (Cause) -> Void) {
        connection.owner(of: TabNames.busName) { [self] result in
            // A starting instance may have requested the name again after the other one left.
            guard case .success(let owner?) = result, owner != ownName else {
                return completion(successors.isEmpty ? .taken(by: nil, process: nil) : .replaced(by: ""))
            }
            guard !successors.contains(owner) else { return completion(.replaced(by: owner)) }
            connection.credentials(of: owner) { completion(.taken(by: owner, process: (try? $0.get())?.processID)) }
        }
    }
}
