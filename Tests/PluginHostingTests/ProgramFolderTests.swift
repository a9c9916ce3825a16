import Foundation
import Processes
import TestSupport

/// Where a program finds the parts of its installation.
@Suite struct ProgramFolderTests {
    private let prefix: TemporaryFolder

    init() throws { prefix = try TemporaryFolder() }

    private func add(_ file: String) throws {
        let path = prefix.path + "/" + file
        try FileManager.default.createDirectory(
            atPath: path.replacing(#//[^/]*$/#, with: ""), withIntermediateDirectories: true)
        let isCreated = FileManager.default.createFile(
            atPath: path, contents: Data(), attributes: [.posixPermissions: 0o755])
        try #require(isCreated)
    }

    @Test(arguments: ["libexec/tabd", "lib/tabd", "lib64/tabd", "bin"])
    func `the program of plugin processes is found in each layout`(folder: String) throws {
        let program = ProgramFolder(path: prefix.path + "/bin")
        #expect(program.pluginHost == nil)
        try add(folder + "/tabd-plugin-host")
        #expect(program.pluginHost == "\(prefix.path)/\(folder)/tabd-plugin-host")
    }

    @Test func `a build is preferred to an installation`() throws {
        try add("libexec/tabd/tabd-plugin-host")
        try add("bin/tabd-plugin-host")
        #expect(ProgramFolder(path: prefix.path + "/bin").pluginHost == prefix.path + "/bin/tabd-plugin-host")
    }

    @Test func `shipped plugins are below each folder for libraries`() {
        let folders = ProgramFolder(path: "/usr/bin").pluginFolders
        #expect(folders.prefix(2) == ["/usr/lib/tabd/plugins", "/usr/lib64/tabd/plugins"])
        #expect(folders.count == 3)
    }

    @Test func `no place is above the root`() {
        #expect(ProgramFolder(path: "/").pluginFolders.isEmpty)
        #expect(ProgramFolder(path: "/bin").pluginFolders.first == "/lib/tabd/plugins")
    }
}
