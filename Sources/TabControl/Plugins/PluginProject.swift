internal import Glibc
internal import TerminalUI

/// A plugin project made from templates, and the commands that build it and open it in a tab.
struct PluginProject {
    enum Language: String, CaseIterable {
        case swift, c

        var name: String { self == .c ? "C" : "Swift" }

        /// The file names of the templates.
        fileprivate var templates: [String] {
            [".gitignore", "Makefile", "README.md", "plugin.toml"]
                + (self == .c
                    ? ["__ID__.c"] : ["Package.swift", "Sources/__CLASS__.swift", "Tests/__CLASS__Tests.swift"])
        }

        /// Returns a path escaped for the Makefile of C, or for a Swift string literal.
        fileprivate func quoted(_ path: String) -> String {
            switch self {
            case .c: path.replacing("$", with: "$$").replacing("#", with: "\\#")
            case .swift: path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            }
        }
    }

    struct File: Hashable {
        let name: String
        let text: String
    }

    let id: String
    let language: Language
    /// The class name: `MyTab` for `my_tab`, with a suffix if the name would hide a type that the source itself uses.
    let className: String
    let files: [File]

    /// Creates the files from the templates of a language.
    ///
    /// - Parameters:
    ///   - interface: The folder of `CTabPlugin.h`, or of the package `tabd-sdk`.
    ///   - templates: The template folder. The names and texts of its files contain placeholders: `__ID__`,
    ///     `__TITLE__`, `__CLASS__`, `__MODULE__` and `__INTERFACE__`.
    init(id: String, language: Language, interface: String, templates: String) throws(ControlError) {
        self.id = id
        self.language = language
        var files: [File] = []
        for name in language.templates {
            files.append(File(name: name, text: try Self.template("\(templates)/\(language.rawValue)/\(name)")))
        }
        let words = id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = words.joined()
        let className = language == .swift && Self.types(in: files).contains(name) ? name + "Tab" : name
        self.className = className
        let values = [
            ("__ID__", id), ("__TITLE__", words.joined(separator: " ")), ("__CLASS__", className),
            // The module name must differ from the names of the SDK's modules.
            ("__MODULE__", (["Tab", "CTab"].contains(name) ? "Own" : "") + name + "Plugin"),
            ("__INTERFACE__", language.quoted(interface)),
        ]
        func filled(_ text: String) -> String { values.reduce(text) { $0.replacing($1.0, with: $1.1) } }
        self.files = files.map { File(name: filled($0.name), text: filled($0.text)) }
    }

    private static func template(_ path: String) throws(ControlError) -> String {
        let reason: String
        do throws(ControlError) {
            let text = try TextFile.read(path)
            if !text.isEmpty { return text }
            reason = "'\(path)' is empty"
        } catch {
            reason = error.message
        }
        throw ControlError(
            message: "the templates are damaged: \(reason); reinstall tabd", status: ExitStatus.unavailable)
    }

    /// Returns the names that a class in the Swift sources can't have: keywords, and the words outside of comments and
    /// literals.
    private static func types(in files: [File]) -> Set<String> {
        let lines = files.filter { $0.name.hasPrefix("Sources/") }.flatMap { $0.text.split(separator: "\n") }
        let code = lines.flatMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            let code = parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
            return code.split(separator: "//", omittingEmptySubsequences: false).prefix(1)
        }
        let words = code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init)
        return Set(words).union(["Any", "Protocol", "Self", "Type"])
    }

    /// The type name on the bus.
    var type: String { "\(id).\(className)" }

    /// Returns the shell commands for the next steps, in order.
    ///
    /// - Parameter tabctl: The command that runs tabctl.
    func commands(in folder: String, tabctl: String) -> [String] {
        let tabctl = Self.quoted(tabctl)
        return [
            "cd \(Self.quoted(folder))", "make", "\(tabctl) plugin check build/\(id)", "make install",
            "\(tabctl) create \(type)",
        ]
    }

    // MARK: Quoting

    /// Returns a text quoted as one shell word.
    static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./+,@".contains($0)) }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension PluginProject {
    /// Creates the folder with all files. An existing folder or file is never changed.
    func write(to folder: String) throws(ControlError) {
        guard mkdir(folder, 0o755) == 0 else {
            let reason =
                switch errno {
                case EEXIST: "it already exists; choose another name or --directory"
                case ENOENT: "the parent folder does not exist"
                default: String(cString: strerror(errno))
                }
            throw ControlError(message: "can't create '\(folder)': \(reason)", status: ExitStatus.cannotCreate)
        }
        for file in files {
            if let slash = file.name.lastIndex(of: "/") { _ = mkdir("\(folder)/\(file.name[..<slash])", 0o755) }
            try Self.write(file.text, to: "\(folder)/\(file.name)")
        }
    }

    private static func write(_ text: String, to path: String) throws(ControlError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, DescriptorOutput.write(text, to: descriptor) else {
            throw ControlError(
                message: "can't write '\(path)': \(String(cString: strerror(errno)))",
                status: ExitStatus.cannotCreate)
        }
    }
}
