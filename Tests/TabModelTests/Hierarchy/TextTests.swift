import TestSupport
import Testing

@testable import TabModel

/// The bound of texts, and the accounts that decide about their growth.
struct TextTests {
    private static let long = String(repeating: "x", count: TextLimit.maximum + 1)

    /// The stored texts of a value, at any depth.
    private static func storedTexts(in value: Any) -> Int {
        // A cast would also accept nil of another type.
        let texts: [Any.Type] = [String.self, String?.self, Text<String>.self, Text<String?>.self]
        if texts.contains(where: { $0 == type(of: value) }) { return 1 }
        return Mirror(reflecting: value).children.reduce(0) { $0 + storedTexts(in: $1.value) }
    }

    @Test(.rules("S-221")) func `every stored text of settings and alerts is bounded and counted`() {
        var settings = ViewControllerSettings()
        settings.item = TabBarItem(title: "a", image: "b")
        let button = BarButtonItem(id: 1, title: "c", image: "d", isEnabled: true)
        settings.navigationItem.leftBarButtonItems = [button]
        settings.navigationItem.rightBarButtonItems = [button]
        settings.navigationItem.toolbarItems = [button]
        var alert = Alert(
            style: .alert, message: "a", actions: [Alert.Action(title: "b")],
            textFields: [Alert.TextField(placeholder: "c", text: "d")])
        alert.answer = Alert.Answer(action: 0, texts: ["e"])
        for (holder, stored) in [(settings as any TextHolder, 15), (alert, 5)] {
            var (copy, visited) = (holder, 0)
            copy.visitTexts { _, text in
                visited += 1
                text = String(repeating: "é", count: 5000)
            }
            #expect(visited == stored)
            #expect(Self.storedTexts(in: holder) == stored)
            #expect(copy.textContent == stored * 10_000)
            #expect(copy.cutTexts().count == stored)
            #expect(copy.textContent == stored * TextLimit.maximum)
        }
    }

    @Test(.rules("S-221")) func `a text is cut between two characters, and a longer character between scalars`() {
        let cases = [
            ("abc", 3, "abc"), ("abc", 2, "ab"), ("aéé", 4, "aé"), ("a\u{1F468}\u{200D}\u{1F469}", 10, "a"),
            ("e\u{301}\u{301}\u{301}", 4, "e\u{301}"), ("\u{1F468}", 3, ""), ("", 0, ""), ("abc", 0, ""),
        ]
        for (text, count, beginning) in cases {
            #expect(Array(text.prefix(ofBytes: count).utf8) == Array(beginning.utf8), "\(text) \(count)")
        }
    }

    @Test(.rules("S-221")) func `a text over the limit is refused by every command, and changes nothing`() throws {
        var stage = try Stage("AB", shown: true)
        let id = stage.id("A")
        let alert = try stage.model.present(
            Alert(style: .alert, textFields: [Alert.TextField(placeholder: "")]), title: "", from: stage.tabs,
            animated: false)
        stage.model.runUpdateCycle({ _, _ in nil })
        _ = stage.model.drainEvents()
        let button = BarButtonItem(id: 1, title: Self.long, image: "", isEnabled: true)
        typealias Command = (inout Hierarchy) throws -> Void
        let commands: [Command] = [
            { try $0.setTitle(Self.long, of: id) },
            { try $0.setTabBarItem(of: id) { $0.badgeValue = Self.long } },
            { try $0.setTabBarItem(of: id) { $0.tooltip = Self.long } },
            { try $0.setTabBarItem(of: id) { $0.accessibilityLabel = Self.long } },
            { try $0.setTabBarItem(of: id) { $0.image = Self.long } },
            { try $0.setNavigationItem(of: id) { $0.title = Self.long } },
            { try $0.setNavigationItem(of: id) { $0.leftBarButtonItems = [button] } },
            { try $0.setNavigationItem(of: id) { $0.toolbarItems = [button] } },
            { try $0.setRestorationIdentifier(Self.long, of: id) },
            { try $0.setMessage(Self.long, ofAlert: alert) },
            { try $0.setText(Self.long, inField: 0, ofAlert: alert) },
            { _ = try $0.present(Alert(style: .alert), title: Self.long, from: id, animated: false) },
        ]
        for command in commands {
            let error = #expect(throws: ModelError.self) { try command(&stage.model) }
            guard case .limitsExceeded(let message)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(message.hasSuffix("has 4097 bytes; the limit is 4096"), "\(message)")
            #expect(!stage.model.hasEvents && !stage.model.hasTextChanges)
        }
    }

    @Test(.rules("S-222")) func `growth that the accounts refuse changes nothing, and texts may shrink`() throws {
        var stage = try Stage("AB")
        let id = stage.id("A")
        try stage.model.setTitle("12345", of: id)
        #expect(stage.model.drainTextChanges() == [id])
        stage.model.refuseGrowth { _, bytes in bytes > 3 ? "\(bytes) more bytes" : nil }
        _ = stage.model.drainEvents()
        #expect(throws: ModelError.limitsExceeded("6 more bytes")) { try stage.model.setTitle("1234567", of: id) }
        #expect(throws: ModelError.limitsExceeded("4 more bytes")) {
            try stage.model.setRestorationIdentifier("four", of: id)
        }
        #expect(stage.model.nodes.textContent(of: id) == 15)
        #expect(!stage.model.hasEvents && !stage.model.hasTextChanges)
        // The title is that of both items as well.
        try stage.model.setTitle("123456", of: id)
        #expect(stage.model.drainTextChanges() == [id])
        try stage.model.setTitle("1", of: id)
        #expect(stage.model.drainTextChanges() == [id])
        try stage.model.setTitle("2", of: id)
        #expect(!stage.model.hasTextChanges)
    }
}
