import TestSupport

/// Presenting and dismissing (P6, P65 to P72, L5).
@Suite struct PresentationCases {
    private static func present(
        _ stage: inout Stage, _ name: String, from receiver: String, covers: Bool = false
    ) throws(ModelError) {
        let (presented, presenter) = (stage.id(name), stage.id(receiver))
        if covers { try stage.model.changeSettings(of: presented) { $0.modalPresentationStyle = .fullScreen } }
        try stage.model.present(presented, from: presenter, animated: true)
    }

    /// Returns the kind of the error of a presentation; nil for no error.
    private static func refusal(
        presenting target: ViewControllerID?, from receiver: ViewControllerID, in stage: inout Stage
    ) -> ModelError.Kind? {
        refusal { () throws(ModelError) in try stage.model.present(target, from: receiver, animated: false) }
    }

    private static func refusal(_ body: () throws(ModelError) -> Void) -> ModelError.Kind? {
        do throws(ModelError) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }

    /// A tab bar controller over which V is presented.
    private static func presented(_ letters: String = "AB") throws -> Stage {
        var stage = try Stage(letters, shown: true)
        try present(&stage, "V", from: "A")
        stage.model.runUpdateCycle { _, _ in nil }
        _ = stage.log()
        return stage
    }

    @Test(.rules("P6")) func `the presentation exists at once, and the view appears in the next update cycle`() throws {
        var stage = try Stage("AB", shown: true)
        try Self.present(&stage, "V", from: "A")
        #expect(stage.model.nodes.presentedViewController(of: stage.id("A")) == stage.id("V"))
        #expect(stage.model.nodes.presentingViewController(of: stage.id("V")) == stage.tabs)
        #expect(stage.log() == "")
        #expect(stage.model.hasUpdateCycleWork { _, _ in nil })
        stage.model.runUpdateCycle { _, _ in nil }
        #expect(stage.log() == "V.didLoad V.willAppear V.isAppearing V.didAppear")
        #expect(!stage.model.hasUpdateCycleWork { _, _ in nil })
    }

    @Test(.rules("L5")) func `a full screen presentation appears, and its dismissal restores the presenter`() throws {
        var stage = try Stage("AB", shown: true)
        try Self.present(&stage, "V", from: "A", covers: true)
        stage.model.runUpdateCycle { _, _ in nil }
        #expect(stage.log() == "V.didLoad A.willDis V.willAppear V.isAppearing V.didAppear A.didDis")
        let (presented, dismissed) = (stage.id("A"), try stage.model.dismiss(from: stage.id("A"), animated: true))
        #expect(dismissed == [stage.id("V")])
        #expect(stage.log() == "V.willDis A.willAppear A.isAppearing A.didAppear V.didDis")
        #expect(stage.model.nodes.presentedViewController(of: presented) == nil)
        #expect(stage.model.nodes.presentingViewController(of: stage.id("V")) == nil)
    }

    @Test(.rules("P67")) func `a presentation that does not cover leaves the presenter visible`() throws {
        var stage = try Self.presented()
        #expect(stage.model.nodes.appearanceState(of: stage.id("A")) == .appeared)
        #expect(stage.model.geometry.frame(of: stage.id("V")) == Rect(x: 0, y: 0, width: 375, height: 667))
        #expect(stage.model.geometry.safeAreaInsets(of: stage.id("V")).top == 20)
    }

    @Test(.rules("P66")) func `the outermost container presents, at a call to any descendant`() throws {
        var stage = try Stage()
        try stage.navigation("N", "xy")
        try stage.set("N")
        try stage.show()
        try Self.present(&stage, "V", from: "y")
        for name in ["y", "N", "tabs"] {
            #expect(stage.model.nodes.presentedViewController(of: stage.id(name)) == stage.id("V"), "\(name)")
        }
        #expect(stage.model.nodes.presentation(by: stage.tabs)?.presented == stage.id("V"))
    }

    @Test(.rules("P65.1")) func `no view controller, a presented one and a child can't be presented`() throws {
        var stage = try Stage("AB", shown: true)
        try Self.present(&stage, "V", from: "A")
        let (tabs, presented, child) = (stage.tabs, stage.id("V"), stage.id("B"))
        for target in [nil, presented, child] {
            let found = Self.refusal(presenting: target, from: tabs, in: &stage)
            #expect(found == .invalidArgument, "\(String(describing: target))")
        }
    }

    @Test(.rules("P65.4")) func `a presenter that already presents or has no window is refused`() throws {
        var stage = try Stage("AB")
        let presented = stage.id("V")
        let tabs = stage.tabs
        func found() -> ModelError.Kind? { Self.refusal(presenting: presented, from: tabs, in: &stage) }
        #expect(found() == .internalInconsistency, "P65.5")
        try stage.show()
        try Self.present(&stage, "W", from: "A")
        #expect(found() == .internalInconsistency, "P65.6")
        stage.model.runUpdateCycle { _, _ in nil }
        #expect(found() == .internalInconsistency, "P65.4")
    }

    @Test(.rules("A-11")) func `a tab bar controller can't be presented, nor can a view controller by itself`() throws {
        var stage = try Stage("A", shown: true)
        let other = stage.model.createTabBarController(
            profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
        let (tabs, first) = (stage.tabs, stage.id("A"))
        for (target, receiver) in [(other, tabs), (tabs, first)] {
            #expect(Self.refusal(presenting: target, from: receiver, in: &stage) == .hierarchyInconsistency)
        }
    }

    @Test(.rules("P69 P72")) func `a dismissal removes everything above, and passes to the presenter`() throws {
        var stage = try Stage("AB", shown: true)
        for (name, presenter) in [("V", "A"), ("W", "V"), ("X", "W")] {
            try Self.present(&stage, name, from: presenter)
            stage.model.runUpdateCycle { _, _ in nil }
        }
        #expect(try stage.model.dismiss(from: stage.id("X"), animated: true) == [stage.id("X")])
        _ = stage.log()
        #expect(try stage.model.dismiss(from: stage.tabs, animated: true) == [stage.id("V"), stage.id("W")])
        #expect(stage.log() == "V.willDis W.willDis V.didDis W.didDis")
    }

    @Test(.rules("P70")) func `without a presentation, a dismissal does nothing`() throws {
        var stage = try Stage("AB", shown: true)
        #expect(try stage.model.dismiss(from: stage.id("A"), animated: true) == [])
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test func `a presented view controller appears and disappears with its presenter and its window`() throws {
        var stage = try Self.presented("A")
        try stage.show(false)
        #expect(stage.log() == "A.willDis V.willDis A.didDis V.didDis")
        try stage.show()
        #expect(stage.log() == "A.willAppear V.willAppear A.isAppearing V.isAppearing A.didAppear V.didAppear")
        try stage.model.destroy(stage.tabs)
        #expect(stage.model.nodes.owner(of: stage.id("V")) == nil)
        #expect(stage.model.nodes.appearanceState(of: stage.id("V")) == .disappeared)
    }

    @Test func `a presented view controller can't join a container, and its end frees the presenter`() throws {
        var stage = try Self.presented()
        let (presented, tabs) = (stage.id("V"), stage.tabs)
        let asTab = Self.refusal { () throws(ModelError) in
            try stage.model.setViewControllers([presented], of: tabs, animated: false)
        }
        #expect(asTab == .invalidArgument)
        let onStack = Self.refusal { () throws(ModelError) in
            _ = try stage.model.createNavigationController(root: presented)
        }
        #expect(onStack == .invalidArgument)
        try stage.model.destroy(presented)
        #expect(stage.model.nodes.presentedViewController(of: tabs) == nil)
    }
}

extension ModelError {
    fileprivate enum Kind { case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, other }

    fileprivate var kind: Kind {
        switch self {
        case .invalidArgument: .invalidArgument
        case .outOfRange: .outOfRange
        case .internalInconsistency: .internalInconsistency
        case .hierarchyInconsistency: .hierarchyInconsistency
        default: .other
        }
    }
}
