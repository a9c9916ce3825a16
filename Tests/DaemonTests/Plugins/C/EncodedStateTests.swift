import Foundation
import TestSupport

/// States that a plugin in C encodes, and that the host can't keep.
@EventLoop @Suite(.bus) struct EncodedStateTests {
    @Test(arguments: [
        ("tab_value state = boolean_value(true); receive(context, &state);", "it has the type 'b'; expected a{sv}"),
        (
            "(void)receive; (void)context; return TAB_ERROR_OUT_OF_RANGE;",
            "encode_restorable_state returned the error 6"
        ),
        ("(void)receive; (void)context;", "it is missing, has text that is not UTF-8, or is nested too deeply"),
    ])
    func `a rejected state is logged with the reason`(code: String, reason: String) async throws {
        let source = try String(contentsOfFile: CPlugin.fixtures + "/echo.c", encoding: .utf8)
        let changed = source.replacing("receive(context, &echo->content);", with: "(void)echo; \(code)")
        try #require(changed != source)
        let stage = try await PluginStage { try CPlugin.build("echo", classes: ["Echo"], text: changed, in: $0) }
        _ = try await stage.create("echo.Echo")
        let line = "the encoded state is rejected, keeping the previous one: \(reason)\n"
        try await EventLoop.until("the log line") {
            (try? String(contentsOfFile: stage.log, encoding: .utf8))?.contains(line) == true
        }
    }
}
