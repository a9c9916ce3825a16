internal import ArgumentParser

/// The command line of tabctl, as `man/tabctl.1` tells it.
package enum Tabctl {
    /// Runs the command that the arguments name, and ends the process unless it is done.
    package static func main() { RootCommand.main() }
}
