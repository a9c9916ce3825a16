import TestSupport

/// Random calls of all kinds.
extension BusClient {
    /// Makes the given number of calls to a new tab bar controller, which it destroys now and then and at the end.
    func makeMixedCalls(_ calls: Int, _ numbers: inout Numbers) async throws {
        var done = 0
        while done < calls {
            let tabs = try await manager.createTabBarController()
            let page = try await register(["Title": .string("page")])
            let note = try await manager.createViewController("notes.Notes")
            try await setTabs([page, note], of: tabs)
            try await viewController(page).loadViewIfNeeded()
            let end = min(calls, done + 500)
            while done < end {
                try await callAny(tabs, page, UInt32(done + 2), &numbers)
                clearSignals()
                done += 1
            }
            for path in [tabs, page, note] { try await manager.destroy(path) }
        }
    }

    private func callAny(_ tabs: ObjectPath, _ page: ObjectPath, _ id: UInt32, _ numbers: inout Numbers) async throws {
        let value = Int.random(in: 0..<1000, using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: _ = try await tap(UInt32(value % 2), in: tabs)
        case 1: try await select(Int64(value % 2), in: tabs)
        case 2: try await viewController(page).set(\.title, to: "page \(value)")
        case 3: _ = try await getView(of: page)
        case 4:
            // Ids are not used again.
            try await updateView(of: page, [.view(id, "Label", with: ["Text": .string("text \(value)")])])
            try await updateView(of: page, [], removing: [id])
        case 5: try await attach(to: tabs, ["Visible": .bool(value % 2 == 0)])
        case 6: _ = await failure { try await window(tabs).detach() }
        case 7: try await setDelegate(newObject(), of: tabs)
        case 8: try await manager.subscribe()
        case 9: _ = try await properties(tabs).getAll(WindowInterface.name)
        case 10: _ = await failure { _ = try await tabBarController("/org/tabd/nowhere").selectedIndex }
        default: try await barrier()
        }
    }
}
