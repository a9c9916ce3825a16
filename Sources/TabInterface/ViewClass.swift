/// What a view of one class may carry and which actions it has.
package struct ViewClass: Hashable, Sendable {
    package let name: String
    /// By name, the keys of every class included.
    package let keys: [String: ViewKey]
    /// Signature of the value by action.
    package let actions: [String: String]

    init(_ name: String, _ keys: [String: ViewKey] = [:], actions: [String: String] = [:]) {
        self.name = name
        self.keys = keys.merging(ViewClasses.commonKeys) { own, _ in own }
        self.actions = actions
    }
}
