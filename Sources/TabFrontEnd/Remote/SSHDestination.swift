internal import DBusConnection
package import DBusInterface
internal import Glibc

/// An account on another machine, whose session bus is reached with ssh and `systemd-stdio-bridge`.
package struct SSHDestination: Hashable, Sendable {
    /// The destination as the user gave it: whatever ssh accepts, or `USER@HOST:PORT`.
    package let name: String
    /// The destination for ssh, and the port after it.
    private let destination: String
    private let port: String?
    /// The address of the bus on the other machine; nil for that of the login.
    private let busAddress: String?
    /// The path or the name of the program instead of ssh.
    private let program: String

    /// - Parameter program: nil for the one in `TABD_SSH`, else `ssh`.
    /// - Throws: `InvalidArgs` for a name that ssh could take for an option, and for an address that is not one.
    package init(_ name: String, bus busAddress: String? = nil, program: String? = nil) throws(DBusError) {
        let place = name.hasPrefix("ssh://") ? name.dropFirst("ssh://".count) : name[...]
        let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let isPrintable = name.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && !$0.isControlOrDirection }
        guard !host.isEmpty, isPrintable, !place.hasPrefix("-"), !host.hasPrefix("-") else {
            throw .invalidArgs("'\(name)' is not a destination for ssh; expected HOST, USER@HOST or USER@HOST:PORT")
        }
        if let busAddress {
            // The words of the remote shell: the characters of an address are those that D-Bus does not escape.
            let isAddress = busAddress.utf8.allSatisfy { Self.addressCharacters.contains($0) }
            guard isAddress, busAddress.contains(":") else {
                throw .invalidArgs(
                    "'\(busAddress)' is not the address of a bus; expected for example unix:path=/run/user/1000/bus")
            }
        }
        self.name = name
        self.busAddress = busAddress
        let given = program ?? getenv("TABD_SSH").map { String(cString: $0) } ?? ""
        self.program = given.isEmpty ? "ssh" : given
        (destination, port) = Self.parts(of: name)
    }

    private static let addressCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.*:=,;%".utf8)

    /// Returns the port of `USER@HOST:PORT`. An IPv6 address has more colons, or brackets that ssh does not expect; ssh
    /// itself reads a URI.
    private static func parts(of name: String) -> (destination: String, port: String?) {
        if let parts = name.wholeMatch(of: /((?:.*@)?)\[([^\[\]]+)\](?::([0-9]+))?/) {
            let port = parts.3.flatMap { UInt16($0) } ?? 0
            guard parts.3 == nil || port > 0 else { return (name, nil) }
            return (String(parts.1 + parts.2), parts.3 == nil ? nil : String(port))
        }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let port = UInt16(parts[1]), port > 0 else { return (name, nil) }
        return (String(parts[0]), String(port))
    }

    // MARK: Command

    /// The commands of the remote login. Login shells differ, so `sh` runs them, and the text has no character that a
    /// shell changes within single quotes.
    private var script: String {
        let login = #"${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}"#
        // The bridge always gets an address: with `--user`, that of systemd 252 connects to the bus of the system. A
        // socket as its output would make it pass descriptors, which ssh drops, so it writes to a pipe.
        return #"a="\#(busAddress ?? login)"; case "$a" in *%*|*";"*) ;; unix:path=*) "#
            + #"p=${a#unix:path=}; p=${p%%[,;]*}; "#
            + #"[ -e "$p" ] || { echo "no bus listens at $p; log in there, or run loginctl enable-linger" >&2; exit 1; };; "#
            + #"esac; command -v systemd-stdio-bridge >/dev/null || { "#
            + #"echo "systemd-stdio-bridge is not installed; it belongs to systemd" >&2; exit 1; }; "#
            + #"SYSTEMD_LOG_TARGET=console systemd-stdio-bridge --bus-path="$a" | cat"#
    }

    /// Returns the command line of ssh.
    ///
    /// - Parameters:
    ///   - questions: How ssh may ask for a password. It must not on a terminal whose screen is drawn.
    ///   - isLasting: Whether the connection is kept. It is not shared with others then, because only an ssh with its own
    ///     connection notices a dead link, and a new one must not go over that link.
    func command(asking questions: ForwardingProgram.Questions, isLasting: Bool) -> [String] {
        var words = [program, "-xT"]
        var options = Self.options
        if isLasting { options.append("ControlPath=none") }
        // The time limit includes that of an ssh to a machine on the way, which may ask the user.
        if questions == .none { options += ["BatchMode=yes", "ConnectTimeout=15"] }
        for option in options { words += ["-o", option] }
        if let port { words += ["-p", port] }
        return words + ["--", destination, "sh -c '\(script)'"]
    }

    private static let options = [
        // A dead link is noticed after 15 seconds.
        "ServerAliveInterval=5", "ServerAliveCountMax=3",
        "ForwardAgent=no", "ClearAllForwardings=yes",
        // Settings of the user for a shell, which would replace the bridge, or write between its messages.
        "PermitLocalCommand=no", "RemoteCommand=none", "UpdateHostKeys=no", "SessionType=default", "StdinNull=no",
        "ForkAfterAuthentication=no",
    ]
}
