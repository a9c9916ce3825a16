import TestSupport
import Testing

/// The limits of a single update.
@EventLoop @Suite(.bus) struct ViewUpdateLimitTests {
    @Test func `an update names at most twice as many views as a controller may have`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Label")])
        let before = try await stage.view()
        let entry = ViewEntry.view(2, "Label", with: ["Text": .string("again")])
        let repeated = Array(repeating: entry, count: 4001)
        #expect(await failure { try await stage.update(repeated) } == "LimitsExceeded")
        #expect(try await stage.view() == before)
        try await stage.update(Array(repeated.prefix(4000)))
        #expect(try await stage.view().views.last?.properties["Text"] == .string("again"))
    }

    @Test func `sending a StackView's subviews again changes nothing, whatever frames they have`() async throws {
        let stage = try await ViewStage()
        let entries: [ViewEntry] = [
            .view(2, "StackView", at: DBusRect(0, 0, 100, 100)), .view(3, in: 2), .view(4, in: 2),
        ]
        try await stage.update(entries + [.view(5, in: 3, at: DBusRect(10, 10, 30, 20), mask: 18)])
        let before = try await stage.view()
        try await stage.update(Array(entries.dropFirst()))
        #expect(try await stage.view() == before)
        // Subviews do not grow either when another property changes.
        try await stage.update([.view(3, in: 2, with: ["BackgroundColor": .string("tint")])])
        #expect(try await stage.view().views.first { $0.id == 5 }?.frame == before.views.first { $0.id == 5 }?.frame)
    }

    @Test func `PreferredFocusedView does not outlive its view`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Button")])
        try await stage.owner.viewController(stage.controller).set(\.preferredFocusedView, to: UInt32(2))
        try await stage.update([], removing: [2])
        #expect(try await stage.owner.viewController(stage.controller).preferredFocusedView == 0)
    }
}
