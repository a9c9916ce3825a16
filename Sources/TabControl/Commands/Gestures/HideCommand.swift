internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct HideCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Hide a tab like the user does, or show it again.",
        discussion: """
            A tab without AllowsHiding and the last visible tab are refused. 'tabctl hide-tab' hides any tab. \
            'tabctl reset-tabs' undoes what the user has hidden.
            """)

    static let scope = ControllerScope.tabBarControllers

    @Flag(help: "Show the tab again.")
    var undo = false

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        try format.report(isAccepted: try await service.tabBarController(path).hideTab(tab, !undo))
    }
}
