import Foundation

/// A row in a table of examples in docs/rules.
package struct RuleExample: Sendable, CustomStringConvertible {
    package let number: Int
    package let name: String
    /// The cells after the name.
    package let cells: [String]

    package var description: String { "example \(number): \(name)" }

    /// The numbers of a cell: `(0, 20, 320, 44)`, `320x480`, `-10`.
    package func numbers(_ column: Int) -> [Double] { Self.numbers(cells[column]) }

    static func numbers(_ text: some StringProtocol) -> [Double] {
        text.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    }

    /// The complete rows of a table.
    ///
    /// - Parameters:
    ///   - page: The name of the file.
    ///   - header: The beginning of the table's first line.
    package static func table(in page: String, _ header: String) -> [RuleExample] {
        let path = BuiltProducts.package + "/docs/rules/" + page
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let lines = text.components(separatedBy: "\n").drop { !$0.hasPrefix(header) }
        let count = lines.first?.split(separator: "|").count ?? 0
        return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let number = cells.first.flatMap({ Int($0) }), cells.count == count else { return nil }
            return RuleExample(number: number, name: cells[1], cells: Array(cells.dropFirst(2)))
        }
    }
}

extension Array where Element == Double {
    /// x, y, width, height; or top, left, bottom, right. Missing numbers are 0.
    var four: (Double, Double, Double, Double) {
        let numbers = self + Array(repeating: 0, count: 4)
        return (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Width, height. Missing numbers are 0.
    package var two: (Double, Double) { (four.0, four.1) }
}
