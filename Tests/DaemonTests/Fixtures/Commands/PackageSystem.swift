import Foundation
import TestSupport

/// The packages of this repository.
final class BuiltPackages: Sendable {
    private let folder: TemporaryFolder
    /// The folder with the packages.
    let path: String

    /// Builds the packages, and checks them with lintian. Nothing is compiled.
    init() throws {
        folder = try TemporaryFolder()
        let checkout = folder.path + "/checkout"
        path = checkout + "/.build/deb"
        try BuiltCheckout.create(in: checkout)
        var environment = ProcessInfo.processInfo.environment
        environment["MAKEFLAGS"] = nil
        environment["DPKG_DEB_COMPRESSOR_LEVEL"] = "0"
        environment["DEB_BUILD_OPTIONS"] = "noautodbgsym"
        try HouseCommand.run(
            ["make", "--no-print-directory", "-C", checkout, "deb", "SWIFT=/bin/false"],
            environment: environment, timeout: 600
        ).succeeded()
    }
}

/// A Debian system in a folder, on which the packages of this repository are installed.
final class PackageSystem {
    private let folder: TemporaryFolder
    private let packages: BuiltPackages
    private let toolchain: String?
    var root: String { folder.path + "/root" }

    /// Installs the packages with what they depend on.
    ///
    /// - Parameters:
    ///   - release: The name of Debian's release.
    ///   - extra: Further packages of Debian.
    ///   - toolchain: The folder of a Swift toolchain of this machine that the system has too. Without it, the system has
    ///     no compiler.
    init(
        _ packages: BuiltPackages, on release: String, with extra: [String] = [], toolchain: String? = nil
    ) throws {
        self.packages = packages
        self.toolchain = toolchain
        folder = try TemporaryFolder()
        try HouseCommand.run(
            [
                // The system need not survive a loss of power.
                "mmdebstrap", "--quiet", "--variant=minbase", "--dpkgopt=force-unsafe-io",
                "--include=\((try dependencies() + extra).joined(separator: ","))", release, root,
            ], timeout: 900
        ).succeeded()
        try HouseCommand.run(["sh", "-c", "cp \(packages.path)/*.deb \(root)/tmp"]).succeeded()
        if let toolchain {
            try FileManager.default.createDirectory(atPath: root + toolchain, withIntermediateDirectories: true)
        }
        try run("dpkg --install /tmp/*.deb").succeeded()
    }

    /// The packages of Debian that the packages need.
    private func dependencies() throws -> [String] {
        let script = "for package in \(packages.path)/*.deb; do dpkg-deb --field \"$package\" Depends; done"
        let lists = try HouseCommand.run(["sh", "-c", script]).succeeded().output
        let names = lists.split { $0 == "," || $0 == "\n" }.compactMap { $0.split(separator: " ").first }
        return Set(names.map(String.init)).filter { !$0.hasPrefix("tabd") && !$0.hasPrefix("libtabd") }.sorted()
    }

    /// Puts the same packages with another version into `/tmp/upgrade`.
    func makeUpgrade(to version: String) throws {
        let script = """
            mkdir "$1/tmp/upgrade"
            for package in "$0"/*.deb; do
                rm -rf "$0/unpacked"
                dpkg-deb --raw-extract "$package" "$0/unpacked"
                sed -i "s/^Version: .*/Version: $2/; s/(= [^)]*)/(= $2)/" "$0/unpacked/DEBIAN/control"
                dpkg-deb -Znone --build "$0/unpacked" "$1/tmp/upgrade" >/dev/null
            done
            """
        try HouseCommand.run(["bash", "-ec", script, packages.path, root, version]).succeeded()
    }

    /// Runs a script of bash as root of the system, with process numbers of its own. All processes end with it.
    ///
    /// The function `ann` runs a command of a user, in a session whose bus the function `session` starts.
    func run(_ script: String, timeout: Int = 300) throws -> HouseCommand {
        let enter = """
            mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/run" || exit
            [[ -z $2 ]] || mount --bind --read-only "$2" "$0$2" || exit
            exec chroot "$0" env --ignore-environment LC_ALL=C.UTF-8 HOME=/root \
                PATH="/usr/sbin:/usr/bin:/sbin:/bin${2:+:$2/bin}" bash -c "$1"
            """
        return try HouseCommand.run(
            [
                "unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", enter, root,
                Self.functions + script, toolchain ?? "",
            ],
            timeout: timeout)
    }

    private static let functions = """
        set -e
        id ann >/dev/null 2>&1 || useradd --create-home ann
        install -d -o ann -m 700 /run/ann
        ann() {
            runuser --user ann -- env HOME=/home/ann USER=ann XDG_RUNTIME_DIR=/run/ann \\
                DBUS_SESSION_BUS_ADDRESS="$(cat /run/ann/address 2>/dev/null)" "$@"
        }
        session() {
            mkfifo /run/ann/ready && chown ann /run/ann/ready
            ann dbus-run-session -- sh -c 'echo "$DBUS_SESSION_BUS_ADDRESS" >/run/ann/address
                echo >/run/ann/ready; exec sleep infinity' 2>/dev/null &
            read -r <>/run/ann/ready
        }

        """
}
