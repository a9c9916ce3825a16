internal import Glibc

/// How many colours a terminal shows.
package enum ColorDepth: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// The attributes (bold, reverse, …) only.
    case none
    /// The terminal's own 16.
    case palette
    /// 256: the own ones, a cube of 6 x 6 x 6 and a ramp of 24 greys.
    case indexed
    /// Any red, green and blue.
    case trueColor

    /// - Parameter variable: The value of an environment variable, nil when it is not set.
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

    /// What the environment of this process says.
    package static var ofProcess: ColorDepth { ColorDepth { name in getenv(name).map { String(cString: $0) } } }

    package static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }
}
