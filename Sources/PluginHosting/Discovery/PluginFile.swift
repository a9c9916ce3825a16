package import DBusInterface
internal import TabInterface

/// An open file in the folder of a plugin: a checked regular file that was reached without symbolic links.
package struct PluginFile {
    private let file: CheckedFile

    fileprivate init(_ file: CheckedFile) { self.file = file }

    /// Identifies the file and its content, to detect later writes.
    package var identity: FileVersion { file.identity }

    /// Returns the content, truncated one byte after the limit.
    package func read(limit: Int) throws(DBusError) -> [UInt8] {
        do throws(CheckedFolder.Refusal) {
            return try file.read(limit: limit)
        } catch {
            throw .invalidArgument(error.message)
        }
    }
}

extension Plugin {
    /// Opens a file in the plugin's folder.
    ///
    /// - Parameter path: A relative path that begins with `./` (`S-197`).
    /// - Throws: `InvalidArgument` for another path, a missing file, and one that can't be trusted.
    package func openFile(_ path: String) throws(DBusError) -> PluginFile {
        guard let parts = ImageName.parts(ofPath: path) else {
            throw .invalidArgument(
                "'\(path.prefix(200))' is not a path in the plugin's folder; expected ./FILE or ./FOLDER/FILE, without .."
            )
        }
        do throws(CheckedFolder.Refusal) {
            return PluginFile(try CheckedFolder.ofPlugin(at: self.path).open(parts))
        } catch {
            throw .invalidArgument(error.message)
        }
    }
}
