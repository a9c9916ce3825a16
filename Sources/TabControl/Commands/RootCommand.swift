internal import ArgumentParser
internal import TabInterface

struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabctl", abstract: "List, show and drive the tab bar controllers of tabd.",
        discussion: "A CONTROLLER is an object path such as /org/tabd/Tabs1/view_controllers/1, or just its number.",
        version: TabVersion.current,
        subcommands: [
            ListCommand.self, CreateCommand.self, ReopenCommand.self, ShowCommand.self, TapCommand.self,
            BackCommand.self,
            ButtonCommand.self, RowCommand.self, CustomizeCommand.self, PressCommand.self, TouchCommand.self,
            SelectCommand.self, SetTabsCommand.self, DismissCommand.self, AlertCommand.self, ViewCommand.self,
            ActionCommand.self,
            AttachCommand.self, MonitorCommand.self, LayoutCommand.self, RestartCommand.self, PluginCommand.self,
        ])
}
