import TestSupport

@testable import TabControl

/// The list `disabled` in the text of `tabd.toml`.
struct DisabledPluginTests {
    @Test(arguments: [
        ("", "disabled = [\"clock\"]\n"),
        ("# mine\n[limits]\nviews = 1\n", "disabled = [\"clock\"]\n# mine\n[limits]\nviews = 1\n"),
        ("disabled = []\n", "disabled = [\"clock\"]\n"), ("disabled = [ ]", "disabled = [\"clock\" ]"),
        ("disabled = [\"media\"] # loud\n", "disabled = [\"media\", \"clock\"] # loud\n"),
        ("disabled = [\n  'media', # loud\n]\r\n", "disabled = [\n  'media', \"clock\", # loud\n]\r\n"),
        ("# ü🙂\nx = \"ü🙂\"\ndisabled = ['media']", "# ü🙂\nx = \"ü🙂\"\ndisabled = ['media', \"clock\"]"),
        ("disabled = [\"clock\"]", "disabled = [\"clock\"]"),
    ])
    func `adding changes the list only`(_ old: String, _ new: String) throws {
        #expect(try DisabledPlugins.text(old, setting: "clock", isDisabled: true) == new)
    }

    @Test(arguments: [
        ("", ""), ("disabled = []", "disabled = []"), ("disabled = [\"clock\"]\nx = 1", "disabled = []\nx = 1"),
        ("disabled = [ \"clock\" , ]", "disabled = [  ]"),
        ("disabled = [\"clock\", \"media\"]", "disabled = [\"media\"]"),
        ("disabled = [\"media\", \"clock\"]", "disabled = [\"media\"]"),
        ("disabled = [\n  'media', # loud\n  'clock',\n]\n", "disabled = [\n  'media',\n]\n"),
        ("disabled = [\"clock\", \"media\", \"clock\"]", "disabled = [\"media\"]"),
        ("disabled = [\"clock\", 'clock']", "disabled = []"),
    ])
    func `removing changes the list only`(_ old: String, _ new: String) throws {
        #expect(try DisabledPlugins.text(old, setting: "clock", isDisabled: false) == new)
    }

    @Test(arguments: [
        ("disabled = 1", "invalid disabled"), ("disabled = [1]", "invalid disabled"), ("a = = 1", "correct it first"),
        ("disabled = ['''media''']", "write it on one line"),
    ])
    func `a list that can't be changed is refused`(_ text: String, _ reason: String) {
        let error = #expect(throws: ControlError.self) {
            try DisabledPlugins.text(text, setting: "clock", isDisabled: true)
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
}
