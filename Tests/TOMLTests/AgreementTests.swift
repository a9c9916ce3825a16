import Foundation
import TOML
import TestSupport

/// Compares random documents, valid and mutated, with Python's tomllib: both read the same values or report an error.
@Suite struct AgreementTests {
    /// The Python program: for each line of hexadecimal bytes it prints the values, or a minus sign.
    private static let program = """
        import sys, struct, tomllib
        from datetime import date, datetime, time
        def text(v): return v.encode().hex()
        def value(v):
            if isinstance(v, dict):
                return "{" + ",".join(sorted(text(k) + ":" + value(x) for k, x in v.items())) + "}"
            if isinstance(v, list): return "[" + ",".join(value(x) for x in v) + "]"
            if isinstance(v, str): return "s" + text(v)
            if isinstance(v, bool): return "b" + str(v).lower()
            if isinstance(v, int):
                if not -2**63 <= v < 2**63: raise ValueError
                return "i" + str(v)
            if isinstance(v, float): return "f" + ("nan" if v != v else struct.pack(">d", v).hex().lstrip("0"))
            if isinstance(v, datetime): return "t" + v.isoformat(timespec="microseconds")
            if isinstance(v, date): return "d" + v.isoformat()
            return "t" + v.isoformat(timespec="microseconds")
        for line in open(sys.argv[1]):
            try: print(value(tomllib.loads(bytes.fromhex(line).decode())))
            except (ValueError, RecursionError): print("-")
        """

    private static func text(_ value: TOMLValue) -> String {
        func hexadecimal(_ text: String) -> String {
            text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return switch value {
        case .string(let text): "s" + hexadecimal(text)
        case .integer(let number): "i\(number)"
        case .float(let number):
            "f"
                + (number.isNaN
                    ? "nan" : number.isZero && number.sign == .plus ? "" : String(number.bitPattern, radix: 16))
        case .boolean(let flag): "b\(flag)"
        case .localDate(let text): "d" + text
        case .offsetDateTime(let text), .localDateTime(let text), .localTime(let text): "t" + Moment.canonical(text)
        case .array(let elements): "[" + elements.map { Self.text($0.value) }.joined(separator: ",") + "]"
        case .table(let table):
            "{"
                + table.keys.map { hexadecimal($0.name) + ":" + (table[$0.name].map { Self.text($0.value) } ?? "") }
                .sorted().joined(separator: ",") + "}"
        }
    }

    private static let pieces =
        ["[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "#", "\\", "\n", "\r\n", "\r", " "]
        + ["\t", "0", "1", "_", "-", "+", ":", "T", "Z", "e", "x", "nan", "é", "\u{7f}", "\0", "k1", "k2.k1 = 3\n"]
        + ["[k1]\n", "[[k2]]\n", "[k1.k2]\n", "k1.k2 = {}\n", "99999999999999999999", "\\u00e9", "\\ud800", "\\\n"]

    private static func document(_ seed: UInt64) -> [UInt8] {
        var numbers = Numbers(state: seed)
        let pool = seed % 2 == 0 ? nil : Int.random(in: 2...12, using: &numbers)
        var bytes = Array(RandomTOML(numbers, pool: pool).text.utf8)
        guard seed % 3 > 0 else { return bytes }
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            let place = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, place + .random(in: 0...3, using: &numbers))
            bytes.replaceSubrange(place..<end, with: Array((pieces.randomElement(using: &numbers) ?? "").utf8))
        }
        return bytes
    }

    @Test func `random documents have the values that Python reads`() throws {
        let count: UInt64 = 3000
        for round in Stress.rounds(1, long: 30) {
            let first = Stress.firstSeed + (round - Stress.firstSeed) * count
            try Self.compare((first..<first + count).map { ($0, Self.document($0)) })
        }
    }

    /// Compares what is read of documents, each with its seed, with what Python reads.
    private static func compare(_ documents: [(UInt64, [UInt8])]) throws {
        let folder = try TemporaryFolder()
        let lines = documents.map { $0.1.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }
        try lines.joined().write(toFile: folder.path + "/documents", atomically: false, encoding: .utf8)
        let arguments = ["python3", "-c", program, folder.path + "/documents"]
        try ChildProcess("/usr/bin/env", arguments, output: .file(folder.path + "/values")).wait()
        let values = try String(contentsOfFile: folder.path + "/values", encoding: .utf8).split(separator: "\n")
        try #require(values.count == documents.count)
        var accepted = 0
        for ((seed, document), expected) in zip(documents, values) {
            do throws(TOMLError) {
                let found = text(.table(try TOMLReader.read(document)))
                accepted += 1
                #expect(found == expected, "TABD_SEED=\(seed):\n\(String(decoding: document, as: UTF8.self))")
            } catch {
                // Python allows more levels.
                if error.message.contains("too many levels") { continue }
                #expect(expected == "-", "TABD_SEED=\(seed), \(error):\n\(String(decoding: document, as: UTF8.self))")
            }
        }
        let most = documents.count * 9 / 10
        #expect((documents.count / 10...most).contains(accepted), "\(accepted) of \(documents.count) are read")
    }
}
