internal import Glibc

/// The colour of a cell.
package enum Color: Hashable, Sendable {
    /// One of the 16 colours of the terminal's theme: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7
    /// white, and their bright variants from 8 on. Higher numbers are the fixed colours of 256.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

extension Color {
    /// Returns the nearest colour of a terminal; nil if the terminal has no colours.
    func limited(to depth: ColorDepth) -> Color? {
        switch (depth, self) {
        case (.none, _): nil
        case (.trueColor, _): self
        case (.indexed, .palette): self
        case (.indexed, .rgb(let red, let green, let blue)): .palette(Self.index(nearest: [red, green, blue]))
        case (.palette, .palette(let index)) where index < 16: self
        case (.palette, _):
            Self.own.indices.min { Self.distance(components, Self.own[$0]) < Self.distance(components, Self.own[$1]) }
                .map { .palette(UInt8($0)) }
        }
    }

    /// Returns the `SGR` parameters of the colour.
    ///
    /// - Parameter base: 30 for the foreground, 40 for the background.
    func codes(base: Int) -> String {
        switch self {
        case .palette(let index) where index < 8: "\(base + Int(index))"
        case .palette(let index) where index < 16: "\(base + 52 + Int(index))"
        case .palette(let index): "\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }

    private var components: [UInt8] {
        switch self {
        case .rgb(let red, let green, let blue): return [red, green, blue]
        case .palette(let index) where index < 16: return Self.own[Int(index)]
        case .palette(let index) where index < 232:
            let place = Int(index) - 16
            return [place / 36, place / 6 % 6, place % 6].map { Self.steps[$0] }
        case .palette(let index): return Array(repeating: Self.grey(Int(index) - 232), count: 3)
        }
    }

    /// The component values of the colour cube.
    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The 16 colours of xterm; a theme may differ.
    private static let own: [[UInt8]] = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255],
    ]

    private static func grey(_ index: Int) -> UInt8 { UInt8(8 + 10 * index) }

    private static func index(nearest color: [UInt8]) -> UInt8 {
        let places = color.map { value in
            steps.indices.min { abs(Int(steps[$0]) - Int(value)) < abs(Int(steps[$1]) - Int(value)) } ?? 0
        }
        let average = color.reduce(0) { $0 + Int($1) } / 3
        let ramp = min(max((average - 3) / 10, 0), 23)
        // The cube wins if both are equally near, because its corners are pure black and white.
        let isGrey = distance(color, Array(repeating: grey(ramp), count: 3)) < distance(color, places.map { steps[$0] })
        return isGrey ? UInt8(232 + ramp) : UInt8(16 + places.reduce(0) { $0 * 6 + $1 })
    }

    /// Returns the squared distance, weighted by perception: green most, then blue, then red.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        zip(zip(one, other), [2, 4, 3]).reduce(0) { sum, pair in
            let difference = Int(pair.0.0) - Int(pair.0.1)
            return sum + pair.1 * difference * difference
        }
    }
}

/// The number of colours of a terminal.
package enum ColorDepth: Comparable, Hashable, Sendable, CaseIterable {
    /// Attributes (bold, reverse, …) only.
    case none
    /// The 16 colours of the terminal's theme.
    case palette
    /// 256 colours: the 16 of the theme, a cube of 6 x 6 x 6 and a ramp of 24 greys.
    case indexed
    /// Any RGB colour.
    case trueColor

    /// Creates the depth from the environment: `NO_COLOR`, `TERM` and `COLORTERM`.
    /// - Parameter variable: Returns the value of an environment variable; nil if it is not set.
    package init(environment variable: (String) -> String?) {
        let term = variable("TERM") ?? ""
        if variable("NO_COLOR")?.isEmpty == false || term.isEmpty || term == "dumb" {
            self = .none
        } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) || term.hasSuffix("-direct") {
            self = .trueColor
        } else {
            self = term.contains("256color") ? .indexed : .palette
        }
    }

    package init(environment: [String: String]) { self.init { environment[$0] } }

    /// The depth from the environment of this process.
    package static var ofProcess: ColorDepth { ColorDepth { name in getenv(name).map { String(cString: $0) } } }
}
