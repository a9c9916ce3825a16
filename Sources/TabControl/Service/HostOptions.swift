internal import ArgumentParser
internal import DBusInterface
internal import TabFrontEnd

/// The options for the daemon on another machine. They can be before the command as well as after it.
struct HostOptions: ParsableArguments {
    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp("Use the tabs of an account on another machine, over ssh.", valueName: "user@host"))
    var host: String?

    @Option(help: ArgumentHelp("The address of the bus on the other machine.", valueName: "address"))
    var hostBus: String?

    func validate() throws {
        guard host != nil || hostBus == nil else { throw ValidationError("--host-bus needs --host.") }
        do throws(DBusError) {
            _ = try remoteHost()
        } catch {
            throw ValidationError(error.message + ".")
        }
    }

    /// Returns the other machine; nil for this one.
    func remoteHost() throws(DBusError) -> SSHDestination? {
        guard let host else { return nil }
        return try SSHDestination(host, bus: hostBus)
    }

    /// Refuses another machine for a command that works with files and processes of this one.
    ///
    /// - Parameter advice: What the user can do instead.
    func requireThisMachine(_ command: String, _ advice: String = "run it there with ssh") throws {
        guard let host else { return }
        throw ValidationError("'tabctl \(command)' works on this machine only, not on \(host); \(advice).")
    }

    /// The options with their values at the beginning of a command line, before the command.
    static func prefix(of arguments: [String]) -> ArraySlice<String> {
        var count = 0
        while count < arguments.count {
            switch arguments[count] {
            case "-H", "--host", "--host-bus": count += 2
            case let word where word.hasPrefix("--host=") || word.hasPrefix("--host-bus=") || isJoined(word): count += 1
            default: return arguments[..<min(count, arguments.count)]
            }
        }
        return arguments[...]
    }

    /// Whether a word is `-H` with its value.
    private static func isJoined(_ word: String) -> Bool { word.hasPrefix("-H") && word.count > 2 }
}
