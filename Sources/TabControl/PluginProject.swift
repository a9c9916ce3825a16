/// The files of a small plugin that an author begins with, and the commands that make a tab of it.
struct PluginProject {
    enum Language: String { case c = "C", swift = "Swift" }

    struct File: Hashable {
        let name: String
        let text: String
    }

    let id: String
    let language: Language
    /// The folder of `CTabPlugin.h`, or of the package `tabd-sdk`.
    let interface: String

    /// Whether a text is of the form `[a-z][a-z0-9_]{0,63}`.
    static func isValidIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// `My Tab` for `my_tab`.
    var title: String { words.joined(separator: " ") }

    /// `MyTab` for `my_tab`; with a suffix where it would hide a type that the source itself uses.
    var className: String {
        let name = words.joined()
        guard language == .swift else { return name }
        return namesInUse.union(["Any", "Protocol", "Self", "Type"]).contains(name) ? name + "Tab" : name
    }

    /// The words of the Swift source outside of its comments and literals.
    private var namesInUse: Set<String> {
        let code = swiftSource(className: "").split(separator: "\n").flatMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            let code = parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
            return code.split(separator: "//", omittingEmptySubsequences: false).prefix(1)
        }
        return Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init))
    }

    /// The type on the bus.
    var type: String { "\(id).\(className)" }

    private var words: [String] { id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() } }

    var files: [File] {
        let common = [
            File(name: ".gitignore", text: "/.build/\n/build/\n/Package.resolved\n"),
            File(name: "manifest.json", text: manifest), File(name: "README.md", text: readme),
        ]
        return (language == .c ? cFiles : swiftFiles) + common
    }

    /// What to type next, in order; each in the shell of the one before.
    ///
    /// - Parameter tabctl: How tabctl is called.
    func commands(in folder: String, tabctl: String) -> [String] {
        let tabctl = Self.quoted(tabctl)
        return [
            "cd \(Self.quoted(folder))", "make", "\(tabctl) plugin check build/\(id)", "make install",
            "\(tabctl) create \(type)",
        ]
    }

    // MARK: Files of both languages

    private var manifest: String {
        // The daemon refuses a plugin of another Swift release than its own: make writes the compiler's.
        let swift = language == .swift ? "\n    \"swift\": \"@SWIFT@\"," : ""
        return """
            {
                "id": "\(id)",
                "name": "\(title)",
                "version": "0.1.0",
                "abi": 1,
                "library": "lib\(id).so",\(swift)
                "classes": [
                    { "name": "\(className)", "title": "\(title)", "icon": "face-smile-symbolic" }
                ]
            }

            """
    }

    private var readme: String {
        let code =
            language == .c
            ? "`\(id).c` is its code; `CTabPlugin.h` describes the interface."
            : "`Sources/\(className).swift` is its code; `TabPlugin` is the library that it is written with."
        return """
            # \(title)

            A plugin for tabd, in \(language.rawValue). \(code)
            `manifest.json` says what it offers.

                make                             # builds the plugin's folder, build/\(id)
                tabctl plugin check build/\(id)
                make install                     # puts it where tabd finds it
                tabctl create \(type)

            The last prints the path of a tab bar controller with one tab; `tabctl show PATH` shows it. After a change:

                make install && tabctl plugin reload \(id)

            The tabs that are open get the new code and keep their state. To look into it while it runs:

                tabctl plugin run \(id) --debugger gdb

            """
    }

    /// The recipe that puts the built folder where the daemon of this user looks.
    var installRecipe: String {
        """
        # The library first: who sees the manifest finds the plugin whole. install makes new files, so that a tabd that has
        # the old library open keeps it. tabd refuses what others may write.
        install: all
        \tumask 022 && mkdir -p "$(PLUGINS)/$(ID)"
        \tinstall -m 755 build/$(ID)/lib$(ID).so "$(PLUGINS)/$(ID)/lib$(ID).so"
        \tinstall -m 644 build/$(ID)/manifest.json "$(PLUGINS)/$(ID)/manifest.json"

        uninstall:
        \trm -rf "$(PLUGINS)/$(ID)"
        """
    }

    // MARK: Quoting

    /// As one word of a shell.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"):
                true
            default: false
            }
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
