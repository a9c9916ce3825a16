import Foundation
import TestSupport

/// Programs that carry a connection to a bus, as ssh does.
@EventLoop @Suite(.bus) struct ForwardingProgramTests {
    private nonisolated static let bridge = "/usr/bin/systemd-stdio-bridge"

    /// A program that runs a script of the shell.
    private static func program(_ script: String) throws(DBusError) -> ForwardingProgram {
        try ForwardingProgram(["/bin/sh", "-c", script], asking: .none)
    }

    @Test(.enabled(if: access(bridge, X_OK) == 0, "systemd is not installed"))
    func `a bridge carries calls, and ends with the connection`() async throws {
        let address = try PrivateBus.current.address
        // A pipe as its output, as of ssh: descriptors can't pass.
        let program = try Self.program("\(Self.bridge) --bus-path=\(address) | cat")
        let connection = try await program.joinBus(timeout: TestTimeout.call)
        #expect(connection.uniqueName.hasPrefix(":"))
        #expect(!connection.passesDescriptors)
        #expect(try await connection.owner(of: connection.uniqueName) == connection.uniqueName)
        let direct = try Connection.bus(at: address)
        defer { direct.close() }
        #expect(direct.passesDescriptors)
        #expect(connection.program === program)
        let name = connection.uniqueName
        connection.close()
        try await EventLoop.until("the end of the client") { try await direct.owner(of: name) == nil }
        #expect(await program.reasonOfEnd() == "sh exited with code 0")
    }

    @Test(arguments: [
        ("echo first >&2; echo 'no way' >&2; exit 3", "no way"), ("exit 3", "sh exited with code 3"),
        ("kill -KILL $$", "sh was killed by SIGKILL"), ("echo 'Welcome to this machine'", "sh exited with code 0"),
    ])
    func `a program that ends before the bus has replied is an error with its reason`(script: String, reason: String)
        async throws
    {
        let program = try Self.program(script)
        let error = await #expect(throws: DBusError.self) { try await program.joinBus(timeout: TestTimeout.call) }
        #expect(error == .disconnected(reason))
    }

    @Test func `a program that does not reply is ended after the timeout`() async throws {
        let program = try Self.program("exec sleep 1000")
        let error = await #expect(throws: DBusError.self) { try await program.joinBus(timeout: 20) }
        #expect(error?.name == DBusError.Name.disconnected)
        #expect(await program.reasonOfEnd() == "sh was killed by SIGTERM")
    }

    @Test func `a missing program is an error that names it`() {
        let error = #expect(throws: DBusError.self) {
            _ = try ForwardingProgram(["no-such-program"], asking: .none)
        }
        #expect(error?.message == "'no-such-program' is not in PATH")
    }

    @Test(.enabled(if: access(bridge, X_OK) == 0, "systemd is not installed"))
    func `a greeting is not the reason of a later end`() async throws {
        let address = try PrivateBus.current.address
        let program = try Self.program("echo 'Welcome to this machine' >&2; \(Self.bridge) --bus-path=\(address) | cat")
        try await program.joinBus(timeout: TestTimeout.call).close()
        #expect(await program.reasonOfEnd() == "sh exited with code 0")
    }

    @Test(arguments: [ForwardingProgram.Questions.none, .inWindows])
    func `a program that must not ask on the terminal has none`(questions: ForwardingProgram.Questions) async throws {
        // The session's number is the third one after the name.
        let script =
            "read -r _ _ _ _ _ session _ </proc/$$/stat; [ $session = $$ ] && echo 'its own session' >&2; exit 3"
        let program = try ForwardingProgram(["/bin/sh", "-c", script], asking: questions)
        #expect(await program.reasonOfEnd() == "its own session")
    }

    @Test func `cancelling ends the wait at once, and a program that is stopped`() async throws {
        let program = try Self.program("kill -STOP $$; exec sleep 1000")
        let joining = Task { @EventLoop in
            _ = await #expect(throws: DBusError.disconnected("sh was ended")) {
                try await program.joinBus(timeout: .max)
            }
        }
        await EventLoop.pause(0)
        program.cancel()
        await joining.value
        await program.waitForEnd()
        #expect(await program.reasonOfEnd() == "sh was killed by SIGTERM")
    }
}
