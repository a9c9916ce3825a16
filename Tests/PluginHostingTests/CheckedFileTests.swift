import Foundation
import TestSupport

@testable import PluginHosting

/// A library whose path names another file between the check and loading.
@EventLoop @Suite(.serialized) struct CheckedFileTests {
    /// Builds a plugin whose entry function may refuse to run.
    private static func build(_ id: String, refusing: Bool, in folder: String) throws -> String {
        let source = """
            static void *create(tab_string name, tab_controller controller, const tab_value *arguments) {
                (void)name, (void)controller, (void)arguments;
                return NULL;
            }
            static void destroy(void *instance) { (void)instance; }
            static const tab_plugin_v1 table = {sizeof(table), TAB_PLUGIN_ABI_VERSION, create, .destroy = destroy};
            const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host) {
                (void)host;
                return \(refusing ? 1 : 0) ? NULL : &table;
            }
            """
        try CPlugin.build(id, text: source, in: folder)
        return "\(folder)/\(id)/lib\(id).so"
    }

    private static func load(_ file: CheckedFile) throws(DBusError) {
        var wasEntered = false
        _ = try LoadedPlugin.load(file, id: "checked", dataDirectory: nil, contract: nil, wasEntered: &wasEntered)
    }

    @Test func `the checked file is loaded even if its path names another file`() async throws {
        let folder = try TemporaryFolder()
        let library = try Self.build("checked", refusing: false, in: folder.path)
        let other = try Self.build("other", refusing: true, in: folder.path)
        let file = try CheckedFolder.openLibrary(at: library)
        #expect(rename(other, library) == 0)
        try Self.load(file)

        // The next check finds the other file. Its name in messages is the path, not the descriptor.
        let next = try CheckedFolder.openLibrary(at: library)
        #expect(next.identity != file.identity)
        #expect(await refusal { try Self.load(next) }?.message == "the entry function of \(library) refused to run")
        try "no library\n".write(toFile: library, atomically: true, encoding: .utf8)
        let text = await refusal { try Self.load(CheckedFolder.openLibrary(at: library)) }
        #expect(text?.message.hasPrefix(library + ": ") == true, "\(text?.message ?? "it was loaded")")
    }
}
