/// Objects that wait in a row while others keep them alive.
///
/// The places of those that are gone are removed whenever the queue has doubled, so it needs at most twice the memory of the
/// objects that live.
struct WeakQueue<Object: AnyObject> {
    private struct Place { weak var object: Object? }

    private static var smallest: Int { 64 }
    private var places: ArraySlice<Place> = []
    /// The number of places at which those of objects that are gone are removed.
    private var limit = smallest

    var isEmpty: Bool { places.isEmpty }

    /// The number of places, also of objects that are gone.
    var count: Int { places.count }

    mutating func append(_ object: Object) {
        if places.count >= limit {
            places.removeAll { $0.object == nil }
            limit = max(Self.smallest, places.count * 2)
        }
        places.append(Place(object: object))
    }

    /// Takes the first object that lives; nil for none.
    mutating func popFirst() -> Object? {
        while let place = places.popFirst() {
            if let object = place.object { return object }
        }
        return nil
    }
}
