internal import ArgumentParser
internal import Glibc

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

    enum Language: String, EnumerableFlag {
        case swift, c

        static func help(for value: Language) -> ArgumentHelp? {
            switch value {
            case .swift: "A Swift package, with a view controller as in UIKit."
            case .c: "One file in C."
            }
        }
    }

    @Flag
    var language: Language

    @Option(help: "Make the folder in this one.")
    var directory = "."

    @OptionGroup var format: FormatOptions

    @Argument(help: "The plugin's id: a small letter, then up to 63 small letters, digits and underscores.")
    var name: String

    func validate() throws {
        guard PluginProject.isValidIdentifier(name) else {
            throw ValidationError(
                "'\(name)' is no id of a plugin: a small letter, then up to 63 small letters, digits and underscores "
                    + "([a-z][a-z0-9_]{0,63}) are allowed, for example my_clock.")
        }
    }

    func run() throws {
        do throws(ControlError) {
            let project = try project()
            let folder = directory == "." ? name : directory + (directory.hasSuffix("/") ? "" : "/") + name
            try project.write(to: folder)
            report(project, in: folder)
        } catch {
            Output.complain(error.message)
            throw ExitCode(error.status)
        }
    }

    private func project() throws(ControlError) -> PluginProject {
        let here = Installation.current
        switch language {
        case .c:
            guard let header = here.header else {
                throw here.missing("CTabPlugin.h", places: Installation.headerPlaces)
            }
            return PluginProject(id: name, language: .c, interface: header)
        case .swift:
            guard let sdk = here.sdk else { throw here.missing("the Swift SDK", places: Installation.sdkPlaces) }
            return PluginProject(id: name, language: .swift, interface: sdk)
        }
    }

    private func report(_ project: PluginProject, in folder: String) {
        let files = project.files.map(\.name).sorted()
        let commands = project.commands(in: folder, tabctl: Installation.command)
        if format.json {
            let json = JSON.object([
                "path": .string(Installation.realPath(folder) ?? folder), "type": .string(project.type),
                "files": .array(files.map(JSON.string)), "commands": .array(commands.map(JSON.string)),
            ])
            return Output.print(json.text)
        }
        Output.print(
            """
            Made \(folder), a plugin in \(project.language.rawValue) that offers \(project.type):

                \(files.joined(separator: "  "))

            To build it, check it, install it for yourself and make a tab bar controller with a tab of it:

                \(commands.joined(separator: " && "))
            """)
    }
}

extension Installation {
    /// The error when a part that only a whole installation has was not found.
    fileprivate func missing(_ what: String, places: [String]) -> ControlError {
        let looked = places.map { "\(binaries)/\($0)" }.joined(separator: ", ")
        return ControlError(
            message: "\(what) was not found; looked in \(looked): install tabd with 'make install', or run 'make'",
            status: ExitStatus.unavailable)
    }
}
