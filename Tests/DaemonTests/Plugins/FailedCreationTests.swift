import TestSupport

/// Plugins that create view controllers within `create`, and fail there.
@EventLoop @Suite(.bus) struct FailedCreationTests {
    @Test(arguments: [
        ("in-process", "null"), ("in-process", "null-above"), ("process", "null"), ("process", "null-above"),
        ("process", "crash"),
    ])
    func `a create that fails leaves nothing behind that was created within it`(
        isolation: String, end: String
    ) async throws {
        let settings = "[isolation]\n\"*\" = \"\(isolation)\"\n[hosts]\nrestart_delay = 0\nfailures = 1000\n"
        let stage = try await IsolatedStage(settings: settings)
        let before = try await Self.viewControllers(stage)
        for levels in [1, 2, 20] {
            let arguments = ["Nest": Variant.string("\(levels) \(end)")]
            stage.client.clearSignals()
            let answer = await failure {
                _ = try await stage.client.manager.createViewController(
                    MisbehavingPlugin.type, ["Arguments": arguments.variant])
            }
            #expect(answer == "PluginFailed")
            #expect(try await Self.viewControllers(stage) == before, "\(levels) \(end)")
            if end == "crash" { try await stage.waitForRecovery() }
        }
        // Outside of `create` the first view controller stays, unless the process ends. Then it is the next one's.
        stage.client.clearSignals()
        let answer = await complaint { try await stage.run("nest 3 \(end)") }
        #expect((answer == "none") == (end != "crash"), "\(answer)")
        let left = before.count + (end == "crash" ? 0 : 1)
        if end == "crash" { try await stage.waitForRecovery() }
        try await EventLoop.until("the end of the created controllers") {
            try await Self.viewControllers(stage).count == left
        }
        if isolation == "process" {
            try await stage.callPlugin(PluginInterface.reset)
            try await stage.run("count")
            #expect(try await Self.viewControllers(stage).count == left)
        }
    }

    private static func viewControllers(_ stage: IsolatedStage) async throws -> Set<ObjectPath> {
        Set(try await stage.client.manager.viewControllers)
    }
}
