import Foundation
import TestSupport

/// What GTK draws anew.
@EventLoop @Suite(.bus) struct RedrawTests {
    @Test func `nothing is drawn without a change, and one label after its change`() async throws {
        let bus = try PrivateBus.current
        let display = try VirtualDisplay()
        let file = bus.directory + "/probe"
        let probe = try ChildProcess(
            BuiltProducts.directory + "/WindowProbe",
            environment: bus.environment.merging([
                "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory", "XDG_DATA_DIRS": "/usr/share",
            ]) { $1 },
            output: .file(file), errors: .none)
        #expect(await probe.ended() == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines == ["idle 0", "change 1"])
    }
}
