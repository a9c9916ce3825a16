/// The limits of what peers may make this process hold: for one holder, on all its connections together, and for all.
package struct PeerLimit: Sendable {
    package static let none = PeerLimit(each: .max, total: .max)

    package let each: Int
    package let total: Int

    package init(each: Int, total: Int) {
        self.each = each
        self.total = total
    }
}

/// The amount of one resource that each connection makes this process hold, and which connection must give way.
///
/// A quota of connections does not bound this memory, so the amounts themselves are added up: per holder and in total.
struct PeerLedger<Key: Hashable> {
    /// Which connection of a holder gives way first.
    enum Order {
        /// The one with the largest amount.
        case largest
        /// The one that has had an amount for the longest time.
        case oldest
    }

    /// A connection that must give way, and why.
    struct Excess: Equatable {
        let key: Key
        /// The limit that was exceeded, and whether it is that of all holders together.
        let limit: Int
        let isTotal: Bool
    }

    private struct Entry {
        let holder: String
        var amount: Int
        let number: UInt64
    }

    let limit: PeerLimit
    let order: Order
    /// The connections with an amount above 0.
    private var entries: [Key: Entry] = [:]
    private var amounts: [String: Int] = [:]
    private(set) var total = 0
    private var lastNumber: UInt64 = 0

    init(_ limit: PeerLimit, closingFirst order: Order) {
        self.limit = limit
        self.order = order
    }

    /// The amount of a holder, on all its connections.
    func amount(of holder: String) -> Int { amounts[holder] ?? 0 }

    /// Sets the amount of a connection. 0 removes it.
    mutating func set(_ amount: Int, of key: Key, for holder: String) {
        let change = amount - (entries[key]?.amount ?? 0)
        guard change != 0 else { return }
        total += change
        let sum = self.amount(of: holder) + change
        amounts[holder] = sum > 0 ? sum : nil
        if amount <= 0 {
            entries[key] = nil
        } else if entries[key] != nil {
            entries[key]?.amount = amount
        } else {
            lastNumber += 1
            entries[key] = Entry(holder: holder, amount: amount, number: lastNumber)
        }
    }

    /// Returns the connection that must give way, after the amount of a holder has grown; nil while no limit is exceeded.
    ///
    /// If the total is exceeded, that is a connection of the holder with the largest amount. So a holder with little is
    /// not closed because of many others.
    func excess(of holder: String) -> Excess? {
        if amount(of: holder) > limit.each {
            return first(of: holder).map { Excess(key: $0, limit: limit.each, isTotal: false) }
        }
        guard total > limit.total, let largest = amounts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
        else { return nil }
        return first(of: largest).map { Excess(key: $0, limit: limit.total, isTotal: true) }
    }

    /// Walks over all connections, but only when one of them is about to be closed.
    private func first(of holder: String) -> Key? {
        let own = entries.lazy.filter { $0.value.holder == holder }
        return switch order {
        case .largest: own.max { $0.value.amount < $1.value.amount }?.key
        case .oldest: own.min { $0.value.number < $1.value.number }?.key
        }
    }
}
