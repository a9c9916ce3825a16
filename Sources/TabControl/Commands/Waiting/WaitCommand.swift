internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct WaitCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until a view controller exists, is selected or has a value.",
        discussion: """
            Without further conditions, the command waits until the view controller exists. If you give several \
            conditions, all must hold at the same time. The path of the view controller is printed.

            It also waits for a daemon that does not run, and continues with the next daemon after a restart. If the \
            conditions do not hold in time, the exit status is 75. A property has the name and the value of the bus: \
            true, 3, a text without quotes, an object as a path or a number. Positions count from 0 there. \
            NAME!=VALUE waits for any other value.

            For example: 'tabctl wait clocks --timeout 10', 'tabctl wait clocks --selected Alarms', \
            'tabctl wait Alarms --property BadgeValue!=', 'tabctl wait 7 --gone'.
            """)

    @Flag(help: "Wait until the view controller does not exist.")
    var gone = false

    @Option(
        help: ArgumentHelp(
            "Wait until the tab bar controller has selected this tab: a position, an identifier or a title.",
            valueName: "tab"))
    var selected: TabArgument?

    @Option(
        help: ArgumentHelp(
            "Wait for a value of a property, for example BadgeValue=3 or NavigationItem.Title=Inbox.",
            valueName: "name=value"))
    var property: [PropertyCondition] = []

    @Option(help: ArgumentHelp("Give up after this time; 0 checks once.", valueName: "seconds"))
    var timeout: Double?

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    /// The longest timeout in seconds: a year.
    private static let longest = 31_536_000.0

    func validate() throws {
        if let timeout, !(0...Self.longest).contains(timeout) {
            throw ValidationError("'\(timeout)' is not a timeout; expected 0 to \(Int(Self.longest)) seconds.")
        }
        guard !gone || selected == nil && property.isEmpty else {
            throw ValidationError("--gone can't be combined with --selected or --property.")
        }
    }

    var waitsForDaemon: Bool { false }
    var isLasting: Bool { true }

    func run(_ service: Service) async throws {
        let condition = WaitCondition(controller: controller, isGone: gone, selected: selected, properties: property)
        let path = try await ConditionWait(service, for: condition, timeout: timeout).run()
        format.print(["path": path.map(JSON.path) ?? .null], text: path?.text)
    }
}

/// The state that `tabctl wait` waits for.
struct WaitCondition: Sendable {
    let controller: ControllerArgument
    let isGone: Bool
    let selected: TabArgument?
    let properties: [PropertyCondition]

    enum Result: Hashable {
        /// The path is nil if the view controller is to be gone.
        case holds(ObjectPath?)
        /// What does not hold yet, for the message after the timeout.
        case differs(String)
    }

    /// - Throws: An error if the condition can't be checked: for an ambiguous title, an unknown property, and if the
    ///   controller to select a tab is not a tab bar controller.
    func check(in tree: ManagedObjects) throws(ControlError) -> Result {
        let scope: ControllerScope = selected == nil ? .all : .tabBarControllers
        guard let path = try tree.findIfExists(controller, in: scope),
            tree.objects[path]?[ViewControllerInterface.name] != nil
        else { return isGone ? .holds(nil) : .differs("\(controller.text) does not exist") }
        guard !isGone else { return .differs("\(tree.name(of: path)) exists") }
        if let selected {
            guard let current = tree.tabBarController(path).selectedViewController else {
                throw ControlError(message: tree.notTabBarController(path))
            }
            guard try tab(selected, of: path, in: tree) == current, !current.isNone else {
                return .differs("\(tree.name(of: current)) is selected")
            }
        }
        for property in properties where try !property.holds(for: path, in: tree) {
            return .differs(property.text(for: path, in: tree))
        }
        return .holds(path)
    }

    /// Returns the tab that is to be selected; nil while the tab does not exist.
    private func tab(_ tab: TabArgument, of controller: ObjectPath, in tree: ManagedObjects) throws(ControlError)
        -> ObjectPath?
    {
        let tabs = try tree.tabs(of: controller)
        switch tab {
        case .position(let position):
            return tabs.indices.contains(Int(position.index)) ? tabs[Int(position.index)] : nil
        case .controller(let argument):
            return try? tree.find(argument, among: tabs, of: controller, noun: "tab")
        }
    }
}
