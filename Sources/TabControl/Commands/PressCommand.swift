internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct PressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press buttons of the remote, in profile tv, and print where the focus is.")

    enum Button: String, ExpressibleByArgument, CaseIterable {
        case up, down, left, right, select, menu
    }

    @OptionGroup var format: FormatOptions

    @Argument(help: "The tab bar controller: an object path, or the number in it.")
    var controller: ControllerArgument

    @Argument(help: "The buttons, one after the other: up, down, left, right, select or menu.")
    var button: [Button]

    func run() throws {
        let (path, buttons, json) = (controller.path, button.map(\.rawValue), format.json)
        try Session.run(verbose: format.verbose) { service in
            var unhandled: [String] = []
            do throws(DBusError) {
                for button in buttons where try await !service.press(button, in: path) { unhandled.append(button) }
            } catch {
                throw try await Self.explain(error, path, service)
            }
            let tree = try await service.managedObjects()
            let name = FocusInterface.name
            let focused = tree.value(FocusInterface.focusedView, of: name, at: path) ?? .none
            var views: [ObjectPath: [ViewEntry]] = [:]
            if !focused.viewController.isNone {
                views[focused.viewController] = try await service.view(of: focused.viewController).views
            }
            let text = FocusText.text(of: path, in: tree, views: views) ?? ""
            if json {
                let item = tree.value(FocusInterface.focusedItem, of: name, at: path) ?? FocusInterface.noItem
                let value = JSON.object([
                    "unhandled": .array(unhandled.map(JSON.string)),
                    "focusEnvironment": .string(
                        tree.value(FocusInterface.focusEnvironment, of: name, at: path) ?? ""),
                    "focusedItem": item == FocusInterface.noItem ? .null : .unsigned(UInt64(item)),
                    "focusedView": JSON(focused.variant),
                ])
                Output.print(value.text)
            } else {
                Output.print(text)
                if !unhandled.isEmpty { Output.note("not handled: \(unhandled.joined(separator: ", "))") }
            }
            return unhandled.isEmpty ? ExitStatus.done : ExitStatus.refused
        }
    }

    /// Translates an error: only tab bar controllers of profile tv have a focus.
    @EventLoop
    private static func explain(
        _ error: DBusError, _ path: ObjectPath, _ service: Service
    ) async throws(DBusError) -> ControlError {
        let told = ControlError(error)
        guard error.name == DBusError.unknownInterface("").name else { return told }
        let tree = try await service.managedObjects()
        let profile = tree.value(
            TabBarControllerInterface.profile, of: TabBarControllerInterface.name, at: path)
        guard let profile else { return told.saying(TreeText.notTabBarController(path, in: tree)) }
        return told.saying("\(TreeText.name(path, in: tree)) has profile \(profile); only profile tv has a focus")
    }
}
