import Foundation
import TestSupport

/// Labels with attributes and links, tables without rows, and charts in a window.
@EventLoop @Suite(.bus) struct LabelWindowTests {
    private static func view(
        _ id: UInt32, _ className: String, y: Double, height: Double, _ properties: [String: Variant]
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: 1, className: className, frame: DBusRect(x: 10, y: y, width: 300, height: height),
            properties: properties)
    }

    /// Shows a page whose views the test owns.
    private static func show(_ views: [ViewEntry], in stage: WindowStage) async throws -> ObjectPath {
        let page = try await stage.client.register(["Title": .string("Page")])
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.viewController(page).updateView(views, [])
        try await stage.client.setTabs([page], of: stage.tabs)
        return page
    }

    @Test(.rules("S-241")) func `a click on a link opens it, and one beside it does not`() async throws {
        // A program for web addresses, which writes them down.
        let folder = NSTemporaryDirectory() + "/tabd-links-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/applications", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "#!/bin/sh\necho \"$1\" >>\(folder)/opened\n".write(
            toFile: folder + "/open", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/open")
        try "[Desktop Entry]\nType=Application\nName=Links\nExec=\(folder)/open %u\nMimeType=x-scheme-handler/https;\n"
            .write(toFile: folder + "/applications/links.desktop", atomically: true, encoding: .utf8)
        try "[Default Applications]\nx-scheme-handler/https=links.desktop\n"
            .write(toFile: folder + "/applications/mimeapps.list", atomically: true, encoding: .utf8)
        let stage = try await WindowStage([], environment: ["XDG_DATA_HOME": folder])
        let part: [String: Variant] = [
            "Text": .string("wwwwwwwwww plain"),
            "TextAttributes": [TextAttribute(0..<10, .link, .string("https://example.org/part"))].variant,
        ]
        let whole: [String: Variant] = [
            "Text": .string("Everything"), "Link": .string("https://example.org/all?a=b&c"),
        ]
        _ = try await Self.show(
            [Self.view(2, "Label", y: 40, height: 30, part), Self.view(3, "Label", y: 80, height: 30, whole)], in: stage
        )
        func opened() -> String { (try? String(contentsOfFile: folder + "/opened", encoding: .utf8)) ?? "" }
        let label = try await stage.screenReader.extents(
            of: try await stage.widget("label", "wwwwwwwwww plain").reference)
        // The end of the frame is behind the text.
        try await stage.display.click(x: Double(label.x + label.width - 4), y: label.middle.y)
        try await stage.display.click(x: Double(label.x + 20), y: label.middle.y)
        try await WindowStage.until("the part opening") { opened() == "https://example.org/part\n" }
        // Screen readers call it a link.
        let link = try await stage.screenReader.extents(of: try await stage.widget("link", "Everything").reference)
        try await stage.display.click(x: Double(link.x + 10), y: link.middle.y)
        try await WindowStage.until("the whole opening") { opened().hasSuffix("https://example.org/all?a=b&c\n") }
        #expect(opened().split(separator: "\n").count == 2)
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    @Test(.rules("S-241")) func `texts with attributes are no markup`() async throws {
        let stage = try await WindowStage([])
        let names: [TextAttribute.Name] = [.bold, .italic, .underline, .strikethrough, .code]
        let texts = ["<b>&amp;</span>", "שלום e\u{301} 👨‍👩‍👧 世界", ""]
        func views(_ weight: String) -> [ViewEntry] {
            texts.enumerated().map { index, text in
                let count = text.unicodeScalars.count
                let attributes = count == 0 ? [] : names.enumerated().map { TextAttribute($0..<count, $1) }
                let color = count == 0 ? [] : [TextAttribute(0..<count, .color, .string("#10203040"))]
                return Self.view(
                    UInt32(index) + 2, "Label", y: Double(index) * 40, height: 30,
                    [
                        "Text": .string(text), "Weight": .string(weight),
                        "TextAttributes": (attributes + color).variant,
                    ])
            }
        }
        let page = try await Self.show(views("light"), in: stage)
        for text in texts.dropLast() { try await stage.widget("label", text) }
        try await stage.client.viewController(page).updateView(views("bold"), [])
        // Without attributes, a shorter text.
        try await stage.client.viewController(page).updateView(
            [Self.view(2, "Label", y: 0, height: 30, ["Text": .string("x")])], [])
        try await stage.widget("label", "x")
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    @Test(.rules("S-242 S-243")) func `a table without rows has its texts, until rows come, and charts are drawn`()
        async throws
    {
        let stage = try await WindowStage([])
        let table: [String: Variant] = [
            "EmptyTitle": .string("No <b>notes</b>"), "EmptyDetail": .string("Add one & more"),
            "EmptyImage": .string("document-new-symbolic"), "Style": .string("inset"),
        ]
        let series = [
            ChartSeries(name: "In", values: [1, 2]), ChartSeries(name: "Out", values: [3], color: "#102030"),
        ]
        func chart(_ style: String) -> ViewEntry {
            Self.view(
                3, "Chart", y: 320, height: 120,
                [
                    "Series": series.variant, "Unit": .string("%"), "AxisLabels": ["a", "b"].variant,
                    "Style": .string(style), "AccessibilityLabel": .string("Load"),
                ])
        }
        let page = try await Self.show([Self.view(2, "TableView", y: 0, height: 300, table), chart("line")], in: stage)
        for text in ["No <b>notes</b>", "Add one & more"] { try await stage.widget("label", text) }
        let rows = table.merging(["Rows": [TableRow(title: "Milk")].variant]) { $1 }
        try await stage.client.viewController(page).updateView(
            [Self.view(2, "TableView", y: 0, height: 300, rows), chart("bar")], [])
        try await stage.widget("list item", "Milk")
        try await stage.waitForEnd(of: "label", "Add one & more")
        try await stage.client.viewController(page).updateView(
            [Self.view(2, "TableView", y: 0, height: 300, table)], [])
        try await stage.widget("label", "Add one & more")
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }
}
