import TestSupport

/// The current version opens the stores of all older versions.
@Suite struct UpgradeTests {
    private func open(_ name: String) throws -> (StateDirectory, Store) {
        let directory = try StateDirectory(file: try Fixture.bytes(name))
        return (directory, Store(directory: directory.path))
    }

    /// Makes changes to the store, and checks them after a restart.
    private func use(_ directory: StateDirectory, _ store: Store, next: UInt64) {
        #expect(store.condition == .saved)
        #expect(store.notices.isEmpty)
        let controller = StoredController(number: next, type: "sample.New")
        let state = StoredState(type: "sample.New", content: [1])
        store.commit(StoreChanges(controllers: [controller], states: [next: state], nextNumber: next + 1))
        store.beginRestoring(next)
        store.beginLoading("sample")
        let (again, contents) = directory.reopen(store)
        #expect(again.condition == .saved)
        #expect(contents.notices.isEmpty)
        #expect(contents.controllers.last == controller)
        #expect(contents.interrupted == [next])
        #expect(contents.nextNumber == next + 1)
        #expect(again.state(of: next) == state)
    }

    @Test(
        arguments: [("version-1.sqlite", 142, []), ("version-2.sqlite", 242, ["crashing"])]
            as [(String, UInt64, Set<String>)])
    func `version 1 has numbers, and version 2 also has suspicious plugins`(
        name: String, next: UInt64, plugins: Set<String>
    ) throws {
        let (directory, store) = try open(name)
        let contents = store.load()
        #expect(contents.nextNumber == next)
        #expect(contents.controllers.isEmpty && contents.interrupted.isEmpty)
        #expect(store.suspectedPlugins() == plugins)
        use(directory, store, next: next)
    }

    @Test func `version 3 also has view controllers and states`() throws {
        let (directory, store) = try open("version-3.sqlite")
        let contents = store.load()
        #expect(contents.nextNumber == 342)
        #expect(contents.interrupted == [2])
        let tabs = StoredController(
            number: 3, type: "UITabBarController", restorationIdentifier: "desk ☕", viewControllers: [1, 2],
            selectedViewController: 2, arguments: [0, 1], properties: [255])
        let gone = StoredController(number: 4, type: "clock.Timer", destroyed: 1)
        let expected = [
            StoredController(number: 1, type: "clock.Timer"), StoredController(number: 2, type: "notes.Note"), tabs,
            gone,
        ]
        #expect(contents.controllers == expected)
        #expect(store.state(of: 2) == StoredState(type: "notes.Note", content: Array("Buy milk".utf8)))
        store.beginRestoring(2)
        store.endRestoring()
        #expect(store.suspectedPlugins() == ["crashing"])
        #expect(contents.images.isEmpty)
        store.commit(StoreChanges(images: ["a": [1]]))
        #expect(store.load().images == ["a": [1]])
        use(directory, store, next: 342)
    }
}
