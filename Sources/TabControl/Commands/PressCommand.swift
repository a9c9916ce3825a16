internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct PressCommand: ServiceCommand {
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

    func run(_ service: Service) async throws {
        let path = controller.path
        var unhandled: [String] = []
        do throws(DBusError) {
            for button in button.map(\.rawValue)
            where try await !service.focus(path).call(\.press, button, Options()) {
                unhandled.append(button)
            }
        } catch {
            throw try await explain(error, service)
        }
        let tree = try await service.managedObjects()
        let focused = tree.focus(path).focusedView ?? .none
        var views: [ObjectPath: [ViewEntry]] = [:]
        if !focused.viewController.isNone {
            views[focused.viewController] = try await service.view(of: focused.viewController).views
        }
        let item = tree.focus(path).focusedItem ?? FocusInterface.noItem
        format.print(
            [
                "unhandled": .array(unhandled.map(JSON.string)),
                "focusEnvironment": .string(tree.focus(path).focusEnvironment ?? ""),
                "focusedItem": item == FocusInterface.noItem ? .null : .integer(item),
                "focusedView": JSON(focused.variant),
            ], text: FocusText.text(of: path, in: tree, views: views) ?? "")
        guard !unhandled.isEmpty else { return }
        if !format.json { Output.note("not handled: \(unhandled.joined(separator: ", "))") }
        throw ExitCode(ExitStatus.refused)
    }

    /// Translates an error: only tab bar controllers of profile tv have a focus.
    @EventLoop
    private func explain(_ error: DBusError, _ service: Service) async throws(DBusError) -> ControlError {
        let told = ControlError(error)
        guard error.name == DBusError.unknownInterface("").name else { return told }
        let (path, tree) = (controller.path, try await service.managedObjects())
        guard let profile = tree.tabBarController(path).profile else {
            return told.saying(TreeText.notTabBarController(path, in: tree))
        }
        return told.saying("\(TreeText.name(path, in: tree)) has profile \(profile); only profile tv has a focus")
    }
}
