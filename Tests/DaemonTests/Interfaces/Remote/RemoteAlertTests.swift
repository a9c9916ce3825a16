import TestSupport

/// The option `Token` of PresentAlert, and `AlertAnswered` of the owner.
@EventLoop @Suite(.bus) struct RemoteAlertTests {
    private let user: BusClient
    private let owner: RemoteOwner
    private let page: ObjectPath

    init() async throws {
        user = try await BusClient.ofNewDaemon()
        owner = try RemoteOwner()
        page = try await owner.register(["Methods": ["AlertAnswered", "Destroyed"].variant])
        let tabs = try await user.manager.createTabBarController(["Profile": .string("pad")])
        try await user.setTabs([page], of: tabs)
        try await user.window(tabs).set(\.size, to: DBusSize(width: 1024, height: 768))
        try await user.window(tabs).set(\.alwaysVisible, to: true)
    }

    private func present(
        _ token: UInt64?, style: String = "alert", fields: [AlertTextFieldEntry] = [], by client: BusClient? = nil,
        from path: ObjectPath? = nil
    ) async throws(DBusError) -> ObjectPath {
        var options = AlertStage.options(fields: fields)
        if let token { options.values["Token"] = .uint64(token) }
        return try await (client ?? owner.client).viewController(path ?? page)
            .presentAlert(style, "Title", "Message", options)
    }

    /// The calls to the owner since the last call of this.
    private func calls() async throws -> [String] {
        try await user.barrier()
        try await owner.client.barrier()
        defer { owner.clearCalls() }
        return owner.details
    }

    @Test func `the owner gets the answer to its alert once, with its token`() async throws {
        let fields = [AlertTextFieldEntry(placeholder: "Name", text: "a"), AlertTextFieldEntry(placeholder: "City")]
        for token in [7, 0, UInt64.max] {
            let alert = try await present(token, fields: fields)
            try await user.alert(alert).setText(1, "b")
            #expect(try await calls().isEmpty)
            try await user.alert(alert).tapAction(1)
            #expect(try await calls() == ["AlertAnswered(\(token), 1, [a b])"])
            // An alert that is destroyed after its answer has no second one.
            try await user.manager.destroy(alert)
            #expect(try await calls().isEmpty)
        }
        let alert = try await present(nil)
        try await user.alert(alert).tapAction(0)
        #expect(try await calls().isEmpty)
    }

    @Test func `an alert that is dismissed without an answer, or does not appear, has none`() async throws {
        let none = "AlertAnswered(3, 4294967295, [])"
        let alert = try await present(3)
        try await user.viewController(alert).dismiss()
        #expect(try await calls() == [none])
        try await user.manager.destroy(try await present(3))
        #expect(try await calls() == [none])
        // An action sheet needs an anchor on a pad.
        #expect(await failure { _ = try await present(3, style: "actionSheet") } == "MissingAnchor")
        #expect(try await calls() == [none])
        // A refused call has no alert.
        #expect(await failure { _ = try await present(3, style: "other") } == "InvalidArgument")
        #expect(try await calls().isEmpty)
        let first = try await present(3)
        #expect(await failure { _ = try await present(4) } == "InternalInconsistency")
        try await user.alert(first).tapAction(0)
        #expect(try await calls() == ["AlertAnswered(3, 0, [])"])
    }

    @Test func `only the owner can use a token`() async throws {
        let before = try await user.managedObjects()
        let foreign = try await user.register()
        for (client, path) in [(user, page), (owner.client, foreign)] {
            let error = await complaint { _ = try await present(1, by: client, from: path) }
            #expect(error == "AccessDenied: only the client that registered \(path) can use Token with it")
        }
        try await user.manager.destroy(foreign)
        #expect(try await user.managedObjects() == before)
        #expect(try await calls().isEmpty)
        let wrong = await failure {
            _ = try await owner.client.viewController(page)
                .presentAlert("alert", "Title", "", ["Token": .uint32(1)])
        }
        #expect(wrong == "InvalidArgs")
    }

    @Test func `the alert of a destroyed view controller has no answer`() async throws {
        let alert = try await present(5)
        try await user.manager.destroy(page)
        #expect(try await calls() == ["Destroyed()"])
        try await user.alert(alert).tapAction(0)
        #expect(try await calls().isEmpty)
    }

    @Test func `an owner that did not name the method gets no answer`() async throws {
        let silent = try RemoteOwner(client: owner.client)
        let other = try await silent.register([:])
        let tabs = try await user.viewController(page).tabBarController
        try await user.setTabs([other], of: tabs)
        silent.clearCalls()
        let alert = try await present(1, from: other)
        try await user.alert(alert).tapAction(0)
        try await owner.client.barrier()
        #expect(!silent.calls.contains("AlertAnswered"))
    }

    @Test func `the answer goes to the owner of the time`() async throws {
        try await user.manager.subscribe()
        try await user.viewController(page).set(\.restorationIdentifier, to: "page")
        let alert = try await present(9)
        owner.client.connection.close()
        try await user.waitUntilOwnerIsGone(page)
        let heir = try RemoteOwner()
        let options: Options = [
            "RestorationIdentifier": .string("page"), "Methods": ["AlertAnswered"].variant,
        ]
        #expect(try await heir.register(options) == page)
        try await user.alert(alert).tapAction(0)
        try await heir.client.barrier()
        #expect(heir.details == ["AlertAnswered(9, 0, [])"])
    }
}
