internal import ArgumentParser
internal import DBusInterface

/// `VIEW_CONTROLLER=SLOT` on the command line: a tab and where it is to be on the bar.
struct MoveArgument: ExpressibleByArgument, Hashable, Sendable {
    let viewController: ObjectPath
    let slot: UInt32

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let tab = ControllerArgument(argument: String(parts[0])), let slot = UInt32(parts[1])
        else { return nil }
        viewController = tab.path
        self.slot = slot
    }

    /// As it is typed.
    var text: String { "\(PropertyText.object(viewController))=\(slot)" }
}
