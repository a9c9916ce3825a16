import Foundation
import TestSupport

/// An account that exists only for the processes that it runs, in their own view of `/etc/passwd`.
@EventLoop final class TestAccount {
    private let userID: UInt32
    private let folder: String
    private let server: SSHServer

    init(_ name: String, _ userID: UInt32, _ server: SSHServer) throws {
        self.userID = userID
        self.server = server
        folder = server.folder + "/" + name
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let accounts = try String(contentsOfFile: "/etc/passwd", encoding: .utf8)
        try (accounts + "\(name):x:\(userID):\(userID)::\(folder):/bin/sh\n").write(
            toFile: folder + "/passwd", atomically: true, encoding: .utf8)
        // ssh accepts only a key that belongs to its user.
        try files.copyItem(atPath: server.folder + "/login", toPath: folder + "/login")
        try BuiltProducts.copyProgram(BuiltProducts.directory + "/tabctl", to: folder + "/tabctl")
        let configuration = try String(contentsOfFile: server.folder + "/ssh_config", encoding: .utf8)
        try configuration.replacing(server.folder + "/login", with: folder + "/login").write(
            toFile: folder + "/ssh_config", atomically: true, encoding: .utf8)
        try "#!/bin/sh\nexec /usr/bin/ssh -F \(folder)/ssh_config \"$@\"\n".write(
            toFile: folder + "/ssh", atomically: true, encoding: .utf8)
        for (name, mode) in [("login", 0o600), ("ssh", 0o755), ("ssh_config", 0o644), ("", 0o755)] {
            let path = name.isEmpty ? folder : "\(folder)/\(name)"
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            guard chown(path, userID, userID) == 0 else { throw TestTimeoutError(description: "no chown: \(errno)") }
        }
    }

    /// Runs `tabctl --host` as this account.
    func tabctl(_ arguments: String...) throws -> TabctlProcess {
        let script = """
            mount --bind \(folder)/passwd /etc/passwd && \
            exec setpriv --reuid=\(userID) --regid=\(userID) --clear-groups "$@"
            """
        let words = ["--mount", "/bin/sh", "-c", script, "sh", folder + "/tabctl", "--host", SSHServer.host]
        let environment = HostStage.noBus.merging(["TABD_SSH": folder + "/ssh", "HOME": folder]) { $1 }
        return try TabctlProcess(words + arguments, running: "/usr/bin/unshare", environment: environment)
    }
}
