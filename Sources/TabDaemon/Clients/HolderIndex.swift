/// The things that each holder has, such as a client its attachments. Finding those of one holder, or counting them,
/// needs no walk over all things.
struct HolderIndex<Holder: Hashable, Thing: Hashable & Comparable> {
    private var things: [Holder: Set<Thing>] = [:]

    var holders: some Collection<Holder> { things.keys }

    func count(of holder: Holder) -> Int { things[holder]?.count ?? 0 }

    /// Returns the things of a holder, smallest first.
    func things(of holder: Holder) -> [Thing] { things[holder]?.sorted() ?? [] }

    mutating func insert(_ thing: Thing, of holder: Holder?) {
        if let holder { things[holder, default: []].insert(thing) }
    }

    mutating func remove(_ thing: Thing, of holder: Holder?) {
        guard let holder else { return }
        things[holder]?.remove(thing)
        if things[holder]?.isEmpty == true { things[holder] = nil }
    }
}
