import DBusConnection
import EventLoop
import TabInterface

/// The list of the types that clients offer, as it was last announced.
///
/// Every client gets the whole list when it changes. A short list is announced in the turn of the change. A long one is
/// announced so seldom that all its announcements together stay below a number of bytes per second, whatever clients do.
@EventLoop
final class AnnouncedTypes {
    /// A list of up to this size is announced at once, in bytes: as much as a title.
    private static let maximumAtOnce = 4096
    /// The size of the announced lists in a second, in bytes. The longest list, of 4096 types with 193 bytes, is announced
    /// every 3 seconds.
    private static let bytesPerSecond = 256 << 10
    /// How many types an error lists.
    private static let listed = 20

    private let bus: Bus
    private var types: Set<String> = []
    /// The size of all types, in bytes.
    private var size = 0
    private var isChanged = false
    /// The time from which a long list may be announced.
    private var nextTime = ContinuousClock.now
    private var timer: LoopTimer?
    /// The list in alphabetical order.
    private(set) var list: [String] = []
    /// Changes with the list.
    private(set) var revision: UInt64 = 0

    init(bus: Bus) { self.bus = bus }

    /// The first types, for an error.
    var beginning: String { list.prefix(Self.listed).joined(separator: ", ") }

    func insert(_ type: String) {
        guard types.insert(type).inserted else { return }
        size += type.utf8.count
        isChanged = true
    }

    func remove(_ type: String) {
        guard types.remove(type) != nil else { return }
        size -= type.utf8.count
        isChanged = true
    }

    /// Announces the changes since the last call, now or later.
    func update() {
        guard isChanged, timer == nil else { return }
        let wait = nextTime - ContinuousClock.now
        guard size > Self.maximumAtOnce, wait > .zero else { return announce() }
        timer = LoopTimer(after: UInt64(wait / .milliseconds(1)) + 1) { [unowned self] in
            timer = nil
            announce()
        }
    }

    private func announce() {
        isChanged = false
        list = types.sorted()
        revision += 1
        nextTime = .now + .seconds(Double(size) / Double(Self.bytesPerSecond))
        bus.tree.markChanged(TabNames.root)
    }
}
