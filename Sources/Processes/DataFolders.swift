/// The data folders of the XDG base directory specification.
package enum DataFolders {
    /// Returns the folder of the user, if there is one, and those of the system, the most important first.
    ///
    /// - Parameter environment: `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` count. Relative paths in them are ignored, as
    ///   the specification requires.
    package static func inEnvironment(_ environment: [String: String]) -> (user: [String], system: [String]) {
        let user = [("XDG_DATA_HOME", ""), ("HOME", "/.local/share")].compactMap { variable, folder in
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 + folder : nil }
        }
        let given = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        let system = (given ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
        return (Array(user.prefix(1)), system.filter { $0.hasPrefix("/") })
    }
}
