import TestSupport

/// Commits are loaded when the store is opened again.
@Suite struct StoreTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    private let desk = StoredController(
        number: 7, type: "UITabBarController", restorationIdentifier: "desk ☕", viewControllers: [3, 5],
        selectedViewController: 5, arguments: [0, 1, 255], properties: [2], destroyed: 0)

    @Test func `a new store is empty`() throws {
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers.isEmpty && contents.interrupted.isEmpty && contents.notices.isEmpty)
        #expect(contents.nextNumber == 1)
    }

    @Test func `controllers are loaded completely, ordered by number`() throws {
        let clock = StoredController(number: 3, type: "clock.WorldClock")
        let gone = StoredController(number: 5, type: "clock.Timer", destroyed: 2)
        do {
            let store = Store(directory: directory.path)
            store.commit(StoreChanges(controllers: [desk, gone, clock], nextNumber: 8))
            #expect(store.condition == .saved)
            store.close(within: Int(TestTimeout.milliseconds))
        }
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers == [clock, gone, desk])
        #expect(contents.nextNumber == 8)
    }

    @Test func `a change replaces the row, and removing a controller removes its state`() throws {
        let store = Store(directory: directory.path)
        let state = StoredState(type: "clock.Timer", content: [1, 2, 3])
        store.commit(StoreChanges(controllers: [desk, StoredController(number: 3, type: "a")], states: [3: state]))
        #expect(store.state(of: 3) == state)
        var changed = desk
        changed.viewControllers = []
        store.commit(StoreChanges(controllers: [changed], removed: [3]))
        #expect(store.load().controllers == [changed])
        #expect(store.state(of: 3) == nil)
    }

    @Test func `a state is replaced and removed`() throws {
        let store = Store(directory: directory.path)
        let large = StoredState(type: "notes.Note", content: [UInt8](repeating: 42, count: 1 << 20))
        store.commit(StoreChanges(controllers: [desk], states: [7: StoredState(type: "notes.Note", content: [])]))
        #expect(store.state(of: 7) == StoredState(type: "notes.Note", content: []))
        store.commit(StoreChanges(states: [7: large]))
        #expect(store.state(of: 7) == large)
        store.commit(StoreChanges(states: [7: nil]))
        #expect(store.state(of: 7) == nil)
        #expect(store.load().controllers == [desk])
    }

    @Test(.rules("S-198")) func `an image is stored, replaced and removed`() throws {
        let store = Store(directory: directory.path)
        let large = [UInt8](repeating: 7, count: 1 << 20)
        store.commit(StoreChanges(images: ["a": [1], "b": large]))
        store.commit(StoreChanges(images: ["a": [2], "c": []]))
        #expect(store.load().images == ["a": [2], "b": large, "c": []])
        store.commit(StoreChanges(controllers: [desk], images: ["b": nil, "d": nil]))
        let (_, contents) = directory.reopen(store)
        #expect(contents.images == ["a": [2], "c": []])
        #expect(contents.controllers == [desk])
    }

    @Test func `the next number never decreases`() throws {
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(nextNumber: 100))
        store.commit(StoreChanges(nextNumber: 50))
        #expect(store.load().nextNumber == 100)
    }

    @Test func `a controller whose restoration crashed is reported at every start until it survives`() throws {
        var (store, contents) = directory.open()
        store.beginRestoring(3)
        store.beginRestoring(4)
        store.endRestoring()
        store.beginRestoring(5)
        (store, contents) = directory.reopen(store)
        #expect(contents.interrupted == [5])
        store.beginRestoring(6)
        store.endRestoring()
        (store, contents) = directory.reopen(store)
        #expect(contents.interrupted == [5])
        store.beginRestoring(5)
        store.endRestoring()
        #expect(store.load().interrupted.isEmpty)
    }

    @Test func `a controller that crashed twice while it was shown is reported`() throws {
        var (store, contents) = directory.open()
        for _ in 1...2 {
            #expect(contents.interrupted.isEmpty)
            store.beginShowing(6)
            store.endShowing(6)
            store.beginShowing(7)
            (store, contents) = directory.reopen(store)
        }
        #expect(contents.interrupted == [7])
        #expect(store.suspectedPlugins().isEmpty)
        store.removeCrashMarkers(of: 7)
        store.beginShowing(8)
        (store, contents) = directory.reopen(store)
        #expect(contents.interrupted.isEmpty)
        store.beginShowing(8)
        store.commit(StoreChanges(removed: [8]))
        #expect(directory.reopen(store).contents.interrupted.isEmpty)
    }
}
