internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct PressCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press buttons of a remote control or keys, and print the focused element.",
        discussion: """
            Only profile tv has a focus by default; 'tabctl focus' switches it on. next and previous stand for Tab and \
            Shift-Tab.
            """)

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The buttons in order: up, down, left, right, select, menu, next or previous.")
    var button: [RemoteKey]

    func run(_ service: Service, on path: ObjectPath) async throws {
        let buttons = button.map(\.rawValue)
        let unhandled = try await service.moveFocus(of: path) { (focus) throws(DBusError) in
            var unhandled: [String] = []
            for button in buttons where try await !focus.press(button) { unhandled.append(button) }
            return unhandled
        }
        try await service.printFocus(of: path, format, unhandled: unhandled)
    }
}

extension RemoteKey: ExpressibleByArgument {}

struct RotateCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Turn a rotary control, and print the focused element.",
        usage: "tabctl rotate [--json] <controller> <steps>",
        discussion: """
            The focus moves by that many places through the bar and the content, back if the number is negative, and \
            stops at the ends. For example: 'tabctl rotate 3 -2'.
            """)

    @OptionGroup var format: FormatOptions

    // A negative number must not be parsed as an option.
    @Argument(parsing: .allUnrecognized, help: "A tab bar controller, and the number of steps.")
    var words: [String] = []

    private var steps: Int32? { words.count == 2 ? Int32(words[1]) : nil }

    func validate() throws {
        guard steps != nil else {
            let given = words.isEmpty ? "nothing" : "'\(words.joined(separator: " ").prefix(80))'"
            throw ValidationError("\(given) is invalid; expected a controller and a number of steps, for example 3 -2.")
        }
        guard ControllerArgument(argument: words[0]) != nil else {
            throw ValidationError("'\(words[0].prefix(80))' is not a controller.")
        }
    }

    func run(_ service: Service) async throws {
        guard let steps, let controller = ControllerArgument(argument: words[0]) else {
            throw ExitCode(ExitStatus.usage)
        }
        let path = try await service.path(of: controller, in: .tabBarControllers)
        let isMoved = try await service.moveFocus(of: path) { (focus) throws(DBusError) in
            try await focus.rotate(steps)
        }
        try await service.printFocus(of: path, format, unhandled: isMoved ? [] : ["\(steps) steps"])
    }
}

struct FocusCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Switch the focus of a tab bar controller on or off.",
        discussion: """
            With a focus, 'tabctl press', 'tabctl rotate' and the keys of 'tabctl attach' move it through the bar and \
            the content. It survives a restart of the daemon.
            """)

    enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: "on or off.")
    var state: State

    func run(_ service: Service, on path: ObjectPath) async throws {
        let isOn = state == .on
        try await service.callFocus(of: path) { (focus) throws(DBusError) in
            try await focus.set(\.enabled, to: isOn)
        }
        format.print(["path": .path(path), "enabled": .bool(isOn)])
    }
}

extension Service {
    fileprivate typealias FocusCall<Value> = @EventLoop (ObjectProxy<FocusInterface>) async throws(DBusError) -> Value

    /// Calls a focus, and translates an error for the user.
    @discardableResult
    fileprivate func callFocus<Value: Sendable>(of path: ObjectPath, _ call: FocusCall<Value>) async throws -> Value {
        do throws(DBusError) {
            return try await call(focus(path))
        } catch {
            guard error.name == DBusError.Name.unknownInterface else { throw error }
            throw ControlError(error).withMessage(try await managedObjects().notTabBarController(path))
        }
    }

    /// Moves a focus. It must be switched on.
    fileprivate func moveFocus<Value: Sendable>(of path: ObjectPath, _ call: FocusCall<Value>) async throws -> Value {
        let tree = try await managedObjects()
        guard tree.focus(path).enabled != false else {
            throw ControlError(message: "\(tree.name(of: path)) has no focus; 'tabctl focus' switches it on")
        }
        return try await callFocus(of: path, call)
    }

    /// Prints what has the focus.
    ///
    /// - Parameter unhandled: What was not handled, which is a refusal.
    fileprivate func printFocus(of path: ObjectPath, _ format: FormatOptions, unhandled: [String]) async throws {
        let objects = try await managedObjects()
        let focused = objects.focus(path).focusedView ?? .none
        var views: [ObjectPath: ViewSnapshot] = [:]
        if !focused.viewController.isNone { views[focused.viewController] = try await view(of: focused.viewController) }
        var tree = TabTree(of: path)
        _ = tree.replaceAll(objects.objects, views)
        let item = tree.focus(path).focusedItem ?? FocusInterface.noItem
        format.print(
            [
                "unhandled": .array(unhandled.map(JSON.string)),
                "focusEnvironment": .string(tree.focus(path).focusEnvironment ?? ""),
                "focusedItem": item == FocusInterface.noItem ? .null : .integer(item),
                "focusedView": JSON(focused.variant),
            ], text: TreeText(tree).focus(of: path) ?? "")
        guard !unhandled.isEmpty else { return }
        if !format.json { Output.note("not handled: \(unhandled.joined(separator: ", "))") }
        throw ExitCode(ExitStatus.refused)
    }
}
