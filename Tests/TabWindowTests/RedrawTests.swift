import Foundation
import TestSupport

/// What GTK draws anew.
@EventLoop @Suite(.bus) struct RedrawTests {
    /// Runs the probe, and returns the lines that it has printed.
    private func probe(_ arguments: [String] = []) async throws -> [Substring] {
        let bus = try PrivateBus.current
        let display = try VirtualDisplay()
        let file = bus.directory + "/probe"
        let probe = try ChildProcess(
            BuiltProducts.directory + "/WindowProbe", arguments,
            environment: bus.environment.merging([
                "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory", "XDG_DATA_DIRS": "/usr/share",
            ]) { $1 },
            output: .file(file), errors: .none)
        #expect(await probe.ended() == 0)
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    }

    @Test func `nothing is drawn without a change, and one label after its change`() async throws {
        #expect(try await probe() == ["idle 0", "change 1"])
    }

    @Test(.rules("S-199")) func `a picture is fetched once, and drawn at the size of its widget`() async throws {
        // The widths of seven icons and a picture: before the data is there, then, and after another attempt.
        let lines = try await probe(["pictures"])
        #expect(
            lines == [
                "0 0 0 0 0 0 0 0", "32 32 1 0 0 0 0 256", "32 32 1 0 0 1 0 256", "32 32 1 0 0 1 0 1024",
                "x:svg x:png x:text x:broken x:late x:late",
            ])
    }
}
