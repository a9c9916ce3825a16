internal import Foundation
internal import TestSupport

@testable import TabControl

@Suite struct PluginProjectTests {
    private func project(
        _ id: String, _ language: PluginProject.Language = .swift, interface: String = "/usr/share/tabd-sdk"
    ) throws(ControlError) -> PluginProject {
        try PluginProject(id: id, language: language, interface: interface, templates: Self.templates)
    }

    private static let templates = BuiltProducts.package + "/share/tabd/templates"

    private func text(_ name: String, of project: PluginProject) throws -> String {
        try #require(project.files.first { $0.name == name }).text
    }

    @Test func `an id is a lower-case letter and up to 63 lower-case letters, digits and underscores`() {
        for id in ["a", "my_clock2", "z" + String(repeating: "_", count: 63)] {
            #expect(TextRules.isPluginIdentifier(id), "\(id)")
        }
        for id in [
            "", "_a", "1a", "Clock", "my-clock", "a.b", "../a", "ä", "a\n", "z" + String(repeating: "0", count: 64),
        ] {
            #expect(!TextRules.isPluginIdentifier(id), "\(id)")
        }
    }

    @Test func `the class has the id's name in UIKit's spelling`() throws {
        #expect(try project("hello").type == "hello.Hello")
        #expect(try project("my__tab_2").type == "my__tab_2.MyTab2")
        #expect(try text("README.md", of: project("my_tab", .c)).hasPrefix("# My Tab\n"))
    }

    @Test func `a class never hides what its own source uses`() throws {
        for (id, name) in [("label", "LabelTab"), ("button", "ButtonTab"), ("any", "AnyTab"), ("tap", "Tap")] {
            #expect(try project(id).className == name)
        }
        #expect(try project("view_controller").className == "ViewControllerTab")
        #expect(try project("label", .c).className == "Label")
    }

    @Test func `a module never has the name of one of the SDK's`() throws {
        #expect(try text("Package.swift", of: project("tab")).contains("\"OwnTabPlugin\""))
        #expect(try text("Package.swift", of: project("c_tab")).contains("\"OwnCTabPlugin\""))
        #expect(try text("Package.swift", of: project("clock")).contains("\"ClockPlugin\""))
    }

    @Test func `paths with special characters are escaped in the files`() throws {
        #expect(try text("Package.swift", of: project("a", interface: "/a \"b\"\\c")).contains(#""/a \"b\"\\c""#))
        #expect(
            try text("Makefile", of: project("a", .c, interface: "/a $b#c")).contains("TABD_INCLUDE ?= /a $$b\\#c\n"))
        let commands = try project("a", .c).commands(in: "it's/a", tabctl: "/a b/tabctl")
        #expect(commands.first == "cd 'it'\\''s/a'")
        #expect(commands.last == "'/a b/tabctl' create a.A")
    }

    @Test func `no placeholder remains, and every template is used`() throws {
        for language in PluginProject.Language.allCases {
            let project = try project("a_b", language)
            for file in project.files {
                #expect((file.name + file.text).firstMatch(of: /__[A-Z]+__/) == nil, "\(file.name)")
            }
            let folder = FileManager.default.enumerator(atPath: Self.templates + "/" + language.rawValue)
            let templates = folder?.compactMap { $0 as? String }.filter { !["Sources", "Tests"].contains($0) } ?? []
            #expect(templates.count == project.files.count, "\(templates)")
        }
    }

    @Test(arguments: [
        ("c", nil, "No such file or directory"), ("c/__ID__.c", nil, "No such file or directory"),
        ("c/__ID__.c", Data(), "is empty"), ("c/__ID__.c", Data([0xFF]), "is not UTF-8 text"),
    ]) func `damaged templates are an error that names the file`(place: String, content: Data?, problem: String) throws
    {
        let folder = FileManager.default.temporaryDirectory.path + "/tabctl-test-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(atPath: Self.templates, toPath: folder)
        let path = folder + "/" + place
        try FileManager.default.removeItem(atPath: path)
        if let content { try content.write(to: URL(fileURLWithPath: path)) }
        let error = #expect(throws: ControlError.self) {
            try PluginProject(id: "a", language: .c, interface: "/a", templates: folder)
        }
        #expect(error?.status == 69)
        #expect(error?.message.hasPrefix("the templates are damaged: ") == true, "\(error?.message ?? "")")
        #expect(
            error?.message.contains("'\(path)") == true && error?.message.contains(problem) == true,
            "\(error?.message ?? "")")
    }

    @Test func `an existing folder is never changed`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/tabctl-test-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try project("a", .c).write(to: folder)
        try "mine".write(toFile: folder + "/a.c", atomically: true, encoding: .utf8)
        let error = #expect(throws: ControlError.self) { try project("a", .c).write(to: folder) }
        #expect(error?.status == 73)
        #expect(error?.message.contains(folder) == true)
        #expect(try String(contentsOfFile: folder + "/a.c", encoding: .utf8) == "mine")
        let missing = #expect(throws: ControlError.self) { try project("a", .c).write(to: folder + "/b/c") }
        #expect(missing?.message.contains("the parent folder does not exist") == true)
    }
}
