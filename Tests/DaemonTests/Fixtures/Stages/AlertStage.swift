import TestSupport

/// A stage whose first tab presents alerts.
@EventLoop struct AlertStage {
    nonisolated static let actions = [
        AlertActionEntry(title: "Save", preferred: true), AlertActionEntry(title: "Cancel", style: "cancel"),
        AlertActionEntry(title: "Delete", style: "destructive", enabled: false),
    ]

    let stage: PopoverStage
    var client: BusClient { stage.client }
    var presenter: ObjectPath { stage.children[0] }

    init() async throws {
        stage = try await PopoverStage()
        client.clearSignals()
    }

    func present(
        _ style: String = "alert", title: String = "Title", message: String = "", _ options: Options = [:],
        from path: ObjectPath? = nil
    ) async throws(DBusError) -> ObjectPath {
        try await client.viewController(path ?? presenter).presentAlert(style, title, message, options)
    }

    func get<Content: DBusType>(_ property: Property<Content>, _ alert: ObjectPath) async throws(DBusError) -> Content {
        try await client.get(property, at: alert)
    }

    func tap(_ action: UInt32, _ alert: ObjectPath) async throws(DBusError) {
        try await client.alert(alert).tapAction(action)
    }

    func views(of alert: ObjectPath) async throws(DBusError) -> [String: ViewEntry] {
        let views = try await client.getView(of: alert).views.filter { !$0.identifier.isEmpty }
        return Dictionary(views.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func exists(_ alert: ObjectPath) async -> Bool {
        await failure { _ = try await client.alert(alert).answered } == "none"
    }

    /// Options with actions, text fields and an anchor.
    nonisolated static func options(
        _ actions: [AlertActionEntry] = actions, fields: [AlertTextFieldEntry] = [], anchor: Variant? = nil
    ) -> Options {
        var values: [String: Variant] = ["Actions": actions.variant]
        if !fields.isEmpty { values["TextFields"] = fields.variant }
        if let anchor { values["Popover"] = ["SourceView": anchor].variant }
        return Options(values)
    }
}
