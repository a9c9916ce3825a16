internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface

/// The condition of the daemon's store.
extension Service {
    /// The time that a command waits for the daemon after its work is done, in milliseconds.
    private static let noteTimeout: Int32 = 1000

    /// Prints a note when the state is not saved. A daemon that has ended is not started for it.
    func noteUnsavedState() async {
        guard await value(of: ManagerInterface.storeState) == "unsaved" else { return }
        Output.note("not saved: \(await value(of: ManagerInterface.storeReason) ?? "the reason is unknown")")
    }

    private func value(of property: Property<String>) async -> String? {
        let value = try? await properties(TabNames.root).get(
            ManagerInterface.name, property.name, timeout: Self.noteTimeout, autoStart: false)
        return value.flatMap { String(variant: $0) }
    }
}
