internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import Glibc
internal import TabFrontEnd
internal import TabInterface

/// The program `tabd-window`.
package enum TabWindow {
    /// The name of the desktop file without its extension.
    static let identifier = "org.tabd.Window"

    static func printError(_ message: String) {
        // The message may come from another program, or from another machine.
        var line = "tabd-window: \(message.onOneLine)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Runs the program. The process ends unless the window was closed by the user.
    ///
    /// - Parameter arguments: The command line without the name of the program; nil for that of the process.
    package static func main(_ arguments: [String]? = nil) { WindowCommand.main(arguments) }
}

/// The command line of `tabd-window`, which `man/tabd-window.1` describes.
struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabd-window", abstract: "Show and control a tab bar controller in a window.",
        discussion: """
            Several windows, terminals and scripts can show the same controller at the same time. If the daemon or the \
            bus ends, the window keeps the last views and waits until it is back. Press Ctrl-? for a list of keys.
            """,
        version: TabVersion.current)

    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp("Show the tabs of an account on another machine, over ssh.", valueName: "user@host"))
    var host: String?

    @Option(help: ArgumentHelp("The address of the bus on the other machine.", valueName: "address"))
    var hostBus: String?

    @Flag(help: "Watch what other front ends show, without putting the view into a window.")
    var watch = false

    @Flag(help: "Attach as a client that can't change anything in this tree.")
    var readOnly = false

    @Option(help: ArgumentHelp("The colours: light or dark instead of the desktop's preference.", valueName: "scheme"))
    var colorScheme: ColorScheme?

    @Option(
        help: ArgumentHelp("How much larger than usual to draw texts, 0.5 to 4, instead of the desktop's preference."))
    var textScale: Double?

    @Argument(
        help: ArgumentHelp(
            "The restoration identifier, number or object path of a tab bar or navigation controller.",
            discussion: "Without it, the window shows the only tab bar controller, or lets you choose one."))
    var controller: String?

    func validate() throws {
        guard host != nil || hostBus == nil else { throw ValidationError("--host-bus needs --host") }
        do throws(DBusError) {
            _ = try remoteHost()
        } catch {
            throw ValidationError(error.message)
        }
        guard let textScale, !(0.5...4).contains(textScale) else { return }
        throw ValidationError("--text-scale \(textScale) is out of range; expected 0.5 to 4")
    }

    private func remoteHost() throws(DBusError) -> SSHDestination? {
        guard let host else { return nil }
        return try SSHDestination(host, bus: hostBus)
    }

    func run() throws {
        let options = WindowOptions(
            controller: controller, isReadOnly: readOnly, isWatching: watch, colorScheme: colorScheme,
            textScale: textScale, host: try remoteHost())
        let status: Int32
        do throws(Application.Failure) {
            status = try Application.run(TabWindow.identifier) { WindowController.open(options) }
        } catch {
            TabWindow.printError(error.message)
            throw ExitCode(69)
        }
        guard status == 0 else { throw ExitCode(status) }
    }
}

/// What the user asked for on the command line.
struct WindowOptions: Sendable {
    var controller: String?
    var isReadOnly = false
    var isWatching = false
    var colorScheme: ColorScheme?
    var textScale: Double?
    /// The other machine; nil for this one.
    var host: SSHDestination?
}

/// The colours that the user chose.
enum ColorScheme: String, ExpressibleByArgument, CaseIterable, Sendable {
    case light, dark
}
