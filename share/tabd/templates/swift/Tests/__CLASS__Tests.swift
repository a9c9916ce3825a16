import TabPlugin
import TabPluginTesting
import Testing

@testable import __MODULE__

/// Tests of the page without tabd. `TestPage` makes the calls that tabd makes.
@PluginActor @Suite struct __CLASS__Tests {
    @Test func `a tap is counted, and the count is kept for a restart`() throws {
        let page = try TestPage(__CLASS__.self)
        page.show()
        try page.tap("Tap")
        #expect(page.view(Label.self, "Count")?.text == "Taps: 1")

        let restored = try TestPage(__CLASS__.self, restoring: page.restorableState)
        restored.show()
        #expect(restored.view(Label.self, "Count")?.text == "Taps: 1")
    }
}
