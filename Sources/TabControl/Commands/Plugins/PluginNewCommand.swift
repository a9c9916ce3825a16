internal import ArgumentParser
internal import Glibc
internal import Processes
internal import TabInterface

struct PluginNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a folder with a small plugin as a starting point.",
        usage: "tabctl plugin new --swift | --c [--directory <directory>] [--json] <name>",
        discussion: """
            The plugin has one tab with a label and a button that counts. The command prints how to build, check and \
            install the plugin, and how to create a tab with it.

            C needs a compiler and make. Swift needs the Swift release that tabd was built with, because Swift has no \
            stable ABI on Linux.
            """)

    @Flag var language: PluginProject.Language

    @Option(help: "Create the folder in this directory.", completion: .directory)
    var directory = "."

    @OptionGroup var format: FormatOptions

    @Argument(help: "The plugin's id: a lower-case letter, then up to 63 lower-case letters, digits and underscores.")
    var name: String

    func validate() throws {
        try format.remote.requireThisMachine("plugin new")
        guard TextRules.isPluginIdentifier(name) else {
            throw ValidationError(
                "'\(name)' is not a plugin id; expected a lower-case letter, then up to 63 lower-case letters, digits "
                    + "and underscores ([a-z][a-z0-9_]{0,63}), for example my_clock.")
        }
    }

    func run() throws {
        let folder = directory == "." ? name : directory + (directory.hasSuffix("/") ? "" : "/") + name
        let project = try Session.require { () throws(ControlError) in
            try requireNewName()
            let project = try self.project()
            try project.write(to: folder)
            return project
        }
        report(project, in: folder)
        if language == .swift, Program.find("swift") == nil {
            Output.note(
                "'swift' is not in PATH; install Swift \(SwiftRelease.current) from swift.org to build the plugin")
        }
    }

    /// Refuses the id of a plugin that the daemon finds, because the new one would replace it.
    private func requireNewName() throws(ControlError) {
        let data = DataFolders.inEnvironment(ProcessEnvironment.variables)
        let folders = (data.user + data.system).map { $0 + "/tabd/plugins" } + ProgramFolder.current.pluginFolders
        guard let folder = folders.first(where: { access("\($0)/\(name)", F_OK) == 0 }) else { return }
        throw ControlError(
            message: "'\(name)' is the id of the plugin in \(folder)/\(name); choose another name",
            status: ExitStatus.cannotCreate)
    }

    private func project() throws(ControlError) -> PluginProject {
        let here = Installation.current
        return try PluginProject(
            id: name, language: language, interface: here.require(language == .c ? .header : .sdk),
            templates: here.require(.templates))
    }

    private func report(_ project: PluginProject, in folder: String) {
        let files = project.files.map(\.name).sorted()
        let commands = project.commands(in: folder, tabctl: Installation.command)
        format.print(
            [
                "path": .string(Installation.realPath(folder) ?? folder), "type": .string(project.type),
                "files": .array(files.map(JSON.string)), "commands": .array(commands.map(JSON.string)),
            ],
            text: """
                Created \(folder), a \(project.language.name) plugin with the type \(project.type):

                    \(files.joined(separator: "  "))

                To build, check and install it, and to create a tab bar controller with it, run:

                    \(commands.joined(separator: " && "))
                """)
    }
}

extension PluginProject.Language: EnumerableFlag {
    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .swift: "Create a Swift package, with a view controller as in UIKit."
        case .c: "Create one C file."
        }
    }
}
