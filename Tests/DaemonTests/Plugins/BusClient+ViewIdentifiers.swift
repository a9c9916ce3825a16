import TestSupport

/// The views of plugins by their identifiers. A plugin process creates and changes its views asynchronously.
extension BusClient {
    /// Acts on a view. The default is a press on a button.
    func act(
        _ action: String = "primaryActionTriggered", _ value: Variant = .bool(true), on view: String,
        of path: ObjectPath
    ) async throws(DBusError) {
        try await sendAction(action, value, to: 0, of: path, ["Identifier": .string(view)])
    }

    /// The text of a view, or nil when it does not exist or has none.
    func text(of view: String, in path: ObjectPath) async throws(DBusError) -> String? {
        try await getView(of: path).views.named(view)?.properties["Text"]?.get()
    }

    /// Loads the views, and waits until one exists.
    func waitForView(_ view: String, of path: ObjectPath) async throws {
        try await viewController(path).loadViewIfNeeded()
        try await EventLoop.until("\(view) of \(path)") { try await getView(of: path).views.named(view) != nil }
    }

    /// Expects that a view has a text after some time.
    func expect(
        _ text: String?, of view: String, in path: ObjectPath, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var shown: String?
        do {
            try await EventLoop.until("the text") {
                shown = try await self.text(of: view, in: path)
                return shown == text
            }
        } catch is TestTimeoutError {
            #expect(shown == text, sourceLocation: sourceLocation)
        }
    }

    /// Waits until a view controller is ready.
    func waitUntilReady(_ path: ObjectPath) async throws {
        try await EventLoop.until("\(path) being ready") { try await viewController(path).state == "ready" }
    }

    /// Waits until an object leaves the bus.
    func waitForRemoval(of path: ObjectPath) async throws {
        try await waitForSignal("\(path) leaving the bus") {
            $0.member == "InterfacesRemoved" && $0.arguments.first == .objectPath(path)
        }
    }
}
