import Foundation
import TestSupport

/// The plugin of `Tests/MisbehavingPlugin` or `Tests/Fixtures/misbehaving.c`, installed in a plugin path under any
/// name.
enum MisbehavingPlugin {
    static let id = "misbehaving"
    static let type = "misbehaving.Counter"

    /// The content of the library file.
    enum Code: String, CaseIterable {
        case c, swift
        /// A build that shows another version.
        case newer
        /// The plugin refuses to run, ends the process when it is loaded, creates no instance, creates instances too
        /// slowly, or is not a library.
        case refusing, ending, barren, endless, text

        fileprivate var definition: String {
            switch self {
            case .newer: "VERSION 2"
            case .refusing: "START \"refuse\""
            case .ending: "START \"exit\""
            case .barren: "START \"create\""
            case .endless: "START \"create-hang\""
            case .c, .swift, .text: "VERSION 1"
            }
        }
    }

    /// Builds all variants, once per test process and not on the loop.
    private static let built = Task.detached {
        for code in Code.allCases where code != .swift && code != .text {
            let text = "#define \(code.definition)\n#include \"misbehaving.c\"\n"
            try CPlugin.build(code.rawValue, text: text, in: folder)
        }
    }

    private static let folder = BuiltProducts.directory + "/tabd-test-misbehaving"

    private static func library(_ code: Code) -> Data? {
        switch code {
        case .text: Data("no library\n".utf8)
        case .swift: FileManager.default.contents(atPath: BuiltProducts.directory + "/libmisbehaving.so")
        default: FileManager.default.contents(atPath: "\(folder)/\(code.rawValue)/lib\(code.rawValue).so")
        }
    }

    /// Creates or replaces the files in `FOLDER/ID/`, each in a single step.
    ///
    /// - Parameter version: The version in the manifest.
    static func install(
        _ code: Code = .c, as id: String = id, version: String = "1", isolation: String? = nil, in folder: String
    ) async throws {
        try await built.value
        guard let library = library(code) else {
            throw TestTimeoutError(description: "missing library of \(code)")
        }
        let lines = CPlugin.plain("Counter") + "\nicon = \"face-sick-symbolic\""
        try CPlugin.install(id, version: version, isolation: isolation, classes: [lines], in: folder) {
            try CPlugin.put(library, at: $0, mode: 0o755)
        }
    }
}
