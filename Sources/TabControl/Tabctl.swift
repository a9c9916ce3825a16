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
        RootCommand.main(arguments)
    }
}
