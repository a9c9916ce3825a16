/// What was not as expected in a long run of checks: cheap while all is well.
package final class Faults {
    package private(set) var texts: [String] = []

    package init() {}

    package func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition, texts.count < 10 { texts.append(text()) }
    }
}
