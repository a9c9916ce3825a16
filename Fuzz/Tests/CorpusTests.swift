import Foundation
import TestSupport

/// The fuzz targets without libFuzzer: on the corpora, and on random mutations of them.
@Suite struct CorpusTests {
    init() { TestLoop.start() }

    private static let folder = BuiltProducts.package + "/Fuzz/Corpora"

    private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = Self.folder + "/" + target.name
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
        }
    }

    @EventLoop private static func take(_ bytes: [UInt8], _ target: FuzzTarget, _ what: String) {
        do {
            try target.take(bytes)
        } catch {
            Issue.record("\(target.name), \(what): \(error)\n\(Data(bytes).base64EncodedString())")
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `every input of the corpus is taken`(target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target)
        #expect(!inputs.isEmpty)
        await Self.take([], target, "nothing")
        for input in inputs {
            #expect(input.bytes.count <= target.maximumLength, "\(input.name)")
            await Self.take(input.bytes, target, input.name)
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `stress: random changes of the corpus are taken`(target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target).map(\.bytes)
        for seed in Stress.seeds(20, long: 20_000) {
            var numbers = Numbers(state: seed)
            let bytes = ByteMutation.of(inputs, &numbers)
            await Self.take(Array(bytes.prefix(target.maximumLength)), target, "TABD_SEED=\(seed)")
        }
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    var testDescription: String { name }
}
