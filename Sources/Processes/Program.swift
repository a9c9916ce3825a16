internal import CSystemd
internal import Glibc

/// Programs that this process starts or becomes.
package enum Program {
    /// Returns the first executable file with this name in an absolute folder of PATH.
    package static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }

    /// The process group of a program.
    package enum Group: Hashable, Sendable {
        case own
        /// A group of its own in a session of its own: the program has no terminal, so it can't ask there, and no key or
        /// job control reaches it.
        case session
        /// The group of this process. The program can ask the user on the terminal, and keys such as Ctrl-C reach it
        /// unless it starts with the signals blocked.
        case shared(blocking: [Int32])
    }

    /// Starts a program with the signal settings of a login and only the standard descriptors.
    ///
    /// - Parameters:
    ///   - arguments: The program's name first.
    ///   - replaced: The replacement of a standard descriptor: another descriptor, above the standard ones, or
    ///     /dev/null.
    /// - Throws: The system's reason.
    package static func spawn(
        _ path: String, _ arguments: [String], environment: [String],
        replacing replaced: [Int32: Int32?], in group: Group = .own
    ) throws(SystemError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (standard, other) in replaced {
            if let other {
                posix_spawn_file_actions_adddup2(&actions, other, standard)
            } else {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        var (blocked, all) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigfillset(&all)
        switch group {
        case .own: flags |= POSIX_SPAWN_SETPGROUP
        case .session: flags |= newSession
        case .shared(let signals): for signal in signals { sigaddset(&blocked, signal) }
        }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var (argv, envp) = (strings(arguments), strings(environment))
        defer { for string in argv + envp { free(string) } }
        var processID: pid_t = 0
        let number = posix_spawn(&processID, path, &actions, &attributes, &argv, &envp)
        guard number == 0 else { throw SystemError(number) }
        return processID
    }

    /// Replaces this process by a program. Returns only on failure.
    ///
    /// - Parameter arguments: The program's name first.
    package static func replaceProcess(with path: String, _ arguments: [String]) -> SystemError {
        var argv = strings(arguments)
        execv(path, &argv)
        return SystemError(errno)
    }

    /// `POSIX_SPAWN_SETSID`, which the module of the C library does not show.
    private static let newSession: Int32 = 0x80

    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}
