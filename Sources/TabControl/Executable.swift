internal import Glibc

/// Programs that tabctl hands over to.
enum Executable {
    /// The absolute path of a program in PATH.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Puts a program in the place of this process, so that terminal, output and status are its own.
    ///
    /// - Parameter arguments: without the program's own name.
    static func replaceProcess(with program: String, _ arguments: [String]) throws(ControlError) -> Never {
        // An ignored signal stays ignored, and libdbus ignores this one.
        signal(SIGPIPE, SIG_DFL)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, &pointers)
        throw ControlError(
            message: "\(program) can't be started: \(String(cString: strerror(errno)))", status: ExitStatus.unavailable)
    }
}
