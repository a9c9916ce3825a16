import TestSupport

@testable import DBusConnection

/// What peers make the process hold, and which connection gives way.
@Suite struct PeerLedgerTests {
    @Test func `amounts are added up for each holder and in total`() {
        var ledger = PeerLedger<Int>(PeerLimit(each: 100, total: 200), closingFirst: .largest)
        ledger.set(10, of: 1, for: "a")
        ledger.set(20, of: 2, for: "a")
        ledger.set(30, of: 3, for: "b")
        #expect(ledger.amount(of: "a") == 30 && ledger.amount(of: "b") == 30 && ledger.total == 60)
        ledger.set(5, of: 2, for: "a")
        #expect(ledger.amount(of: "a") == 15 && ledger.total == 45)
        ledger.set(0, of: 1, for: "a")
        ledger.set(0, of: 1, for: "a")
        ledger.set(0, of: 2, for: "a")
        #expect(ledger.amount(of: "a") == 0 && ledger.total == 30)
    }

    @Test func `a holder with too much loses its own connection with the most, or the oldest one`() {
        for (order, expected) in [(PeerLedger<Int>.Order.largest, 2), (.oldest, 1)] {
            var ledger = PeerLedger<Int>(PeerLimit(each: 100, total: .max), closingFirst: order)
            ledger.set(500, of: 9, for: "b")
            ledger.set(20, of: 1, for: "a")
            ledger.set(80, of: 2, for: "a")
            #expect(ledger.excess(of: "a") == nil)
            ledger.set(40, of: 1, for: "a")
            #expect(ledger.excess(of: "a") == .init(key: expected, limit: 100, isTotal: false))
            ledger.set(0, of: expected, for: "a")
            #expect(ledger.excess(of: "a") == nil)
        }
    }

    @Test func `beyond the total, the holder with the most loses a connection, not the one that has grown`() {
        var ledger = PeerLedger<Int>(PeerLimit(each: 100, total: 150), closingFirst: .largest)
        ledger.set(40, of: 1, for: "greedy")
        ledger.set(41, of: 2, for: "greedy")
        ledger.set(60, of: 3, for: "other")
        ledger.set(9, of: 4, for: "small")
        #expect(ledger.excess(of: "small") == nil)
        ledger.set(10, of: 4, for: "small")
        #expect(ledger.excess(of: "small") == .init(key: 2, limit: 150, isTotal: true))
        ledger.set(0, of: 2, for: "greedy")
        #expect(ledger.excess(of: "small") == nil)
    }
}
