internal import Glibc
internal import Processes

/// What came with this tabctl, by an installation or a build: found from where its own executable is.
struct Installation {
    /// The folder of the executables, without symbolic links.
    let binaries: String

    static let current = Installation(
        binaries: realPath("/proc/self/exe").flatMap(folder(of:)) ?? "/usr/bin")

    /// `tabd-plugin-host` beside tabctl, else the one in PATH.
    func requirePluginHost() throws(ControlError) -> String {
        let name = "tabd-plugin-host"
        let own = binaries + "/" + name
        if access(own, X_OK) == 0 { return own }
        if let found = Program.find(name) { return found }
        throw ControlError(
            message: "\(name) is neither in \(binaries) nor in PATH: install tabd, or build it",
            status: ExitStatus.unavailable)
    }

    /// A part that only a whole installation or a build has, and where it is from `PREFIX/bin`, else from
    /// `.build/TRIPLE/debug` or a build folder without a triple.
    struct Part {
        let name: String
        /// The file that the folder must have; empty for the folder alone.
        let file: String
        let places: [String]

        /// The Swift package `tabd-sdk`.
        static let sdk = Part(
            name: "the Swift SDK", file: "Package.swift",
            places: ["../share/tabd-sdk", "../../tabd-sdk", "../tabd-sdk"])
        static let header = Part(
            name: "CTabPlugin.h", file: "CTabPlugin.h",
            places: [
                "../include/tabd", "../../../Sources/CTabPlugin/include", "../../Sources/CTabPlugin/include",
            ])
        /// The folder with a folder of templates for each language.
        static let templates = Part(
            name: "the template folder", file: "",
            places: ["../share/tabd/templates", "../../../share/tabd/templates", "../../share/tabd/templates"])
    }

    /// The real path of a part's folder.
    func require(_ part: Part) throws(ControlError) -> String {
        let places = part.places.map { "\(binaries)/\($0)" }
        let place = places.first { access("\($0)/\(part.file)", R_OK) == 0 }
        if let path = place.flatMap(Self.realPath) { return path }
        throw ControlError(
            message: """
                \(part.name) was not found; looked in \(places.joined(separator: ", ")): install tabd with \
                'make install', or run 'make'
                """,
            status: ExitStatus.unavailable)
    }

    /// How this tabctl is called from any folder: by its name when it was found in PATH.
    static var command: String {
        let called = CommandLine.arguments.first ?? "tabctl"
        return called.contains("/") ? absolute(called) : called
    }

    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let current = realPath(".") else { return path }
        return current + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    /// nil for a name without a folder.
    static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }
}

/// Programs that tabctl hands over to.
enum Executable {
    /// Puts a program in the place of this process, so that terminal, output and status are its own.
    ///
    /// - Parameter arguments: without the program's own name.
    static func replaceProcess(with program: String, _ arguments: [String]) throws(ControlError) -> Never {
        // An ignored signal stays ignored, and libdbus ignores this one.
        signal(SIGPIPE, SIG_DFL)
        let error = Program.replaceProcess(with: program, [program] + arguments)
        throw ControlError(message: "\(program) can't be started: \(error)", status: ExitStatus.unavailable)
    }
}
