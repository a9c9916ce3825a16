import Foundation
import TestSupport

@testable import PluginHosting

extension TemporaryFolder {
    fileprivate func makeFolder(_ name: String) { mkdir(path + "/" + name, 0o755) }

    fileprivate func write(_ text: String, to name: String) {
        #expect(
            FileManager.default.createFile(
                atPath: path + "/" + name, contents: Data(text.utf8), attributes: [.posixPermissions: 0o644]))
    }

    fileprivate func addPlugin(_ id: String, in parent: String = ".", name: String = "Name") {
        makeFolder(parent)
        makeFolder(parent + "/" + id)
        let manifest = """
            id = "\(id)"
            name = "\(name)"
            version = "1"
            abi = 1
            library = "lib.so"
            class = [{ name = "A", title = "A" }]
            """
        write(manifest, to: parent + "/" + id + "/plugin.toml")
    }

    fileprivate func scan(_ folders: [String] = ["."]) -> [PluginDirectory.Finding] {
        let environment = ["XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"]
        return PluginDirectory(extra: folders.map { path + "/" + $0 }, environment: environment, shipped: []).scan()
            ?? []
    }
}

struct PluginDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `explicit paths come first, then the user's, the system's and the shipped ones, without relative ones`()
    {
        let directory = PluginDirectory(
            extra: ["/mine"], environment: ["XDG_DATA_HOME": "/home/u/data", "XDG_DATA_DIRS": "/a:b:/c:/a"],
            shipped: ["/usr/lib/tabd/plugins"])
        #expect(
            directory.searchPath == [
                "/mine", "/home/u/data/tabd/plugins", "/a/tabd/plugins", "/c/tabd/plugins", "/usr/lib/tabd/plugins",
            ])
    }

    @Test func `without variables, the defaults of the XDG Base Directory specification apply`() {
        let directory = PluginDirectory(extra: [], environment: ["HOME": "/home/u"], shipped: [])
        #expect(
            directory.searchPath == [
                "/home/u/.local/share/tabd/plugins", "/usr/local/share/tabd/plugins", "/usr/share/tabd/plugins",
            ])
    }

    @Test func `the first of two plugins with one id takes precedence and names the other`() throws {
        folder.addPlugin("clock", in: "user", name: "Mine")
        folder.addPlugin("clock", in: "system", name: "Theirs")
        let findings = folder.scan(["user", "system"])
        #expect(findings.map { $0.manifest?.name } == ["Mine"])
        #expect(findings.first?.hidden == [folder.path + "/system/clock"])
    }

    @Test func `a folder that other users can write is refused`() throws {
        folder.addPlugin("clock")
        chmod(folder.path + "/clock", 0o777)
        let finding = try #require(folder.scan().first)
        #expect(finding.manifest == nil)
        #expect(finding.validationError?.contains("can be written by other users") == true)
    }

    @Test func `a manifest that the group can write is refused`() throws {
        folder.addPlugin("clock")
        chmod(folder.path + "/clock/plugin.toml", 0o664)
        #expect(folder.scan().first?.validationError?.contains("can be written by other users") == true)
    }

    @Test func `a search folder that other users can write is not read`() throws {
        folder.addPlugin("clock", in: "open")
        chmod(folder.path + "/open", 0o777)
        #expect(folder.scan(["open"]).isEmpty)
    }

    @Test func `symbolic links to folders and manifests are refused`() throws {
        folder.addPlugin("clock", in: "elsewhere")
        folder.makeFolder("here")
        symlink(folder.path + "/elsewhere/clock", folder.path + "/here/clock")
        folder.makeFolder("here/other")
        symlink(folder.path + "/elsewhere/clock/plugin.toml", folder.path + "/here/other/plugin.toml")
        let findings = folder.scan(["here"])
        #expect(findings.map(\.id) == ["clock", "other"])
        #expect(findings.allSatisfy { $0.manifest == nil && $0.validationError != nil })
    }

    @Test func `a pipe or a huge file as the manifest does not block the scan`() throws {
        folder.makeFolder("pipe")
        mkfifo(folder.path + "/pipe/plugin.toml", 0o600)
        folder.makeFolder("sparse")
        folder.write("", to: "sparse/plugin.toml")
        truncate(folder.path + "/sparse/plugin.toml", 1 << 40)
        let findings = folder.scan()
        #expect(findings.map(\.id) == ["pipe", "sparse"])
        #expect(findings.first?.validationError?.contains("not a regular file") == true)
        #expect(findings.last?.validationError?.contains("larger than") == true)
    }

    @Test func `a folder with a manifest of an earlier version is an error`() throws {
        folder.makeFolder("old")
        folder.write("{}", to: "old/manifest.json")
        #expect(folder.scan().first?.validationError?.hasSuffix("/old has manifest.json; expected plugin.toml") == true)
    }

    @Test func `folders with invalid names or without a manifest are ignored`() throws {
        folder.addPlugin("Upper")
        folder.addPlugin("1st")
        folder.addPlugin(String(repeating: "a", count: 65))
        folder.makeFolder("empty")
        #expect(folder.scan().isEmpty)
    }

    @Test func `files of the overflow user are trusted where they may belong to root`() {
        func isTrusted(
            _ owner: uid_t, isWritable: Bool = false, inOwn: Bool = false, overflow: uid_t? = 65534
        ) -> Bool {
            CheckedFolder.isTrusted(
                owner: owner, isWritable: isWritable, inOwn: inOwn, user: 1000, overflow: overflow)
        }
        #expect(isTrusted(1000, isWritable: true))
        #expect(isTrusted(1000, isWritable: true, inOwn: true))
        #expect(isTrusted(0))
        #expect(isTrusted(0, inOwn: true))
        #expect(isTrusted(65534))
        #expect(!isTrusted(65534, isWritable: true))
        #expect(!isTrusted(65534, inOwn: true))
        // Outside of a user namespace, it is an ordinary user.
        #expect(!isTrusted(65534, overflow: nil))
        #expect(!isTrusted(1001))
    }

    @Test func `a user namespace is detected by unmapped users`() {
        #expect(OverflowUser.isMapped(65534, in: "         0          0 4294967295\n"))
        #expect(!OverflowUser.isMapped(65534, in: "      1000       1000          1\n"))
        #expect(!OverflowUser.isMapped(65534, in: "0 1000 1\n1 100000 65533\n"))
        #expect(OverflowUser.isMapped(65534, in: "0 1000 1\n1 100000 65535\n"))
        // If the map cannot be parsed, the user is not treated as the overflow user.
        #expect(OverflowUser.isMapped(65534, in: "nonsense"))
    }
}
