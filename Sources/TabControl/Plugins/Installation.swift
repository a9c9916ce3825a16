internal import Glibc
internal import Processes

/// The installation or build that this tabctl belongs to, found from the path of its executable.
struct Installation {
    /// The folder of the executables, without symbolic links.
    let binaries: String

    static let current = Installation(binaries: ProgramFolder.current.path)

    /// Returns the path of `tabd-plugin-host`: that of this tabctl, else one in PATH.
    func requirePluginHost() throws(ControlError) -> String {
        let name = "tabd-plugin-host"
        let folder = ProgramFolder(path: binaries)
        if let found = folder.pluginHost ?? Program.find(name) { return found }
        throw ControlError(
            message: """
                \(name) is neither in PATH nor in one of \(folder.pluginHostPlaces.joined(separator: ", ")); install tabd, \
                or build it
                """,
            status: ExitStatus.unavailable)
    }

    /// An optional part of the installation. The places are relative to the folder of the executables, for an
    /// installation (`PREFIX/bin`), a build (`.build/TRIPLE/debug`) and a build folder without a triple.
    struct Part {
        let name: String
        /// A file that the folder must contain; empty if only the folder must exist.
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
        /// The folder that contains a template folder for each language.
        static let templates = Part(
            name: "the template folder", file: "",
            places: ["../share/tabd/templates", "../../../share/tabd/templates", "../../share/tabd/templates"])
    }

    /// Returns the real path of a part's folder.
    func require(_ part: Part) throws(ControlError) -> String {
        let places = part.places.map { "\(binaries)/\($0)" }
        let place = places.first { access("\($0)/\(part.file)", R_OK) == 0 }
        if let path = place.flatMap(Self.realPath) { return path }
        throw ControlError(
            message: """
                \(part.name) was not found in \(places.joined(separator: ", ")); install the package \
                libtabd-plugin-dev or run 'make install' in tabd's sources
                """,
            status: ExitStatus.unavailable)
    }

    /// The command that runs this tabctl from any folder: its name if it was found in PATH, else its path.
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
}

/// Programs that replace the tabctl process.
enum Executable {
    /// Replaces this process with a program, which inherits the terminal and determines the exit status.
    ///
    /// - Parameter arguments: The arguments without the program's own name.
    static func replaceProcess(with program: String, _ arguments: [String]) throws(ControlError) -> Never {
        // libdbus ignores this signal, and an ignored signal stays ignored in the new program.
        signal(SIGPIPE, SIG_DFL)
        let error = Program.replaceProcess(with: program, [program] + arguments)
        throw ControlError(message: "can't start \(program): \(error)", status: ExitStatus.unavailable)
    }
}
