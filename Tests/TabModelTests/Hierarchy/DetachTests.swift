import TabIdentity
import TestSupport
import Testing

@testable import TabModel

/// Controllers that leave their containers before they are destroyed in several steps.
@Suite struct DetachTests {
    private let failures = Failures()

    @Test(arguments: ["abcdefghij", "bdfhj", "acegi", "jihg", "e"])
    func `a container that loses controllers in steps ends as one that loses them at once`(leaving: String) throws {
        for selected in ["a", "e", "j"] {
            for shown in [false, true] {
                var stage = try Stage("abcdefghij", shown: shown)
                try stage.select(selected)
                let ids = stage.list(leaving)
                var atOnce = stage.model
                atOnce.destroy(ids)

                stage.model.detach(ids, destroyedBy: 1)
                Invariants(failures).check(stage.model, "detached \(leaving) at \(selected)")
                #expect(stage.model.nodes.allIDs.count == 13)
                for id in ids where stage.model.isDetached(id) { #expect(stage.model.nodes.parent(of: id) == nil) }
                for id in ids { stage.model.destroy([id]) }
                Invariants(failures).check(stage.model, "destroyed \(leaving) at \(selected)")

                #expect(stage.model.nodes.allIDs == atOnce.nodes.allIDs)
                #expect(
                    stage.model.nodes.viewControllers(of: stage.tabs) == atOnce.nodes.viewControllers(of: stage.tabs))
            }
        }
        #expect(failures.texts == [])
    }

    @Test func `a group of destroyed tabs leaves the selection that they leave one by one`() throws {
        var numbers = Numbers(state: 7)
        for round in 0..<2000 {
            let names = String("abcdefghijkl".prefix(Int.random(in: 1...12, using: &numbers)))
            var stage = try Stage(String(names.shuffled(using: &numbers)), shown: Bool.random(using: &numbers))
            for name in names where Int.random(in: 0..<5, using: &numbers) == 0 {
                try stage.model.changeVisibility(of: stage.id(String(name))) { $0.isHidden = true }
            }
            let selectable = names.filter { !stage.model.nodes.isTabHidden(stage.id(String($0))) }
            if let name = selectable.randomElement(using: &numbers) { try stage.select(String(name)) }
            let ids = stage.list(names.filter { _ in Bool.random(using: &numbers) })
            var oneByOne = stage.model
            for id in ids { try oneByOne.destroy(id) }
            stage.model.destroy(ids)
            Invariants(failures).check(stage.model, "round \(round)")
            #expect(
                stage.model.nodes.selectedViewController(of: stage.tabs)
                    == oneByOne.nodes.selectedViewController(of: stage.tabs), "round \(round)")
            #expect(stage.model.nodes.barItems(of: stage.tabs) == oneByOne.nodes.barItems(of: stage.tabs))
        }
        #expect(failures.texts == [])
    }

    @Test func `only what is displayed changes its container again, and callbacks precede the destruction`() throws {
        var stage = try Stage("abcd")
        try stage.select("b")
        _ = stage.log()
        let ids = stage.list("abcd")
        stage.model.detach(ids, destroyedBy: 2)
        #expect(stage.model.nodes.viewControllers(of: stage.tabs) == [stage.id("b")])
        let detached = stage.model.drainEvents()
        #expect(!detached.contains { if case .didMove = $0 { true } else { false } })
        _ = stage.model.drainFormerParents()
        stage.model.destroy(stage.list("a"))
        let former = stage.model.drainFormerParents()
        #expect(former[stage.id("a")] == .some(stage.tabs))
        #expect(
            stage.model.drainEvents() == [
                .willMove(ids[0], toParent: nil), .didMove(ids[0], toParent: nil), .destroyed(ids[0]),
            ])
    }

    @Test func `a stack keeps its top until the top is destroyed`() throws {
        var stage = try Stage("a")
        try stage.navigation("nav", "wxyz")
        let ids = stage.list("wxyz")
        stage.model.detach(ids, destroyedBy: 2)
        Invariants(failures).check(stage.model, "detached")
        #expect(stage.model.nodes.navigationStack(stage.id("nav")) == [stage.id("z")])
        stage.model.destroy(ids)
        #expect(stage.model.nodes.navigationStack(stage.id("nav")) == [])
        #expect(failures.texts == [])
    }

    @Test func `a detached controller that gets another container leaves it when it is destroyed`() throws {
        var stage = try Stage("abcd")
        let ids = stage.list("bcd")
        stage.model.detach(ids, destroyedBy: 1)
        let other = stage.model.createTabBarController(
            profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
        try stage.model.setViewControllers(stage.list("c"), of: other, animated: false)
        #expect(!stage.model.isDetached(stage.id("c")))
        stage.model.destroy(ids)
        Invariants(failures).check(stage.model, "destroyed")
        #expect(stage.model.nodes.viewControllers(of: other) == [])
        #expect(failures.texts == [])
    }
}
