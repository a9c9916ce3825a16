internal import Glibc

/// The folder of the program that runs, and the parts of the installation or build that belong to it.
///
/// All places are relative to that folder, so that an installation works below any prefix.
package struct ProgramFolder: Sendable {
    /// Without symbolic links.
    package let path: String

    /// The folder of this process's program. An update may have replaced the program by now.
    package static let current = ProgramFolder(path: executable.flatMap(parent(of:)) ?? "/usr/bin")

    /// - Parameter path: An absolute path.
    package init(path: String) { self.path = path }

    /// The names of the library folder below a prefix, in the order of the search.
    private static let libraries = ["lib", "lib64", "lib/\(architecture)-linux-gnu"]

    /// The places of the program of a plugin process: beside this program in a build, else below the prefix.
    package var pluginHostPlaces: [String] {
        let below = ["libexec"] + Self.libraries
        return (["."] + below.map { "../\($0)/tabd" }).compactMap { join($0) }.map { "\($0)/tabd-plugin-host" }
    }

    /// The program of a plugin process; nil if it is in none of its places.
    package var pluginHost: String? { pluginHostPlaces.first { access($0, X_OK) == 0 } }

    /// The folders of the plugins that are installed with this program.
    package var pluginFolders: [String] { Self.libraries.compactMap { join("../\($0)/tabd/plugins") } }

    /// Returns the path without `.` and `..`; nil if it leaves the root.
    private func join(_ relative: String) -> String? {
        var parts: [Substring] = []
        for part in "\(path)/\(relative)".split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the folder of a path; nil for a name without a folder.
    package static func parent(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// The file that runs, without symbolic links; nil without /proc. The kernel appends ` (deleted)` once another file has
    /// replaced it.
    package static var executable: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : nil
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "unknown"
        #endif
    }
}
