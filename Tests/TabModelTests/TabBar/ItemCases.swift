import TestSupport

/// Cases about items, bars and frames.
@Suite struct ItemCases {
    @Test(.rules("M-97 M-98")) func `a title that is set again changes nothing`() throws {
        var stage = try Stage("AB")
        let item = stage.id("A")
        try stage.model.setTitle("T", of: item)
        try stage.model.setTabBarItem(of: item) { $0.title = "I" }
        #expect(stage.model.nodes.title(of: item) == "T")
        try stage.model.setTitle("T", of: item)
        #expect(stage.model.nodes.tabBarItem(of: item).title == "T")
        _ = stage.model.drainEvents()
        try stage.model.setTitle("T", of: item)
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("M-100")) func `without an image there is no selected image`() {
        var item = TabBarItem(image: "i")
        item.selectedImage = "s"
        item.image = nil
        #expect(item.selectedImage == nil)
    }

    @Test(.rules("M-101")) func `a system item has the system's title and icon`() throws {
        var stage = try Stage("A")
        let id = stage.id("A")
        try stage.model.setTabBarItem(of: id) { $0 = TabBarItem(systemItem: .search) }
        #expect(stage.model.nodes.tabBarItem(of: id).title == nil)
        #expect(stage.model.nodes.displayTitle(of: id) == "Search")
        #expect(stage.model.nodes.tabBarItem(of: id).displayImage == "system-search")
        try stage.model.setTabBarItem(of: id) { $0.title = "" }
        #expect(stage.model.nodes.displayTitle(of: id) == "")
    }

    @Test(.rules("M-102")) func `a navigation controller shows its root's item until it has its own`() throws {
        var stage = try Stage()
        try stage.navigation("N", "r")
        try stage.set("N")
        _ = stage.model.drainEvents()
        try stage.model.setTitle("R", of: stage.id("r"))
        #expect(stage.model.nodes.tabBarItem(of: stage.id("N")).title == "R")
        #expect(stage.model.drainEvents().contains(.changed(stage.tabs)))
        try stage.model.setTabBarItem(of: stage.id("N")) { $0.badgeValue = "3" }
        try stage.model.setTitle("S", of: stage.id("r"))
        #expect(stage.model.nodes.tabBarItem(of: stage.id("N")).title == "R")
    }

    @Test(.rules("M-103")) func `a badge updates the bar without notifying the delegate`() throws {
        var stage = try Stage("AB", shown: true)
        try stage.model.setTabBarItem(of: stage.id("B")) { $0.badgeValue = "3" }
        let events = stage.model.drainEvents()
        #expect(Set(events).isSuperset(of: [.changed(stage.tabs), .changed(stage.id("B"))]))
    }

    @Test(
        .rules("N23"),
        arguments: [
            (Profile.phone, 375.0, 667.0, 0.0, Rect(x: 0, y: 618, width: 375, height: 49)),
            (.padLegacy, 768, 1024, 0, Rect(x: 0, y: 974, width: 768, height: 50)),
            (.pad, 834, 1194, 20, Rect(x: 0, y: 1129, width: 834, height: 65)),
            (.tv, 1920, 1080, 0, Rect(x: 0, y: 0, width: 1920, height: 140)),
        ])
    func `the bar's frame depends on device, orientation and home indicator`(
        profile: Profile, width: Double, height: Double, home: Double, bar: Rect
    ) throws {
        var stage = try Stage("AB", profile: profile, shown: true)
        try stage.resize(width, height)
        try stage.model.updateWindow(of: stage.tabs) { $0.bottomSafeAreaInset = home }
        #expect(stage.model.geometry.barFrame(of: stage.tabs) == bar)
        #expect(stage.model.geometry.frame(of: stage.id("A")) == Rect(x: 0, y: 0, width: width, height: height))
        #expect(stage.model.geometry.itemFrames(of: stage.tabs).map(\.width) == [width / 2, width / 2])
        #expect(stage.model.geometry.safeAreaInsets(of: stage.id("A")).bottom == (profile == .tv ? 0 : bar.height))
    }

    @Test func `invalid properties of a window are refused`() throws {
        var stage = try Stage("A")
        let tabs = stage.tabs
        let child = stage.id("A")
        #expect(throws: ModelError.self) { try stage.model.updateWindow(of: tabs) { $0.size.width = .nan } }
        #expect(throws: ModelError.self) { try stage.model.updateWindow(of: child) { $0.isVisible = true } }
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test func `destroying a tab bar controller destroys More and its list, and releases the tabs`() throws {
        var stage = try Stage("AB", shown: true)
        try stage.model.destroy(stage.tabs)
        #expect(stage.model.nodes.allIDs == stage.list("AB"))
        #expect(stage.parent("A") == "nil")
        let end: [Event] = ["list", "more", "tabs"].compactMap { stage.ids[$0] }.map { .destroyed($0) }
        #expect(Array(stage.model.drainEvents().suffix(3)) == end)
    }
}
