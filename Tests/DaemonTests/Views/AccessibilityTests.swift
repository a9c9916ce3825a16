import TestSupport

/// What screen readers get: defaults of each class, own values, and announcements.
@EventLoop @Suite(.localDaemon) struct AccessibilityTests {
    private let stage: ViewStage

    init() async throws { stage = try await ViewStage() }

    private func element(
        _ id: UInt32, _ className: String, _ properties: [String: Variant]
    ) async throws -> AccessibilityElement {
        try await stage.update([.view(id, className, with: properties)])
        return try #require(try await stage.view().views.first { $0.id == id }).accessibility
    }

    @Test(.rules("S-180 S-182")) func `every class has a role, a label and a value from its own keys`() throws {
        func text(_ className: String, _ properties: [String: Variant] = [:]) -> String {
            let element = ViewEntry.view(2, className, with: properties).accessibility
            return ([element.role, element.label, element.value] + element.states).joined(separator: "|")
        }
        #expect(text("View") == "none||")
        #expect(text("Label", ["Text": .string("Hello")]) == "staticText|Hello|")
        #expect(text("Label", ["Text": .string("Hello"), "Style": .string("title")]) == "header|Hello|")
        let link: [String: Variant] = ["Text": .string("Hello"), "Link": .string("https://example.org")]
        #expect(text("Label", link) == "link|Hello|")
        #expect(text("Label", link.merging(["Link": .string("")]) { $1 }) == "staticText|Hello|")
        #expect(text("Button", ["Title": .string("Send")]) == "button|Send|")
        #expect(text("ImageView", ["Image": .string("alarm")]) == "image||")
        let field: [String: Variant] = ["Text": .string("abc"), "Placeholder": .string("Name")]
        #expect(text("TextField", field) == "textField|Name|abc")
        #expect(text("TextField", field.merging(["Secure": .bool(true)]) { $1 }) == "textField|Name|")
        #expect(text("TextView", ["Text": .string("abc")]) == "textView||abc")
        #expect(text("Switch", ["On": .bool(true)]) == "switch|||checked")
        #expect(text("Switch") == "switch||")
        #expect(text("Slider", ["Value": .double(7)]) == "slider||7")
        #expect(text("Slider", ["Value": .double(0.25)]) == "slider||0.25")
        let segments: [String: Variant] = ["Segments": ["Day", "Week"].variant, "SelectedSegment": .int32(1)]
        #expect(text("SegmentedControl", segments) == "segmentedControl||Week")
        #expect(text("SegmentedControl", ["Segments": ["Day"].variant]) == "segmentedControl||")
        #expect(text("ProgressView", ["Progress": .double(0.256)]) == "progressIndicator||26 %")
        #expect(text("ProgressView", ["Progress": .double(-1)]) == "progressIndicator||")
        #expect(text("TableView") == "list||")
        for viewClass in ViewClasses.all {
            let accessibility = viewClass.accessibility
            #expect(ViewAccessibility.roles.contains(accessibility.role), "\(viewClass.name)")
            let keys = [accessibility.labelKey, accessibility.valueKey, accessibility.valueListKey].compactMap(\.self)
            for key in keys + accessibility.stateOfFlag.keys + accessibility.roleOfText.keys {
                #expect(viewClass.keys[key] != nil, "\(key)")
            }
        }
    }

    @Test(.rules("S-180 S-181")) func `own values win over those of the class`() async throws {
        let own: [String: Variant] = [
            "Title": .string("✕"), "AccessibilityLabel": .string("Close"), "AccessibilityRole": .string("link"),
            "AccessibilityValue": .string("unsaved"), "AccessibilityHint": .string("Closes the note"),
            "AccessibilityState": ["expanded", "busy"].variant,
        ]
        let element = try await element(2, "Button", own)
        #expect(element.role == "link" && element.label == "Close" && element.value == "unsaved")
        #expect(element.hint == "Closes the note" && element.states == ["busy", "expanded"])
        #expect(try await self.element(3, "Button", ["AccessibilityRole": .string("automatic")]).role == "button")
        #expect(try await self.element(4, "ImageView", ["AccessibilityRole": .string("none")]).role == "none")
    }

    @Test func `an unknown role or state is refused with the known ones`() async throws {
        func reason(_ key: String, _ value: Variant) async -> String {
            await complaint { try await stage.update([.view(2, "Button", with: [key: value])]) }
        }
        #expect(await reason("AccessibilityRole", .string("knob")).contains("expected one of automatic, none, alert"))
        #expect(await reason("AccessibilityState", ["bored"].variant).contains("'bored'; expected one of busy"))
        #expect(await reason("AccessibilityState", ["busy", "busy"].variant).contains("has 'busy' twice"))
        #expect(await reason("AccessibilityState", .string("busy")).contains("has type 's', expected 'as'"))
    }

    @Test(.rules("S-183 S-184")) func `an announcement of the owner reaches clients in order`() async throws {
        let owner = stage.owner.viewController(stage.controller)
        stage.client.clearSignals()
        try await owner.announce("2 notes deleted", "polite")
        try await owner.announce("The disk is full", "assertive")
        try await stage.client.barrier()
        let announced = stage.client.signals.filter { $0.member == "Announced" && $0.path == stage.controller }
        #expect(
            announced.map(\.arguments) == [
                [.string("2 notes deleted"), .string("polite")], [.string("The disk is full"), .string("assertive")],
            ])
    }

    @Test(.rules("S-183")) func `only the owner announces, and only a short text with a known priority`() async throws {
        let owner = stage.owner.viewController(stage.controller)
        stage.client.clearSignals()
        let other = stage.client.viewController(stage.controller)
        #expect(await failure { try await other.announce("x", "polite") } == "AccessDenied")
        #expect(await failure { try await owner.announce("", "polite") } == "InvalidArgument")
        #expect(await failure { try await owner.announce("x", "loud") } == "InvalidArgument")
        let long = String(repeating: "x", count: ViewControllerInterface.maximumAnnouncement)
        #expect(await failure { try await owner.announce(long + "x", "polite") } == "LimitsExceeded")
        try await stage.client.barrier()
        #expect(!stage.client.signals.contains { $0.member == "Announced" })
        try await owner.announce(long, "polite")
    }
}

/// Announcements of plugins.
@EventLoop @Suite(.bus) struct PluginAnnouncementTests {
    @Test(.rules("S-183")) func `a plugin announces texts`() async throws {
        let stage = try await TrailStage()
        stage.client.clearSignals()
        try await stage.tap("Announce")
        try await stage.client.barrier()
        let announced = stage.client.signals.filter { $0.member == "Announced" && $0.path == stage.trail }
        #expect(
            announced.map(\.arguments) == [
                [.string("3 stops"), .string("polite")], [.string("a stop was removed"), .string("assertive")],
            ])
    }
}
