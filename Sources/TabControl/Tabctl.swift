internal import ArgumentParser
internal import Glibc

/// The command line of tabctl, which `man/tabctl.1` describes.
package enum Tabctl {
    /// Runs the command that the arguments name. The process ends unless the command succeeds.
    package static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let unknown = UnknownCommand(in: arguments, of: RootCommand.self) {
            Output.printError(unknown.message)
            exit(ExitStatus.usage)
        }
        if BashScript.isRequested(by: arguments) { return Output.print(BashScript.text) }
        do {
            var command = try RootCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            end(with: error)
        }
    }

    /// Prints the text of an error or of a help page, and ends the process.
    private static func end(with error: any Error) -> Never {
        let (text, code) = (RootCommand.fullMessage(for: error, columns: nil), RootCommand.exitCode(for: error))
        if !text.isEmpty { code.isSuccess ? Output.print(text) : Output.writeUsageError(text + "\n") }
        exit(code.rawValue)
    }
}
