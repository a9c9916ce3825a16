internal import Glibc

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
        if let found = Executable.find(name) { return found }
        throw ControlError(
            message: "\(name) is neither in \(binaries) nor in PATH: install tabd, or build it",
            status: ExitStatus.unavailable)
    }

    // PREFIX/bin, else .build/TRIPLE/debug or a build folder without a triple.

    static let sdkPlaces = ["../share/tabd-sdk", "../../tabd-sdk", "../tabd-sdk"]
    static let headerPlaces = [
        "../include/tabd", "../../../Sources/CTabPlugin/include", "../../Sources/CTabPlugin/include",
    ]

    /// The Swift package `tabd-sdk`.
    var sdk: String? { place(Self.sdkPlaces, with: "Package.swift") }

    /// The folder of `CTabPlugin.h`.
    var header: String? { place(Self.headerPlaces, with: "CTabPlugin.h") }

    private func place(_ places: [String], with file: String) -> String? {
        places.map { "\(binaries)/\($0)" }.first { access("\($0)/\(file)", R_OK) == 0 }.flatMap(Self.realPath)
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

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }
}
