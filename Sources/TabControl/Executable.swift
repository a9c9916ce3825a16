internal import Glibc
internal import Processes

/// Programs that tabctl hands over to.
enum Executable {
    /// Puts a program in the place of this process, so that terminal, output and status are its own.
    ///
    /// - Parameter arguments: without the program's own name.
    static func replaceProcess(with program: String, _ arguments: [String]) throws(ControlError) -> Never {
        // An ignored signal stays ignored, and libdbus ignores this one.
        signal(SIGPIPE, SIG_DFL)
        let error = Program.replaceProcess(with: program, [program] + arguments)
        throw ControlError(message: "\(program) can't be started: \(error)", status: ExitStatus.unavailable)
    }
}
