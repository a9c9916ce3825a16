import CSystemd
import TestSupport

/// The master side of a pseudo terminal. Its creator must close the descriptor.
struct PseudoTerminal {
    let descriptor: Int32
    /// The path of the slave side.
    private let path: String

    // TIOCSPTLCK and TIOCGPTN, computed macros that Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(columns: Int, rows: Int) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        guard descriptor >= 0, ioctl(descriptor, Self.setLock, &isLocked) == 0,
            ioctl(descriptor, Self.getNumber, &number) == 0
        else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            throw TestTimeoutError(description: "can't open a pseudo terminal: errno \(reason)")
        }
        path = "/dev/pts/\(number)"
        Self.resize(descriptor, columns: columns, rows: rows)
    }

    static func resize(_ descriptor: Int32, columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Starts a program that leads a session of its own on this terminal, with default signals as at login. The second
    /// value is a descriptor that signals its end. On failure the terminal is closed.
    func spawn(_ program: String, _ arguments: [String], _ environment: [String: String]) throws -> (pid_t, Int32) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal that a session leader opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // POSIX_SPAWN_SETSID is declared for GNU sources only.
        let setSession: Int32 = 0x80
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | setSession))
        var processID: pid_t = 0
        let words = [program] + arguments
        var pointers = (words + environment.map { "\($0.key)=\($0.value)" }).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.insert(nil, at: words.count)
        pointers.append(nil)
        let result = pointers.withUnsafeBufferPointer { list in
            guard let argv = list.baseAddress else { return EINVAL }
            return posix_spawn(&processID, program, &actions, &attributes, argv, argv + words.count + 1)
        }
        let process = result == 0 ? open_pidfd(processID) : -1
        guard process >= 0 else {
            let reason = result == 0 ? errno : result
            close(descriptor)
            if result == 0 {
                kill(processID, SIGKILL)
                waitpid(processID, nil, 0)
            }
            throw TestTimeoutError(description: "\(program) can't be started: \(String(cString: strerror(reason)))")
        }
        return (processID, process)
    }
}
