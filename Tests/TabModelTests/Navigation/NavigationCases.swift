import TestSupport

/// Navigation items and bars in the model alone. The scenarios of `DaemonTests` cover the stacks.
@Suite struct NavigationCases {
    private static func button(_ id: UInt32, enabled: Bool = true) -> BarButtonItem {
        BarButtonItem(id: id, title: "\(id)", image: "", isEnabled: enabled)
    }

    private static func stage(_ stack: String, shown: Bool = true) throws -> Stage {
        var stage = try Stage(shown: shown)
        try stage.navigation("N", stack)
        try stage.set("N")
        _ = stage.model.drainEvents()
        return stage
    }

    @Test(.rules("N13")) func `the title is the navigation item's, but not the reverse`() throws {
        var stage = try Self.stage("x")
        let root = stage.id("x")
        try stage.model.setTitle("T", of: root)
        #expect(stage.model.nodes.navigationItem(of: root).title == "T")
        try stage.model.setNavigationItem(of: root) { $0.title = "I" }
        #expect(stage.model.nodes.navigationItem(of: root).title == "I")
        #expect(stage.model.nodes.title(of: root) == "T")
        try stage.model.setTitle(nil, of: root)
        #expect(stage.model.nodes.navigationItem(of: root).title == nil)
    }

    @Test(.rules("N14"), arguments: [false, true])
    func `a new title below renames the back button, which is announced`(isItems: Bool) throws {
        var stage = try Self.stage("xy")
        let (below, top) = (stage.id("x"), stage.id("y"))
        #expect(stage.model.nodes.backButtonTitle(of: top) == "Back")
        for isFirst in [true, false] {
            if isItems {
                try stage.model.setNavigationItem(of: below) { $0.title = "Inbox" }
            } else {
                try stage.model.setTitle("Inbox", of: below)
            }
            #expect(stage.model.nodes.backButtonTitle(of: top) == "Inbox")
            let events = stage.model.drainEvents()
            #expect(isFirst ? events.contains(.changed(top)) : events.isEmpty)
        }
    }

    @Test(.rules("N14")) func `without a back button, a tap on it does nothing`() throws {
        var stage = try Self.stage("xyz")
        let nav = stage.id("N")
        try stage.model.setNavigationItem(of: stage.id("z")) { $0.hidesBackButton = true }
        #expect(stage.model.nodes.backButtonTitle(of: stage.id("z")) == nil)
        _ = stage.model.drainEvents()
        try stage.model.tapBack(in: nav)
        #expect(stage.stack("N") == "x,y,z")
        #expect(stage.model.drainEvents().isEmpty)
        // A program may still pop.
        _ = try stage.model.pop(from: nav, animated: false)
        try stage.model.tapBack(in: nav)
        #expect(stage.stack("N") == "x")
    }

    @Test(.rules("N14 N15")) func `a tap on a button of the bar is an event, and on any other button an error`() throws
    {
        var stage = try Self.stage("x")
        let root = stage.id("x")
        try stage.model.setNavigationItem(of: root) {
            $0.leftBarButtonItems = [Self.button(1), Self.button(2, enabled: false)]
            $0.rightBarButtonItems = [Self.button(UInt32.max)]
        }
        _ = stage.model.drainEvents()
        try stage.model.tapBarButtonItem(UInt32.max, of: root)
        try stage.model.tapBarButtonItem(1, of: root)
        let both: [Event] = [
            .barButtonItemActivated(root, item: UInt32.max), .barButtonItemActivated(root, item: 1),
        ]
        #expect(stage.model.drainEvents() == both)
        for (item, word) in [(2, "disabled"), (3, "1, 2, 4294967295"), (0, "1, 2, 4294967295")] as [(UInt32, String)] {
            #expect {
                try stage.model.tapBarButtonItem(item, of: root)
            } throws: { error in
                guard case .invalidArgument(let message)? = error as? ModelError else { return false }
                return message.contains("bar button item \(item)") && message.contains(word)
            }
        }
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("N15")) func `a button is removed by its id from its side`() throws {
        var stage = try Self.stage("x")
        let root = stage.id("x")
        try stage.model.setNavigationItem(of: root) {
            $0.leftBarButtonItems = [Self.button(1), Self.button(2, enabled: false)]
            $0.rightBarButtonItems = [Self.button(3)]
        }
        try stage.model.removeBarButtonItem(2, of: root)
        try stage.model.removeBarButtonItem(3, of: root)
        let item = stage.model.nodes.navigationItem(of: root)
        #expect(item.leftBarButtonItems == [Self.button(1)])
        #expect(item.rightBarButtonItems.isEmpty)
        #expect {
            try stage.model.removeBarButtonItem(3, of: root)
        } throws: { error in
            guard case .invalidArgument(let message)? = error as? ModelError else { return false }
            return message.hasSuffix(" has no bar button item 3: it has 1")
        }
        #expect(stage.model.nodes.navigationItem(of: root) == item)
    }

    @Test(arguments: [([0], []), ([1, 1], []), ([1], [1]), ([], [2, 3, 2])] as [([UInt32], [UInt32])])
    func `bar button items have ids above 0, unique across both sides`(left: [UInt32], right: [UInt32]) throws {
        var stage = try Self.stage("x")
        let root = stage.id("x")
        let before = stage.model.nodes.navigationItem(of: root)
        #expect(throws: ModelError.self) {
            try stage.model.setNavigationItem(of: root) {
                $0.title = "new"
                $0.leftBarButtonItems = left.map { Self.button($0) }
                $0.rightBarButtonItems = right.map { Self.button($0) }
            }
        }
        #expect(stage.model.nodes.navigationItem(of: root) == before)
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(
        .rules("N23"),
        arguments: [
            (Profile.phone, Size(width: 375, height: 667), 44), (.phone, Size(width: 667, height: 375), 32),
            (.phone, Size(width: 736, height: 414), 44), (.pad, Size(width: 1024, height: 768), 50),
            (.padLegacy, Size(width: 320, height: 768), 50),
        ] as [(Profile, Size, Double)])
    func `the navigation bar has the height of the device`(
        profile: Profile, size: Size, height: Double
    ) throws {
        var stage = try Stage(profile: profile, shown: true)
        try stage.navigation("N", "x")
        try stage.set("N")
        try stage.resize(size.width, size.height)
        let nav = stage.id("N")
        #expect(
            stage.model.geometry.navigationBarFrame(of: nav) == Rect(x: 0, y: 20, width: size.width, height: height))
        #expect(stage.model.geometry.safeAreaInsets(of: stage.id("x")).top == 20 + height)
        try stage.model.changeSettings(of: nav) { $0.isNavigationBarHidden = true }
        #expect(stage.model.geometry.navigationBarFrame(of: nav) == .zero)
        #expect(stage.model.geometry.safeAreaInsets(of: stage.id("x")).top == 20)
    }

    @Test(.rules("N16")) func `content that does not extend under the bar starts below it`() throws {
        var stage = try Self.stage("x")
        let root = stage.id("x")
        #expect(stage.model.geometry.frame(of: root) == Rect(x: 0, y: 0, width: 375, height: 667))
        try stage.model.changeSettings(of: root) { $0.edgesForExtendedLayout = 14 }
        #expect(stage.model.geometry.frame(of: root) == Rect(x: 0, y: 64, width: 375, height: 603))
        #expect(stage.model.geometry.safeAreaInsets(of: root) == Insets(top: 0, left: 0, bottom: 49, right: 0))
        _ = stage.model.drainEvents()
        try stage.model.changeSettings(of: stage.id("N")) { $0.isNavigationBarHidden = true }
        #expect(stage.model.geometry.frame(of: root) == Rect(x: 0, y: 20, width: 375, height: 647))
        #expect(stage.model.drainEvents().contains(.changed(root)))
        try stage.model.changeSettings(of: stage.id("N")) { $0.isNavigationBarHidden = true }
        #expect(stage.model.drainEvents().isEmpty)
    }
}
