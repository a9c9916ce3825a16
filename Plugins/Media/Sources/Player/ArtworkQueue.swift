/// The tracks whose artwork is wanted, of which one at a time is read. An owner wants one track: the newest.
///
/// `Body` stands for what to do with the artwork.
struct ArtworkQueue<Body> {
    private var wanted: [(owner: ObjectIdentifier, track: Track, body: Body)] = []
    private var reading: Track?

    /// Notes what an owner wants instead of what it wanted; nil for nothing. Returns the track to begin with.
    mutating func want(_ track: Track?, for owner: ObjectIdentifier, _ body: Body) -> Track? {
        wanted.removeAll { $0.owner == owner }
        if let track { wanted.append((owner, track, body)) }
        return begin()
    }

    /// Notes that a track was read. Returns the bodies of its owners, and the track to go on with.
    mutating func end() -> (bodies: [Body], next: Track?) {
        let bodies = wanted.filter { $0.track == reading }.map(\.body)
        wanted.removeAll { $0.track == reading }
        reading = nil
        return (bodies, begin())
    }

    private mutating func begin() -> Track? {
        guard reading == nil else { return nil }
        reading = wanted.first?.track
        return reading
    }
}
