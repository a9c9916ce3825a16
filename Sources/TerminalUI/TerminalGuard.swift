internal import Glibc

/// A small process that gives the terminal back when this one is killed in a way that it can't handle.
///
/// It reads `on` and `off` from a socket, and at the end of file knows that we are gone. It is a process group of its
/// own: what is sent to ours does not end it.
struct TerminalGuard {
    /// $1 is what leaves the screen, $2 our mode and $3 the one before it, both as `stty -g` writes them. Standard output
    /// is the terminal. The mode is set only if it is still ours: a shell may have been quicker, or somebody else has the
    /// terminal now.
    private static let script = """
        trap '' HUP INT QUIT TERM PIPE TSTP TTIN TTOU
        cd /
        exec 3>&1
        state=off
        while read -r line; do state=$line; done
        [ "$state" = on ] || exit 0
        printf %s "$1"
        [ "$(stty -g <&3)" = "$2" ] && stty "$3" <&3
        """

    let processID: pid_t
    /// Our end; nobody else has it. A socket, as the write to a pipe that nobody reads any more is a signal.
    let descriptor: Int32

    /// - Parameters:
    ///   - terminal: A descriptor of it.
    ///   - leave: What is written to leave the screen.
    ///   - mode: The one that we set.
    ///   - saved: The one to go back to.
    init?(of terminal: Int32, leave: String, mode: termios, saved: termios) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        // Above the standard ones, over which one is not copied by its own copy then.
        let (input, output) = (fcntl(ends[1], F_DUPFD_CLOEXEC, 3), fcntl(terminal, F_DUPFD_CLOEXEC, 3))
        defer { for descriptor in [ends[1], input, output] where descriptor >= 0 { close(descriptor) } }
        let arguments = [
            "sh", "-c", Self.script, "terminal-guard", leave, TerminalModes.text(mode), TerminalModes.text(saved),
        ]
        guard input >= 0, output >= 0, let processID = Self.spawn(arguments, input: input, output: output) else {
            close(ends[0])
            return nil
        }
        (self.processID, descriptor) = (processID, ends[0])
    }

    private static func spawn(_ arguments: [String], input: Int32, output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Whatever the caller leaves to its children is not for this one, which would keep it open as long as we live.
        for descriptor in 3..<Int32(256) {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0, flags & FD_CLOEXEC == 0 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        // Where `stty` is.
        let environment = ["PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")]
        var pointers = (arguments + environment).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.insert(nil, at: arguments.count)
        pointers.append(nil)
        var processID: pid_t = -1
        let status = pointers.withUnsafeBufferPointer { list in
            guard let argv = list.baseAddress else { return EINVAL }
            return posix_spawn(&processID, "/bin/sh", &actions, &attributes, argv, argv + arguments.count + 1)
        }
        return status == 0 ? processID : nil
    }

    /// Tells a guard whether we have the terminal. Safe in a signal handler.
    static func tell(_ descriptor: Int32, isActive: Bool) {
        let line: StaticString = isActive ? "on\n" : "off\n"
        _ = send(descriptor, line.utf8Start, line.utf8CodeUnitCount, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Lets it give the terminal back in our place, as soon as that takes output.
    func relieve() { close(descriptor) }

    /// Ends it when there is nothing to guard any more; never waits for long.
    func end() {
        close(descriptor)
        guard waitpid(processID, nil, WNOHANG) == 0 else { return }
        // It may be stopped, or slow.
        kill(processID, SIGKILL)
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }
}
