import Foundation
import TabDaemon
import TestSupport

/// The contract, as `tabd --introspect` prints it.
@Suite struct GoldenTests {
    private func introspect(_ arguments: String...) throws -> String {
        let result = try HouseCommand.run([HouseCommand.binaries + "/tabd", "--introspect"] + arguments).succeeded()
        return result.output
    }

    private func golden() throws -> String {
        let url = try #require(
            Bundle.module.url(forResource: "introspection", withExtension: "xml", subdirectory: "Golden"))
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test func `the contract equals the recorded one`() throws {
        let (printed, golden) = (try introspect(), try golden())
        let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = lines.difference(from: expected)
        let first = changes.prefix(8).map {
            switch $0 {
            case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
            case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
            }
        }
        #expect(
            printed == golden,
            """
            The contract changed. If that is intended, write the golden file again:
            .build/debug/tabd --introspect > Tests/DaemonTests/Golden/introspection.xml
            \(first.joined(separator: "\n"))
            """)
    }

    @Test @EventLoop func `each interface alone is printed as in the whole contract`() throws {
        let golden = try golden()
        for description in DaemonInterfaces.all + DaemonInterfaces.clients {
            let printed = try introspect(description.name)
            #expect(printed.hasPrefix(Introspection.doctype), "\(description.name)")
            let body = printed.dropFirst(Introspection.doctype.count)
                .replacing("<node>\n", with: "").replacing("</node>\n", with: "")
            #expect(body.contains("<interface name=\"\(description.name)\">"))
            #expect(body.components(separatedBy: "<interface ").count == 2, "\(description.name)")
            #expect(golden.contains(body), "\(description.name)")
            let short = String(description.name.dropFirst(TabNames.interfacePrefix.count))
            #expect(try introspect(short) == printed, "\(short)")
        }
    }

    @Test func `an unknown interface is refused with the known ones`() throws {
        let result = try HouseCommand.run([HouseCommand.binaries + "/tabd", "--introspect", "Nonsense"])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("org.tabd.Tabs1.TabBarController"))
    }

    @Test @EventLoop func `every member is documented, and declared once`() throws {
        for description in DaemonInterfaces.all + DaemonInterfaces.clients {
            #expect(!description.summary.isEmpty, "\(description.name)")
            #expect(description.duplicateNames.isEmpty, "\(description.name)")
            for member in description.members {
                switch member {
                case .method(_, _, _, let options, let summary, _):
                    #expect(!summary.isEmpty, "\(description.name).\(member.name)")
                    for option in options { #expect(!option.summary.isEmpty, "\(member.name): \(option.name)") }
                case .property(_, _, _, _, let summary, _), .signal(_, _, let summary):
                    #expect(!summary.isEmpty, "\(description.name).\(member.name)")
                }
            }
        }
        let xml = try golden()
        let lines = xml.split(separator: "\n").map { $0.drop { $0 == " " } }
        let opening = ["<interface ", "<method ", "<property ", "<signal "]
        for (index, line) in lines.enumerated() where opening.contains(where: { line.hasPrefix($0) }) {
            let next = index + 1 < lines.count ? lines[index + 1] : ""
            #expect(next.hasPrefix("<annotation name=\"org.gtk.GDBus.DocString\" value=\""), "\(line)")
            #expect(!next.contains("value=\"\""), "\(line)")
        }
    }

    /// A tool that shows the documentation of a member, or a generated comment, has no room for more.
    @Test func `a paragraph of the documentation is short`() throws {
        for line in try golden().split(separator: "\n") where line.contains("org.gtk.GDBus.DocString") {
            for paragraph in line.split(separator: "&#10;") { #expect(paragraph.utf8.count <= 800, "\(paragraph)") }
        }
    }

    /// Words that can't be the name of an argument in code that is generated for Python, C++, Go, Rust or Kotlin.
    private static let keywords = Set(
        """
        abstract alignas alignof and as asm assert async auto await become bool box break case catch chan char class \
        compl concept const constexpr continue crate decltype def default defer del delete do double dyn elif else enum \
        except explicit export extern fallthrough false final finally float fn for friend from fun func gen global go \
        goto if impl import in inline int interface is lambda let long loop macro map match mod module move mut mutable \
        namespace new nil noexcept nonlocal not null nullptr object operator or override package pass priv private \
        protected pub public raise range ref register requires return select self short signed sizeof static struct \
        super switch template this thread_local throw trait true try type typealias typedef typeid typename typeof union \
        unsafe unsigned unsized use using val var virtual void volatile wchar_t when where while with xor yield
        """.split(separator: " "))

    @Test func `no argument is a keyword, and a member has each name once`() throws {
        var (member, names) = ("", [Substring]())
        for line in try golden().split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            let name = line.split(separator: "\"").dropFirst().first ?? ""
            if line.hasPrefix("<method ") || line.hasPrefix("<signal ") {
                (member, names) = (String(name), [])
            } else if line.hasPrefix("<arg ") {
                #expect(!Self.keywords.contains(name), "\(member) has an argument '\(name)'")
                #expect(!names.contains(name), "\(member) has two arguments '\(name)'")
                names.append(name)
            }
        }
    }

    static let dtd = "/usr/share/xml/dbus-1/introspect.dtd"
    static var canValidate: Bool {
        HouseCommand.isInstalled("/usr/bin/xmllint") && FileManager.default.fileExists(atPath: dtd)
    }

    @Test(.enabled(if: GoldenTests.canValidate, "xmllint or the DTD of D-Bus is not installed"))
    func `the contract is valid against the DTD of D-Bus`() throws {
        let folder = try TemporaryFolder()
        try introspect().write(toFile: folder.path + "/contract.xml", atomically: true, encoding: .utf8)
        try HouseCommand.run([
            "xmllint", "--nonet", "--noout", "--dtdvalid", Self.dtd, folder.path + "/contract.xml",
        ]).succeeded()
    }
}
