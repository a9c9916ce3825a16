internal import ArgumentParser

/// What a plugin's process can be run under. The packages of Debian have the same names.
enum Debugger: String, CaseIterable, ExpressibleByArgument {
    case gdb, valgrind

    /// The command line that runs a program under it.
    ///
    /// - Parameter given: the user's own options, which win.
    func arguments(for program: [String], given: [String]) -> [String] {
        switch self {
        // At its prompt, for breakpoints have to be set first; in a library that is not there yet they are pending.
        case .gdb: ["--quiet", "-ex", "set breakpoint pending on"] + given + ["--args"] + program
        // What is possibly lost is the Swift runtime's.
        case .valgrind:
            ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"] + given + program
        }
    }

    /// What is told before it starts.
    func advice(id: String) -> String {
        switch self {
        case .gdb:
            "set breakpoints, then type 'run' within a minute: the process becomes that of plugin '\(id)'; 'quit' ends it"
        case .valgrind:
            "the process becomes that of plugin '\(id)' when it has started, which takes a while; Ctrl-C ends it"
        }
    }
}
