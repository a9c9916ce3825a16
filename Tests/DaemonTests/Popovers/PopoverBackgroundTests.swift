import Foundation
import TestSupport

/// The backgrounds of popovers that a plugin's manifest offers.
@EventLoop @Suite(.bus) struct PopoverBackgroundTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private nonisolated static let bubble = "testplugin.Bubble"

    /// The test plugin's manifest offers two backgrounds. The class Surroundings uses one of them, and Nest uses one
    /// that does not exist.
    private let stage: PopoverStage

    init() async throws {
        let folder = try PrivateBus.current.directory + "/backgrounds"
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: folder)
        let file = folder + "/testplugin/plugin.toml"
        let manifest = try String(contentsOfFile: file, encoding: .utf8)
            .replacing("title = \"Surroundings\"", with: "title = \"Surroundings\"\nbackground = \"Bubble\"")
            .replacing("title = \"Nest\"", with: "title = \"Nest\"\nbackground = \"Missing\"")
            .replacing("[[class]]\nname = \"Nest\"", with: Self.backgrounds + "[[class]]\nname = \"Nest\"")
        try manifest.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        stage = try await PopoverStage(pluginPaths: [folder])
    }

    private static let backgrounds = """
        [[popover_background]]
        name = "Bubble"
        arrow_height = 20
        arrow_base = 40
        content_insets = [8, 10, 12, 14]
        wants_default_content_appearance = false
        fill_color = "#FFF3C4"
        border_color = "systemOrange"

        [[popover_background]]
        name = "Flat"
        arrow_height = 0
        arrow_base = 0.0
        content_insets = [0, 0, 0, 0]


        """

    private func create(_ type: String) async throws -> ObjectPath {
        let controller = try await stage.user.manager.createViewController("testplugin.\(type)")
        try await stage.prepare(controller)
        return controller
    }

    private static func rect(_ four: PopoverExample.Four) -> DBusRect { DBusRect(four.0, four.1, four.2, four.3) }

    @Test(.rules("P45 P46 P47 P48"), arguments: PopoverExample.all.filter(\.hasCustomBackground))
    func `a background's measures apply to the popover`(example: PopoverExample) async throws {
        try await stage.user.updateView(of: stage.children[0], [.view(2, at: Self.rect(example.source))])
        let values: [String: Variant] = [
            "SourceView": stage.source.variant, "PopoverBackgroundViewClass": .string(Self.bubble),
        ]
        #expect(await stage.present(values).value == "none")
        #expect(try await stage.get(Contract.arrowDirection) == example.arrow)
        #expect(try await stage.get(Contract.frame) == Self.rect(example.frame))
        #expect(try await stage.get(Contract.contentFrame) == Self.rect(example.contentFrame))
        #expect(try await stage.get(Contract.arrowOffset) == example.arrowOffset)
        #expect(try await stage.user.viewController(stage.presented).frame == Self.rect(example.contentFrame))
    }

    @Test(.rules("P46 P48"))
    func `a background of a plugin has square corners, and the arrow can reach them`() async throws {
        try await stage.user.updateView(of: stage.children[0], [.view(2, at: DBusRect(10, 100, 20, 20))])
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        #expect(await stage.present().value == "none")
        #expect(try await stage.get(Contract.frame) == DBusRect(10, 120, 344, 440))
        // Half of its base of 40 from the edge, with the middle of the background at 182.
        #expect(try await stage.get(Contract.arrowOffset) == 30 - 182)
    }

    @Test(.rules("P45 P49")) func `a class gets its manifest's background in each new popover`() async throws {
        func background(_ controller: ObjectPath) async throws -> String {
            let name = try await stage.user.popover(controller).popoverBackgroundViewClass
            let wants = try await stage.user.popover(controller).wantsDefaultContentAppearance
            return "\(name) \(wants)"
        }
        #expect(try await background(stage.presented) == " true")
        for type in ["Trail", "Nest"] { #expect(try await background(try await create(type)) == " true", "\(type)") }
        let wishing = try await create("Surroundings")
        #expect(try await background(wishing) == "\(Self.bubble) false")
        // A value that a program sets takes precedence until the dismissal.
        try await stage.user.popover(wishing).set(\.popoverBackgroundViewClass, to: "")
        #expect(try await background(wishing) == " true")
        func present() async throws -> DBusRect {
            try await stage.user.viewController(stage.children[0]).present(
                wishing, ["Popover": ["SourceView": stage.source.variant].variant])
            defer { stage.user.clearSignals() }
            return try await stage.user.popover(wishing).frame
        }
        #expect(try await present() == PopoverStage.place)
        try await stage.user.viewController(wishing).dismiss()
        #expect(try await background(wishing) == "\(Self.bubble) false")
        #expect(try await present() == DBusRect(340, 140, 344, 440))
    }

    @Test(.rules("P45 P49"))
    func `a change of the background is announced, and the popover is placed again`() async throws {
        #expect(await stage.present().value == "none")
        func chrome() async throws -> [[Variant]] {
            try await stage.user.barrier()
            defer { stage.user.clearSignals() }
            return stage.user.signals.filter { $0.member == "ChromeChanged" }.map(\.arguments)
        }
        _ = try await chrome()
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        #expect(try await chrome() == [[.string("PopoverBackgroundViewClass"), .bool(false)]])
        #expect(try await stage.get(Contract.frame) == DBusRect(340, 140, 344, 440))
        #expect(try await !stage.get(Contract.wantsDefaultContentAppearance))
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        #expect(try await chrome().isEmpty)
        try await stage.set(Contract.popoverBackgroundViewClass, to: "testplugin.Flat")
        #expect(try await stage.get(Contract.frame) == DBusRect(352, 140, 320, 400))
        #expect(try await stage.get(Contract.wantsDefaultContentAppearance))
    }

    @Test(.rules("P46 P47")) func `the measures and colours of a background are on the bus`() async throws {
        let keys = ["ArrowHeight", "ArrowBase", "ContentViewInsets", "BackgroundFillColor", "BackgroundBorderColor"]
        let standard: [Variant] = [
            .double(13), .double(26), DBusInsets(top: 0, left: 0, bottom: 0, right: 0).variant, .string(""),
            .string(""),
        ]
        let own: [Variant] = [
            .double(20), .double(40), DBusInsets(top: 8, left: 10, bottom: 12, right: 14).variant,
            .string("#FFF3C4"), .string("systemOrange"),
        ]
        func values() async throws -> [Variant?] {
            let all = try await stage.all()
            return keys.map { all[$0] }
        }
        #expect(try await values() == standard)
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        #expect(try await values() == own)
        #expect(await stage.present().value == "none")
        #expect(try await values() == own)
        // The popover's own background colour.
        try await stage.set(Contract.backgroundColor, to: "systemRed")
        #expect(try await values() == own)
        try await stage.user.barrier()
        stage.user.clearSignals()
        try await stage.set(Contract.popoverBackgroundViewClass, to: "")
        try await stage.user.barrier()
        let announced = stage.user.signals.filter { $0.path == stage.presented }.map(\.changes)
        for (key, value) in zip(keys, standard) {
            #expect(announced.contains { $0[key] == value }, "\(key) is announced")
        }
        #expect(try await values() == standard)
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        try await stage.dismiss()
        #expect(try await values() == standard)
    }

    @Test(.rules("P47 P50")) func `the background's insets are also applied under the arrow`() async throws {
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        try await stage.set(Contract.contentExtendsUnderArrow, to: true)
        #expect(await stage.present().value == "none")
        #expect(try await stage.user.viewController(stage.presented).frame == DBusRect(340, 140, 344, 440))
        let insets = try await stage.user.viewController(stage.presented).safeAreaInsets
        #expect(insets == DBusInsets(top: 28, left: 10, bottom: 12, right: 14))
        #expect(try await stage.get(Contract.contentFrame) == DBusRect(350, 168, 320, 400))
    }

    @Test(
        .rules("P45"), arguments: ["testplugin.Missing", "Bubble", "clock.Bubble", "testplugin.", "testplugin.bubble"])
    func `an unknown background is an error that names the known ones`(name: String) async throws {
        try await stage.set(Contract.popoverBackgroundViewClass, to: Self.bubble)
        let before = try await stage.all()
        let values: [String: Variant] = [
            "SourceView": stage.source.variant, "PopoverBackgroundViewClass": .string(name),
        ]
        let errors = [
            await complaint { try await stage.set(Contract.popoverBackgroundViewClass, to: name) },
            await complaint {
                try await stage.user.viewController(stage.children[0]).present(
                    stage.presented, ["Popover": values.variant])
            },
        ]
        for error in errors {
            for part in ["InvalidArgument: ", "'\(name)'", Self.bubble, "testplugin.Flat"] {
                #expect(error.contains(part), "\(error)")
            }
        }
        #expect(try await stage.all() == before)
    }
}
