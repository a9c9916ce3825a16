/// Which of the two observed orders the appearance callbacks of a tab switch keep (`G-13a`, `G-13b`, `S-3`).
package enum LifecycleOrder: String, CaseIterable, Sendable {
    case modern, legacy
}
