import Foundation
import TOML
import Testing

/// The published suite toml-test, from Debian's package golang-github-burntsushi-toml-dev.
@Suite struct SuiteTests {
    private static let folder = "/usr/share/gocode/src/github.com/BurntSushi/toml/internal/toml-test"

    /// Returns the names of the files below a folder, without extension.
    private static func names(in kind: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(folder)/tests/\(kind)")
        let paths = try #require(files, "install golang-github-burntsushi-toml-dev").compactMap { $0 as? String }
        return paths.filter { $0.hasSuffix(".toml") }.map { "\(kind)/\($0.dropLast(5))" }.sorted()
    }

    /// The files that the suite excludes for TOML 1.0.0, quoted in `version.go`.
    private static func newer() throws -> Set<String> {
        let text = try String(contentsOfFile: folder + "/version.go", encoding: .utf8)
        let parts = text.components(separatedBy: "\"1.0.0\": versionSpec{")
        let list = try #require(parts.last?.components(separatedBy: "versionSpec{").first)
        return Set(list.components(separatedBy: "\"").filter { $0.hasPrefix("valid/") || $0.hasPrefix("invalid/") })
    }

    private static func bytes(_ name: String, _ suffix: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/tests/\(name).\(suffix)")))
    }

    @Test func `every valid document has the values of its JSON file`() throws {
        let newer = try Self.newer()
        // Debian 13 has a newer suite, which also excludes others.
        #expect(newer.contains("valid/string/escape-esc"))
        let names = try Self.names(in: "valid")
        #expect(names.count >= 100)
        for name in names where !newer.contains(name) {
            let expected = try JSONSerialization.jsonObject(with: Data(try Self.bytes(name, "json")))
            do throws(TOMLError) {
                let table = try TOMLReader.read(Self.read(name))
                #expect(Self.agrees(.table(table), expected), "\(name)")
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    @Test func `every invalid document is rejected on one of its lines`() throws {
        let newer = try Self.newer().filter { $0.hasPrefix("valid/") }
        let names = try Self.names(in: "invalid") + newer
        #expect(names.count >= 230)
        for name in names {
            let bytes = Self.read(name)
            do throws(TOMLError) {
                _ = try TOMLReader.read(bytes)
                Issue.record("\(name) is read")
            } catch {
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                #expect((1...lines).contains(error.position.line) && error.position.column > 0, "\(name): \(error)")
            }
        }
    }

    /// Reads a file; records an issue and returns nil if it can't be read.
    private static func read(_ name: String) -> [UInt8] {
        do {
            return try bytes(name, "toml")
        } catch {
            Issue.record("\(name): \(error)")
            return []
        }
    }

    /// Returns whether a value equals tagged JSON: `{"type": "integer", "value": "1"}`.
    private static func agrees(_ value: TOMLValue, _ json: Any) -> Bool {
        if case .array(let elements) = value {
            guard let expected = json as? [Any], expected.count == elements.count else { return false }
            return zip(elements, expected).allSatisfy { Self.agrees($0.value, $1) }
        }
        guard let json = json as? [String: Any] else { return false }
        if case .table(let table) = value {
            guard table.keys.count == json.count else { return false }
            return json.allSatisfy { key, json in table[key].map { Self.agrees($0.value, json) } ?? false }
        }
        guard let type = json["type"] as? String, let text = json["value"] as? String else { return false }
        return switch value {
        case .string(let found): type == "string" && found == text
        case .integer(let found): type == "integer" && found == Int64(text)
        case .float(let found): type == "float" && (found == Double(text) || found.isNaN && text.hasSuffix("nan"))
        case .boolean(let found): type == "bool" && "\(found)" == text
        case .offsetDateTime(let found): type == "datetime" && Moment.canonical(found) == Moment.canonical(text)
        case .localDateTime(let found): type == "datetime-local" && Moment.canonical(found) == Moment.canonical(text)
        case .localDate(let found): type == "date-local" && found == text
        case .localTime(let found): type == "time-local" && Moment.canonical(found) == Moment.canonical(text)
        case .array, .table: false
        }
    }
}

/// Normalizes times.
enum Moment {
    /// Returns a time with six fractional digits and without `Z`.
    static func canonical(_ text: String) -> String {
        let text = text.uppercased().replacingOccurrences(of: "Z", with: "+00:00")
        var zone = text.hasSuffix("-00:00") ? "+00:00" : String(text.suffix(6))
        let hasZone = text.count > 14 && zone.dropFirst(3).first == ":" && ["+", "-"].contains(zone.first)
        if !hasZone { zone = "" }
        let parts = text.dropLast(zone.count).split(separator: ".")
        let fraction = (parts.count > 1 ? String(parts[1]) : "").padding(toLength: 6, withPad: "0", startingAt: 0)
        return "\(parts.first ?? "").\(fraction)\(zone)"
    }
}
