import Foundation
import TestSupport

/// waybar in a compositor without a screen, with the module that docs/waybar.md describes.
@EventLoop final class HeadlessBar {
    /// In CI a missing program is a failure.
    nonisolated static let hasPrograms =
        ProcessInfo.processInfo.environment["CI"] == "true"
        || HouseCommand.succeeds([
            "sh", "-c",
            """
            command -v grim sway waybar && test -x \(launcher) && \(user.joined(separator: " ")) true &&
            /usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")'
            """,
        ])
    private nonisolated static let launcher = "/usr/libexec/at-spi-bus-launcher"
    private nonisolated static let isRoot = getuid() == 0
    /// sway refuses to run as root.
    private nonisolated static let user =
        isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["/usr/bin/env"]

    private let folder: CompositorFolder
    private let compositor: TabctlProcess
    private let accessibility: ChildProcess
    private let bar: TabctlProcess
    private let input = Pipe()
    /// Prints the text of the module whenever it changes. The selected tab is in brackets.
    let probe: TabctlProcess

    private init() async throws {
        let bus = try PrivateBus.current
        folder = try CompositorFolder(user: Self.isRoot ? 65534 : getuid())
        let folder = folder.path
        let display = [
            "XDG_RUNTIME_DIR=\(folder)", "HOME=\(folder)", "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1",
            "WLR_RENDERER=pixman", "DBUS_SESSION_BUS_ADDRESS=",
        ]
        let words = Self.user + ["/usr/bin/env"] + display + ["sway", "-c", folder + "/config"]
        compositor = try TabctlProcess(Array(words.dropFirst()), running: words[0])
        try await compositor.line("with the display") { $0.hasPrefix("wayland-") }
        accessibility = try ChildProcess(
            Self.launcher, ["--launch-immediately"],
            environment: bus.environment.merging(["XDG_DATA_DIRS": "/usr/share", "DBUS_FATAL_WARNINGS": "0"]) { $1 },
            output: .none, errors: .none)
        // A program that starts before it would never be read.
        try await HouseCommand.runOnThread(
            ["gdbus", "wait", "--session", "--timeout", "60", "org.a11y.Bus"], environment: bus.environment
        ).succeeded()
        let environment = [
            "WAYLAND_DISPLAY": "\(folder)/\(compositor.lines.first ?? "")", "DBUS_FATAL_WARNINGS": "0",
            "PATH": "\(BuiltProducts.directory):/usr/local/bin:/usr/bin:/bin", "XDG_DATA_DIRS": "/usr/share",
        ]
        try Self.writeConfiguration(into: bus.directory)
        probe = try TabctlProcess(
            [CPlugin.fixtures + "/bar_probe.py", "waybar"], running: "/usr/bin/python3", input: input,
            environment: environment)
        // The pointer comes first: waybar gets no clicks while the seat has none, and before its surface is drawn.
        try await probe.line("")
        probe.clearLines()
        let empty = try await Self.picture(environment)
        bar = try TabctlProcess([], running: "/usr/bin/waybar", environment: environment)
        try await EventLoop.until("waybar being drawn") { try await Self.picture(environment) != empty }
    }

    /// A digest of a part of the screen, which waybar covers.
    private static func picture(_ environment: [String: String]) async throws -> String {
        let environment = try PrivateBus.current.environment.merging(environment) { $1 }
        let shot = ["sh", "-c", "grim -t ppm -g '400,0 100x8' - | sha256sum"]
        return try await HouseCommand.runOnThread(shot, environment: environment).succeeded().output
    }

    /// Writes the files of the page where it says.
    private static func writeConfiguration(into home: String) throws {
        let blocks = try DocumentationBlock.blocks(in: "docs/waybar.md")
        let folder = home + "/.config/waybar"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // XDG_CONFIG_HOME is another folder on the bus of a test.
        try FileManager.default.createSymbolicLink(atPath: home + "/config/waybar", withDestinationPath: folder)
        for (name, language) in [("config", "jsonc"), ("style.css", "css")] {
            let text = try #require(blocks.first { $0.language == language }?.text)
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        try FileManager.default.copyItem(
            atPath: HouseCommand.package + "/docs/examples/waybar_tabs.py", toPath: folder + "/waybar_tabs.py")
    }

    /// Waits until the module shows a text after the last one that was waited for.
    func shows(_ text: String) async throws {
        try await probe.line("'\(text)', among those of waybar: \(bar.notes + bar.lines)") { $0 == text }
        probe.clearLines()
    }

    /// Moves the pointer, clicks or turns the wheel.
    func point(_ commands: String...) throws {
        for command in commands { try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8)) }
    }

    /// Ends waybar as the compositor's user does.
    func endBar() async throws {
        bar.send(SIGTERM)
        _ = try await bar.exitStatus()
    }

    /// Ends the other programs.
    private func end() async {
        for process in [probe, compositor] { process.send(SIGTERM) }
        accessibility.send(SIGTERM)
        _ = try? await compositor.exitStatus()
    }

    /// Starts all programs, and ends them after the body.
    static func run(_ body: @EventLoop (HeadlessBar) async throws -> Void) async throws {
        let bar = try await HeadlessBar()
        do { try await body(bar) } catch {
            await bar.end()
            throw error
        }
        await bar.end()
    }
}

/// The folder of a compositor that runs as another user, who can't enter the folder of the tests.
private final class CompositorFolder {
    let path = "/tmp/tabd-sway-\(UUID().uuidString.prefix(8))"

    init(user: uid_t) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let configuration = "xwayland disable\noutput HEADLESS-1 resolution 1000x300\nexec echo $WAYLAND_DISPLAY\n"
        try configuration.write(toFile: path + "/config", atomically: true, encoding: .utf8)
        for path in [path + "/config", path] where user != getuid() { chown(path, user, user) }
    }

    // Not with FileManager, which fails if the compositor removes its socket meanwhile.
    deinit { _ = try? ChildProcess("/bin/rm", ["-rf", path]).wait() }
}
