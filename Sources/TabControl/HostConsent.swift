internal import Glibc
internal import TabInterface

/// The user's consent that a process other than the daemon's own becomes that of a plugin: an empty file in the user's
/// runtime folder, whose name has a token of one use.
///
/// A client without access to that folder, such as a sandboxed one, can't create the file.
final class HostConsent {
    let token: String
    private let path: String

    init() throws(ControlError) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ -> String in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        token = words.joined()
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
            throw ControlError(
                message: "XDG_RUNTIME_DIR is not set: tabd looks for your consent in that folder",
                status: ExitStatus.unavailable)
        }
        path = folder + "/" + TabNames.hostConsentPrefix + token
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw ControlError(
                message: "\(path) can't be made: \(String(cString: strerror(errno)))", status: ExitStatus.unavailable)
        }
        close(file)
    }

    deinit { withdraw() }

    /// Removes the file. The daemon accepts the file once, and removes it then if it may write to the folder. The token
    /// stays valid for one process.
    func withdraw() { unlink(path) }
}
