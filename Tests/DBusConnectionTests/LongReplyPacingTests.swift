import TestSupport

/// When long replies may be sent.
@Suite struct LongReplyPacingTests {
    private let start = ContinuousClock.now

    @Test func `a client gets its first long reply at once, and the next one at a limited rate`() {
        var pacing = LongReplyPacing()
        pacing.rate = 10 << 20
        #expect(pacing.time(of: "a", at: start) == nil)
        pacing.replied(20 << 20, to: "a", at: start)
        #expect(pacing.time(of: "a", at: start) == start + .seconds(2))
        #expect(pacing.time(of: "a", at: start + .milliseconds(1999)) != nil)
        #expect(pacing.time(of: "a", at: start + .seconds(2)) == nil)
        #expect(pacing.time(of: "b", at: start) == nil)
    }

    @Test func `the bus has a pause after each long reply, which depends on how long it was busy`() {
        var pacing = LongReplyPacing()
        pacing.pauses = 3
        #expect(pacing.busTime(isBusy: false, at: start) == nil)
        // What keeps the bus busy may be something else.
        #expect(pacing.busTime(isBusy: true, at: start) == nil)
        pacing.busBegan(at: start)
        let later = start + .milliseconds(100)
        #expect(pacing.busTime(isBusy: true, at: later) == later + .milliseconds(5))
        #expect(pacing.busTime(isBusy: false, at: later) == later + .milliseconds(300))
        #expect(pacing.busTime(isBusy: false, at: later + .milliseconds(299)) == later + .milliseconds(300))
        #expect(pacing.busTime(isBusy: false, at: later + .milliseconds(300)) == nil)
    }

    @Test func `a bus that was stuck has a pause of limited length`() {
        var pacing = LongReplyPacing()
        pacing.busBegan(at: start)
        #expect(pacing.awaitsBus)
        let later = start + .seconds(3600)
        #expect(pacing.busTime(isBusy: false, at: later) == later + .seconds(2))
        #expect(!pacing.awaitsBus)
    }
}
