internal import ArgumentParser
internal import TabInterface

struct PluginNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a folder with a small plugin to begin with.",
        usage: "tabctl plugin new --swift | --c [--directory <directory>] [--json] <name>",
        discussion: """
            It has one tab with a label and a button that counts. The commands that build, check and install it and make \
            a tab of it are printed.

            C needs a compiler and make. Swift needs the release of Swift that tabd was built with, as Swift has no \
            stable ABI on Linux.
            """)

    @Flag var language: PluginProject.Language

    @Option(help: "Make the folder in this one.")
    var directory = "."

    @OptionGroup var format: FormatOptions

    @Argument(help: "The plugin's id: a small letter, then up to 63 small letters, digits and underscores.")
    var name: String

    func validate() throws {
        guard TextRules.isPluginIdentifier(name) else {
            throw ValidationError(
                "'\(name)' is no id of a plugin: a small letter, then up to 63 small letters, digits and underscores "
                    + "([a-z][a-z0-9_]{0,63}) are allowed, for example my_clock.")
        }
    }

    func run() throws {
        let folder = directory == "." ? name : directory + (directory.hasSuffix("/") ? "" : "/") + name
        let project = try Session.require { () throws(ControlError) in
            let project = try self.project()
            try project.write(to: folder)
            return project
        }
        report(project, in: folder)
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
                Made \(folder), a plugin in \(project.language.name) that offers \(project.type):

                    \(files.joined(separator: "  "))

                To build it, check it, install it for yourself and make a tab bar controller with a tab of it:

                    \(commands.joined(separator: " && "))
                """)
    }
}

extension PluginProject.Language: EnumerableFlag {
    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .swift: "A Swift package, with a view controller as in UIKit."
        case .c: "One file in C."
        }
    }
}
