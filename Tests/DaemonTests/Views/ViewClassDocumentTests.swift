import Foundation
import TestSupport

/// The table of view classes as a document.
@EventLoop @Suite(.localDaemon) struct ViewClassDocumentTests {
    private struct Document: Decodable {
        struct Field: Decodable {
            let name: String
            let type: String
        }
        struct Key: Decodable {
            let name: String
            let type: String
            let fields: String?
            let values: [String]?
        }
        struct Class: Decodable {
            let name: String
            let keys: [Key]
            let actions: [Field]
        }
        struct Color: Decodable, Equatable {
            let name, light, dark, lightHighContrast, darkHighContrast: String
        }
        let format: Int
        let structures: [String: [Field]]
        let classes: [Class]
        let colors: [Color]
        let controlMetrics: [String: [Double]]
    }

    @Test func `GetViewClasses returns the table that checks views`() async throws {
        let client = try BusClient()
        let text = try await client.manager.getViewClasses()
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        #expect(document.format == 1)
        #expect(document.classes.map(\.name) == ViewClasses.all.map(\.name))
        #expect(ViewClasses.all.map(\.kind) == ViewKind.allCases)
        for (described, known) in zip(document.classes, ViewClasses.all) {
            #expect(described.keys.map(\.name) == known.keys.keys.sorted())
            #expect(described.actions.map(\.name) == known.actions.keys.sorted())
            for action in described.actions { #expect(action.type == known.actions[action.name]) }
            for key in described.keys {
                #expect(key.type == known.keys[key.name]?.signature, "\(known.name).\(key.name)")
                #expect((key.fields != nil) == key.type.contains("("), "\(known.name).\(key.name)")
            }
        }
        #expect(document.structures["TableRow"]?.map(\.name) == ["title", "detail", "image", "accessory", "enabled"])
        let label = try #require(document.classes.first { $0.name == "Label" })
        #expect(label.keys.first { $0.name == "Alignment" }?.values == ["natural", "left", "center", "right"])
        let printed = try await HouseCommand.runOnThread([HouseCommand.binaries + "/tabd", "--view-classes"])
        #expect(printed.succeeded().output == text)
        let features = try await client.manager.features
        #expect(features.contains("view-classes"))
    }

    @Test(.rules("S-208")) func `the system colours are in the document and in the documentation`() async throws {
        let client = try BusClient()
        let text = try await client.manager.getViewClasses()
        let colors = try JSONDecoder().decode(Document.self, from: Data(text.utf8)).colors
        let known = SystemColour.all.map { [$0.name, $0.light, $0.dark, $0.lightHighContrast, $0.darkHighContrast] }
        #expect(colors.map { [$0.name, $0.light, $0.dark, $0.lightHighContrast, $0.darkHighContrast] } == known)
        // The table: a row with the name and four values in backquotes each.
        let page = try String(contentsOfFile: HouseCommand.package + "/docs/front-ends.md", encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line -> [String]? in
            let words = line.split(separator: "`").map(String.init).filter { $0.contains { $0.isLetter || $0 == "#" } }
            return words.count == 5 && words[1].hasPrefix("#") ? words : nil
        }
        #expect(rows == known)
        for colour in known.flatMap({ $0 }) { #expect(try TextRules.colour(colour) == colour) }
    }

    @Test(.rules("S-213")) func `the usual sizes of controls are in the document and in the documentation`() throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(ViewClassDocument.text.utf8))
        let known = ControlMetricsTable.standard.map { kind, metrics in
            (
                kind.rawValue,
                [
                    metrics.minimumWidth, metrics.minimumHeight, metrics.horizontalPadding, metrics.verticalPadding,
                ]
            )
        }
        #expect(document.controlMetrics == Dictionary(uniqueKeysWithValues: known))
        // The table: a row with the class in backquotes and four numbers.
        let page = try String(contentsOfFile: HouseCommand.package + "/docs/front-ends.md", encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line -> (String, [Double])? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let numbers = cells.dropFirst().compactMap { Double($0) }
            guard cells.count == 5, numbers.count == 4 else { return nil }
            return (String(cells[0].split(separator: "`").first ?? ""), numbers)
        }
        #expect(rows.map(\.0) == ControlMetricsTable.classes.map(\.rawValue))
        #expect(rows.map(\.1) == rows.map { document.controlMetrics[$0.0] ?? [] })
    }
}
