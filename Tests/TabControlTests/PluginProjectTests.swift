internal import Foundation
internal import Testing

@testable import TabControl

@Suite struct PluginProjectTests {
    private func project(
        _ id: String, _ language: PluginProject.Language = .swift, interface: String = "/usr/share/tabd-sdk"
    ) -> PluginProject {
        PluginProject(id: id, language: language, interface: interface)
    }

    private func text(_ name: String, of project: PluginProject) throws -> String {
        try #require(project.files.first { $0.name == name }).text
    }

    @Test func `an id is a small letter and up to 63 small letters, digits and underscores`() {
        for id in ["a", "my_clock2", "z" + String(repeating: "_", count: 63)] {
            #expect(PluginProject.isValidIdentifier(id), "\(id)")
        }
        for id in [
            "", "_a", "1a", "Clock", "my-clock", "a.b", "../a", "ä", "a\n", "z" + String(repeating: "0", count: 64),
        ] {
            #expect(!PluginProject.isValidIdentifier(id), "\(id)")
        }
    }

    @Test func `the class has the id's name in UIKit's spelling`() {
        #expect(project("hello").type == "hello.Hello")
        #expect(project("my__tab_2").type == "my__tab_2.MyTab2")
        #expect(project("my_tab", .c).title == "My Tab")
    }

    @Test func `a class never hides what its own source uses`() {
        for (id, name) in [("label", "LabelTab"), ("button", "ButtonTab"), ("any", "AnyTab"), ("tap", "Tap")] {
            #expect(project(id).className == name)
        }
        #expect(project("view_controller").className == "ViewControllerTab")
        #expect(project("label", .c).className == "Label")
    }

    @Test func `a module never has the name of one of the SDK's`() throws {
        #expect(try text("Package.swift", of: project("tab")).contains("\"OwnTabPlugin\""))
        #expect(try text("Package.swift", of: project("c_tab")).contains("\"OwnCTabPlugin\""))
        #expect(try text("Package.swift", of: project("clock")).contains("\"ClockPlugin\""))
    }

    @Test func `paths with any characters stand in the files as they must`() throws {
        #expect(try text("Package.swift", of: project("a", interface: "/a \"b\"\\c")).contains(#""/a \"b\"\\c""#))
        #expect(
            try text("Makefile", of: project("a", .c, interface: "/a $b#c")).contains("TABD_INCLUDE ?= /a $$b\\#c\n"))
        let commands = project("a", .c).commands(in: "it's/a", tabctl: "/a b/tabctl")
        #expect(commands.first == "cd 'it'\\''s/a'")
        #expect(commands.last == "'/a b/tabctl' create a.A")
    }

    @Test func `what exists is never touched`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/tabctl-test-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try project("a", .c).write(to: folder)
        try "mine".write(toFile: folder + "/a.c", atomically: true, encoding: .utf8)
        let error = #expect(throws: ControlError.self) { try project("a", .c).write(to: folder) }
        #expect(error?.status == 73)
        #expect(error?.message.contains(folder) == true)
        #expect(try String(contentsOfFile: folder + "/a.c", encoding: .utf8) == "mine")
        let missing = #expect(throws: ControlError.self) { try project("a", .c).write(to: folder + "/b/c") }
        #expect(missing?.message.contains("the folder to make it in does not exist") == true)
    }
}
