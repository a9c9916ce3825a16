import TabModel
import TestSupport
import Testing

/// Cases about items, bars and frames.
@Suite struct ItemCases {
    @Test(.rules("M-97 M-98")) func `the last writer of the title wins`() throws {
        var stage = try Stage("AB")
        let item = stage.id("A")
        try stage.model.setTitle("T", of: item)
        #expect(stage.model.nodes.tabBarItem(of: item).title == "T")
        #expect(stage.model.nodes.tabBarItem(of: item).image == nil)
        try stage.model.setTabBarItem(of: item) { $0.title = "I" }
        #expect(stage.model.nodes.title(of: item) == "T")
        #expect(stage.model.nodes.tabBarItem(of: item).title == "I")
        try stage.model.setTitle("T", of: item)
        #expect(stage.model.nodes.tabBarItem(of: item).title == "T")
        _ = stage.model.drainEvents()
        try stage.model.setTitle("T", of: item)
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("M-100")) func `the selected image falls back`() {
        var item = TabBarItem(image: "i")
        #expect(item.selectedImage == "i")
        item.selectedImage = "s"
        #expect(item.selectedImage == "s")
        item.image = nil
        #expect(item.selectedImage == nil)
        item.image = "i"
        item.selectedImage = nil
        #expect(item.selectedImage == "i")
    }

    @Test(.rules("M-101")) func `a system item has the system's title and icon`() {
        var item = TabBarItem(systemItem: .search)
        #expect(item.title == nil)
        #expect(item.displayTitle == "Search")
        #expect(item.displayImage == "system-search")
        item.title = ""
        #expect(item.displayTitle == "")
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
        let more = stage.id("more")
        #expect(throws: ModelError.self) { try stage.model.setTabBarItem(of: more) { $0.title = "X" } }
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
            (.phone, 375, 812, 34, Rect(x: 0, y: 729, width: 375, height: 83)),
            (.phone, 812, 375, 21, Rect(x: 0, y: 322, width: 812, height: 53)),
            (.phone, 896, 414, 21, Rect(x: 0, y: 344, width: 896, height: 70)),
            (.phone, 667, 375, 0, Rect(x: 0, y: 343, width: 667, height: 32)),
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

    @Test(.rules("N20")) func `an opaque bar ends the content`() throws {
        var stage = try Stage("A", shown: true)
        let child = stage.id("A")
        try stage.model.setBarTranslucent(false, of: stage.tabs)
        #expect(stage.model.geometry.frame(of: child).height == 618)
        #expect(stage.model.geometry.safeAreaInsets(of: child).bottom == 0)
        try stage.model.changeSettings(of: child) { $0.extendedLayoutIncludesOpaqueBars = true }
        #expect(stage.model.geometry.frame(of: child).height == 667)
        #expect(stage.model.geometry.safeAreaInsets(of: child).bottom == 49)
        try stage.model.changeSettings(of: child) { $0.edgesForExtendedLayout = 11 }
        #expect(stage.model.geometry.frame(of: child).height == 618)
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
