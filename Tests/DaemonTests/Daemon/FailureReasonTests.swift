import PluginHosting
import TestSupport

@testable import TabDaemon

/// The reason why a view controller has no owner, or not its state. It may quote an error of another program.
@EventLoop @Suite struct FailureReasonTests {
    @Test func `a reason has no control characters`() {
        let record = ControllerRecord(type: "memo.Note")
        record.become(.waiting, "the desk is \u{1B}[31mfull\n")
        #expect(record.reason == #"the desk is \u{1B}[31mfull\n"#)
        record.become(.ready)
        record.stateDecodingError = "no key 'a\u{9B}'"
        #expect(record.reason.hasSuffix(#"no key 'a\u{9B}'"#))
    }
}
