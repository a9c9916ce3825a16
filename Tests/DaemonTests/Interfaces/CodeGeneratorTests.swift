import Foundation
import TabDaemon
import TestSupport

/// The contract in the programs that turn it into C and C++ code.
@Suite struct CodeGeneratorTests {
    /// In CI a missing package is a failure.
    private static func hasPackages(_ check: String) -> Bool {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        return HouseCommand.succeeds(["sh", "-c", check])
    }

    private static let qtGenerator = "/usr/lib/qt6/bin/qdbusxml2cpp"
    private static let hasGLib = hasPackages("command -v gdbus-codegen gcc && pkg-config gio-unix-2.0")
    private static let hasQt = hasPackages("test -x \(qtGenerator) && command -v g++ && pkg-config Qt6DBus")

    /// Runs a script in a folder with `contract.xml` and `tabd-qt.h`.
    private func run(_ script: String) async throws {
        let folder = try TemporaryFolder()
        let tabd = HouseCommand.binaries + "/tabd"
        let files = "'\(tabd)' --introspect >contract.xml && '\(tabd)' --qt-header >tabd-qt.h"
        let result = try await HouseCommand.runOnThread(
            ["bash", "-ec", "cd '\(folder.path)' && \(files)\n" + script])
        result.succeeded()
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test(.enabled(if: hasGLib, "libglib2.0-dev is not installed"))
    func `the code that gdbus-codegen generates compiles`() async throws {
        try await run(
            """
            gdbus-codegen --generate-c-code contract --c-namespace Tabd --interface-prefix org.tabd.Tabs1. contract.xml
            gcc -fsyntax-only -Wall -Werror $(pkg-config --cflags gio-unix-2.0) contract.c
            """)
    }

    @Test(.enabled(if: hasQt, "qt6-base-dev is not installed"), arguments: ["-p", "-a"])
    func `the proxies and adaptors that qdbusxml2cpp generates compile`(option: String) async throws {
        try await run(
            """
            \(Self.qtGenerator) -i tabd-qt.h \(option) contract contract.xml
            printf '#include "contract.h"\\nvoid start() { tabdRegisterTypes(); }\\n' >main.cpp
            g++ -std=c++17 -DQT_NO_KEYWORDS -fPIC -fsyntax-only -Wall -Werror $(pkg-config --cflags Qt6DBus) main.cpp
            """)
    }

    @Test @EventLoop func `every structure of the contract has fields with names`() throws {
        let types = DaemonInterfaces.types
        for type in types {
            #expect(type.fieldsText.replacing(#/[a-z_0-9]+:|, /#, with: "") == type.signature)
            for structure in type.structures {
                let names = structure.fields.map(\.name)
                #expect(Set(names).count == names.count && !names.isEmpty, "\(structure.name)")
            }
        }
        // A name has one meaning.
        let structures = Set(types.flatMap(\.structures))
        #expect(Set(structures.map(\.name)).count == structures.count)
        #expect(structures.count > 15)
        let members = (DaemonInterfaces.all + DaemonInterfaces.clients).map { $0.xmlLines }.joined()
        let structured = members.count { $0.contains(/<(arg|property) .*type="[^"]*\(/) }
        #expect(structured > 30)
        #expect(members.count { $0.contains(Introspection.fieldsAnnotation) } == structured)
    }
}
