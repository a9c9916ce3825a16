/// The rules of `docs/rules` that a test or suite holds.
///
/// `scripts/rules` reads these numbers to list the tests of each rule.
package struct RulesTrait: TestTrait, SuiteTrait {
    package let numbers: [Substring]
    package var comments: [Comment] { numbers.map { "rule \($0)" } }
}

extension Trait where Self == RulesTrait {
    /// Cites rules by their numbers, separated by spaces: `@Test(.rules("P55 S-24"))`.
    package static func rules(_ numbers: String) -> Self { Self(numbers: numbers.split(separator: " ")) }
}
