import Testing

@testable import Media

/// What waits for a player or a file.
@Suite struct QueueTests {
    @Test func `attempts become rarer, and end`() {
        var retries = Retries()
        func isDue(at now: Int64) -> Bool { retries.isDue(at: now) }
        var now: Int64 = 1
        var waits: [Int64] = []
        for _ in 0..<20 {
            retries.plan(at: now)
            guard let next = retries.next else { break }
            retries.plan(at: now + 5)
            #expect(retries.next == next && !isDue(at: next - 1))
            waits.append(next - now)
            now = next
            #expect(isDue(at: now) && !isDue(at: now))
        }
        #expect(waits == (0..<Retries.maximum).map { Retries.first << $0 })
        retries.reset(at: now)
        #expect(retries.next == nil)
        retries.plan(at: now)
        #expect(isDue(at: now + Retries.first))
        retries.plan(at: now)
        #expect(retries.next == now + 2 * Retries.first)
        // Something new does not wait for what was tried often.
        retries.reset(at: now)
        #expect(retries.next == now + Retries.first)
    }

    @Test func `a slider sends one value at a time, and counts more than what the player says`() {
        var queue = SliderQueue()
        let slider = SliderQueue.Slider(player: "p", owner: ":1.1", property: "Position")
        func seek(_ time: Int64) -> PlayerCommand { .seek(to: time, track: "") }
        func wait(_ command: PlayerCommand) -> Bool { queue.wait(command, for: slider) }
        func corrected(_ values: [String: PlayerValue], _ owner: String = ":1.1", isComplete: Bool = false)
            -> [String: PlayerValue]
        {
            var values = values
            queue.correct(&values, of: "p", owner, isComplete: isComplete)
            return values
        }
        #expect(!wait(seek(1)))
        queue.send(seek(1), by: slider, from: PlaybackPosition(), at: 0)
        #expect(
            corrected(["Position": .integer(9), "Volume": .number(1)]) == [
                "Position": .integer(1), "Volume": .number(1),
            ])
        #expect(wait(seek(2)) && wait(seek(3)))
        #expect(corrected([:]).isEmpty && corrected([:], isComplete: true) == ["Position": .integer(3)])
        #expect(
            corrected(["Position": .integer(9)], ":1.2") == ["Position": .integer(9)], "another player of this name")
        var next = queue.end(slider)
        #expect(next?.command == seek(3) && next?.position.time(at: 0) == 1)
        next = queue.end(slider)
        #expect(next == nil && corrected(["Position": .integer(9)]) == ["Position": .integer(9)])
    }

    @Test func `artworks are read one after the other, and only while they are wanted`() {
        final class Owner {}
        let owners = (Owner(), Owner())
        let (first, second) = (ObjectIdentifier(owners.0), ObjectIdentifier(owners.1))
        func track(_ title: String) -> Track {
            Track(["xesam:title": .text(title), "mpris:artUrl": .text("file:///cover.png")])
        }
        var queue = ArtworkQueue<String>()
        func want(_ track: Track?, _ owner: ObjectIdentifier, _ body: String) -> Track? {
            queue.want(track, for: owner, body)
        }
        #expect(want(track("A"), first, "A1") == track("A"))
        #expect(want(track("B"), second, "B2") == nil)
        #expect(want(track("A"), second, "A2") == nil)
        #expect(want(track("C"), first, "C1") == nil)
        var (bodies, next) = queue.end()
        #expect(bodies == ["A2"] && next == track("C"), "the same URL is not the same artwork")
        #expect(want(nil, first, "") == nil)
        (bodies, next) = queue.end()
        #expect(bodies.isEmpty && next == nil)
        #expect(want(track("A"), first, "A1") == track("A"))
    }
}
