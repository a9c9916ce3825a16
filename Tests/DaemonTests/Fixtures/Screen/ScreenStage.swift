import TestSupport

/// A daemon, a client, and `tabctl attach` on terminals of its own.
@EventLoop final class ScreenStage: Stage {
    init() async throws { try await super.init() }

    /// Creates the tab bar controller to attach to.
    @discardableResult
    func create(_ types: [String], _ options: Options = [:]) async throws(DBusError) -> ObjectPath {
        var options = options
        options.values["Types"] = types.variant
        try await createTabs(options)
        return tabs
    }

    func attach(
        _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> TerminalProcess {
        try TerminalProcess(["attach", tabs.text] + arguments, columns: columns, rows: rows, environment: environment)
    }

    func item<Content: DBusType>(
        _ property: Property<Content>, of tab: Int, to value: Content
    ) async throws(DBusError) {
        let paths = try await viewControllers()
        guard paths.indices.contains(tab) else { throw .invalidArgs("missing tab \(tab)") }
        try await client.set(property, at: paths[tab], to: value)
    }

    /// The unique names of the attached clients, in the order of attachment.
    func frontEnds() async throws(DBusError) -> [String] {
        try await client.window(tabs).attachedClients
    }

    func end(_ terminals: TerminalProcess...) async throws {
        for terminal in terminals {
            #expect(terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(terminal.screen.insanities.isEmpty, "\(terminal.screen.insanities)")
            #expect(!terminal.isRaw)
        }
    }
}

extension TerminalProcess {
    /// Whether both terminals show the same picture in the same style, and neither is in the middle of an update.
    func shows(asMuchAs other: TerminalProcess) -> Bool {
        !screen.isUpdating && !other.screen.isUpdating && lines == other.lines && screen.styled == other.screen.styled
    }
}
