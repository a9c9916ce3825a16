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
        let format: Int
        let structures: [String: [Field]]
        let classes: [Class]
    }

    @Test func `GetViewClasses returns the table that checks views`() async throws {
        let client = try BusClient()
        let text = try await client.manager.getViewClasses()
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        #expect(document.format == 1)
        #expect(document.classes.map(\.name) == ViewClasses.all.map(\.name))
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
}
